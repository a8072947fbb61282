import { type Address, organizationOf, ownersOf } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Source } from "../model/diagnostic.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import { groupBy } from "../model/group-by.ts";
import { keyAt, type Live, type LiveResource } from "../model/live.ts";
import { viewOf } from "../planner/preconditions/snapshot.ts";
import type { Planning } from "../planner/state/planning.ts";
import { isRefused, type Journal } from "../state/journal.ts";
import { type Created, createdIn } from "./created-objects.ts";
import { whyCreatedStay } from "./created-since.ts";
import { deletedIn, imageKey, kindOf } from "./image.ts";
import { type LeftByRuns, leftByRuns } from "./left-by-runs.ts";
import { type Remade, type RunWithUndos, withIdsOfNow } from "./remade.ts";
import { sameNamedIn } from "./same-named.ts";

/** The run that an undo takes back. */
export interface UndoneRun extends RunWithUndos {
  /** The journal as messages name it. */
  readonly file: string;
  /** An undo protects and hides what the manifests protect and hide now. */
  readonly manifests: Desired;
  /** Is an address to be taken back, although it was changed after the run? */
  readonly overwrites?: (address: Address) => boolean;
}

/** Something that an undo cannot bring back, or not as it was. */
export interface Cannot {
  readonly address: Address;
  readonly why: string;
  /** It stays only as long as nobody asks for it with `--overwrite`. */
  readonly isKept?: true;
}

type UndoneChange = Journal["header"]["changes"][number];

/** An undo while it is made. */
export interface Undoing {
  readonly journal: Journal;
  /** The live state now. */
  readonly view: Planning;
  /** The image of the object with a `liveKey`. */
  readonly imageOf: (key: string) => BeforeImage | undefined;
  /** The changes of the run to the object of an image. */
  readonly changesOf: (image: BeforeImage) => readonly UndoneChange[];
  /** May the run have changed something at an address? */
  readonly wasSent: (address: Address) => boolean;
  /** Addresses of the objects that the run deleted. To move some items, docform deletes and recreates them. */
  readonly deleted: ReadonlySet<Address>;
  readonly sourceOf: (address: Address) => Source;
  /** The address at which the manifests declare the id with a `liveKey`. */
  readonly addressOfId: (key: string) => Address | undefined;
  readonly declaredNow: (address: Address) => DesiredResource | undefined;
  /** The declarations of the undo so far. */
  readonly resources: Map<Address, DesiredResource>;
  readonly cannot: Cannot[];
  /** The objects as the run and the undos of it left them. */
  readonly left: LeftByRuns;
  /** How the object came that replaces one that the run deleted, by its `liveKey`. */
  readonly remade: ReadonlyMap<string, Remade>;
  readonly overwrites: (address: Address) => boolean;
  /** The objects of the run that are deleted, and why the rest of them stays. */
  readonly going: readonly CreatedObject[];
  readonly staying: ReadonlyMap<Address, string>;
  /** The object that a plan would take for the one of an image, if that is created again. */
  readonly sameNamed: (image: BeforeImage) => LiveResource | undefined;
}

/** An object that is there by the run; the only one of its kind needs no id. */
export type CreatedObject = Omit<Created, "id"> & Partial<Created>;

/** The objects that the run created or restored. */
function createdObjects({ journal, kinds }: Pick<UndoneRun, "journal" | "kinds">): readonly CreatedObject[] {
  const isOne = (kind: string): boolean => kinds.get(kind).shape === "singleton";
  const others = journal.header.changes.flatMap(({ address, kind, action, id }): readonly CreatedObject[] => {
    if (action === "restore" && id !== undefined) return [{ address, kind, id }];
    return action === "create" && isOne(kind) ? [{ address, kind }] : [];
  });
  return [...createdIn(journal), ...others];
}

function hasId(one: CreatedObject): one is Created {
  return one.id !== undefined;
}

/** Starts an undo: nothing is declared yet. */
export function startUndo(run: UndoneRun, live: Live): Undoing {
  const { kinds, manifests, undos = [], overwrites = () => false } = run;
  const { journal, remade } = withIdsOfNow(run, live);
  const images = new Map(journal.images.map((image) => [imageKey(image), image]));
  const wasSent = sentIn(journal);
  const undone = journal.header.changes.filter((one) => one.action !== "create" && wasSent(one.address));
  const changes = groupBy(undone, keyAt);
  const declared = new Map(manifests.resources.map((resource) => [resource.address, resource]));
  const view = viewOf(live, kinds);
  const left = leftByRuns([journal, ...undos]);
  const brought = createdObjects({ journal, kinds });
  const stays = whyCreatedStay({
    created: brought.filter(hasId),
    view,
    left,
    overwrites,
    wasThere: (key) => images.has(key),
  });
  return {
    journal,
    view,
    imageOf: (key) => images.get(key),
    changesOf: (image) => changes.get(imageKey(image)) ?? [],
    wasSent,
    deleted: deletedIn(undone),
    sourceOf: sourcesIn(run),
    addressOfId: (key) =>
      manifests.resources.find((one) => one.id !== undefined && keyAt(one) === key)?.address,
    declaredNow: (address) => declared.get(address),
    resources: new Map(),
    cannot: [],
    left,
    going: brought.filter((one) => !stays.has(keyAt(one))),
    staying: new Map(
      brought.flatMap((one) => {
        const why = stays.get(keyAt(one));
        return why === undefined ? [] : [[one.address, why] as const];
      }),
    ),
    remade,
    overwrites,
    sameNamed: sameNamedIn(kinds, journal, live.resources),
  };
}

/** Tells the addresses of which the run may have changed something: the platform did not refuse each of its calls there. */
function sentIn({ outcomes }: Journal): (address: Address) => boolean {
  const byAddress = groupBy([...outcomes.values()], ({ address }) => address);
  return (address) => byAddress.get(address)?.every(isRefused) !== true;
}

/** Finds the line of the journal that tells how an address was. */
export function sourcesIn({ journal, file }: UndoneRun): (address: Address) => Source {
  // The header is the first line of a journal, and the images follow it.
  const lines = new Map<Address, number>(journal.images.map(({ address }, at) => [address, at + 2]));
  return (address) => ({ file, line: lines.get(address) ?? 1, column: 1 });
}

/**
 * The way back for an object: it is `there`; the platform can have it `restored`; it is `recreated`, as the run deleted it;
 * or it is `gone`, as no call brings it back, or somebody else deleted it since.
 */
export type ObjectState = "there" | "restored" | "recreated" | "gone";

/** Tells the state of the object of an image. */
export function stateOf({ view, deleted, staying }: Undoing, image: BeforeImage): ObjectState {
  const found = view.liveByKey(imageKey(image));
  if (found !== undefined) return found.deleted === true ? "restored" : "there";
  // The run rebuilt it, and somebody has changed the new one since.
  if (staying.has(image.address)) return "gone";
  if (kindOf(view.kinds, image).tree?.restore !== undefined) return "gone";
  return ownersOf(image.address).some((address) => deleted.has(address)) ? "recreated" : "gone";
}

/** Lists something that an undo cannot bring back. */
export function reportIrreversible({ cannot }: Undoing, address: Address, why: string): void {
  cannot.push({ address, why });
}

/** Lists something that stays as it is, as somebody has changed it after the run. */
export function reportKept({ cannot }: Undoing, address: Address, why: string): void {
  cannot.push({ address, why, isKept: true });
}

/** A resource to declare; what is left out is empty. */
export type Declaration = Pick<DesiredResource, "address" | "kind" | "key"> & Partial<DesiredResource>;

/** Declares a resource, and that its parent manages it. */
export function declare(undoing: Undoing, given: Declaration): void {
  const { resources, declaredNow, sourceOf } = undoing;
  const { address, parent } = given;
  const { plural, sequence } = undoing.view.kinds.get(given.kind);
  resources.set(address, {
    organization: organizationOf(address),
    values: {},
    sensitive: declaredNow(address)?.sensitive ?? [],
    previously: [],
    absent: false,
    protect: declaredNow(address)?.protect === true,
    ignore: [],
    manage: {},
    source: sourceOf(address),
    sources: {},
    ...given,
  });
  const owner = resources.get(parent ?? "");
  if (owner === undefined) return;
  const manage = sequence === undefined ? { [plural]: "listed" as const } : { structure: "exact" as const };
  update(undoing, owner.address, { manage: { ...owner.manage, ...manage } });
}

/** Changes a declaration, if there is one at the address. */
export function update({ resources }: Undoing, address: Address, more: Partial<DesiredResource>): void {
  const resource = resources.get(address);
  if (resource !== undefined) resources.set(address, { ...resource, ...more });
}
