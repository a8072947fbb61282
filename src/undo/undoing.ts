import { kinds as allKinds } from "../kinds/kinds.ts";
import { type Address, itemKeyIn, organizationOf, ownersOf, withoutOrganization } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Source } from "../model/diagnostic.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import type { Planning } from "../planner/planning.ts";
import { viewOf } from "../planner/snapshot.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import type { Journal } from "../state/journal.ts";
import { sameNamedIn } from "./same-named.ts";

export const kinds = indexKinds(allKinds);

/** The run that an undo takes back. */
export interface UndoneRun {
  readonly journal: Journal;
  /** The journal as messages name it. */
  readonly file: string;
  /** An undo protects and hides what the manifests protect and hide now. */
  readonly manifests: Desired;
}

/** Something that an undo cannot bring back, or not as it was. */
export interface Cannot {
  readonly address: Address;
  readonly why: string;
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
  /** Addresses of the objects that the run deleted. To move some items, docform deletes and recreates them. */
  readonly deleted: ReadonlySet<Address>;
  readonly sourceOf: (address: Address) => Source;
  readonly declaredNow: (address: Address) => DesiredResource | undefined;
  /** The declarations of the undo so far. */
  readonly resources: Map<Address, DesiredResource>;
  readonly cannot: Cannot[];
  /** The object that a plan would take for the one of an image, if that is created again. */
  readonly sameNamed: (image: BeforeImage) => LiveResource | undefined;
}

/** Starts an undo: nothing is declared yet. */
export function startUndo(run: UndoneRun, live: Live): Undoing {
  const { journal, manifests } = run;
  const images = new Map(journal.images.map((image) => [imageKey(image), image]));
  const undone = journal.header.changes.filter(({ action }) => action !== "create");
  const changes = groupBy(undone, keyAt);
  const isDelete = (change: UndoneChange): boolean =>
    change.action === "delete" || (change.action === "move" && !isTransfer(change));
  const declared = new Map(manifests.resources.map((resource) => [resource.address, resource]));
  return {
    journal,
    view: viewOf(live, kinds),
    imageOf: (key) => images.get(key),
    changesOf: (image) => changes.get(imageKey(image)) ?? [],
    deleted: new Set(undone.filter(isDelete).map(({ address }) => address)),
    sourceOf: sourcesIn(run),
    declaredNow: (address) => declared.get(address),
    resources: new Map(),
    cannot: [],
    sameNamed: sameNamedIn(journal, live.resources, kinds),
  };
}

/** Finds the line of the journal that tells how an address was. */
export function sourcesIn({ journal, file }: UndoneRun): (address: Address) => Source {
  // The header is the first line of a journal, and the images follow it.
  const lines = new Map<Address, number>(journal.images.map(({ address }, at) => [address, at + 2]));
  return (address) => ({ file, line: lines.get(address) ?? 1, column: 1 });
}

/** The `liveKey` of the object of an image. */
export function imageKey({ organization, kind = "", id }: BeforeImage): string {
  return liveKey({ organization, kind, id });
}

/** The kind of the object of an image. */
export function kindOf({ kind = "" }: BeforeImage): Kind {
  return kinds.get(kind);
}

/** The address at which an undo declares an object; an object that no manifest declares goes by its id. */
export function addressBefore({ address }: BeforeImage): Address {
  return address.replaceAll(".id:", ".");
}

/** The last part of an address: the key of a resource. Only keys at the root may have a dot: `members.ana@acme.example`. */
export function keyOf(image: BeforeImage): string {
  const place = withoutOrganization(image.address);
  const dot = kindOf(image).parent === undefined ? place.indexOf(".") : place.lastIndexOf(".");
  return itemKeyIn(place.slice(dot + 1));
}

/**
 * The way back for an object: it is `there`; the platform can have it `restored`; it is `recreated`, as the run deleted it;
 * or it is `gone`, as no call brings it back, or somebody else deleted it since.
 */
export type ObjectState = "there" | "restored" | "recreated" | "gone";

/** Tells the state of the object of an image. */
export function stateOf({ view, deleted }: Undoing, image: BeforeImage): ObjectState {
  const found = view.liveByKey(imageKey(image));
  if (found !== undefined) return found.deleted === true ? "restored" : "there";
  if (kindOf(image).tree?.restore !== undefined) return "gone";
  return ownersOf(image.address).some((address) => deleted.has(address)) ? "recreated" : "gone";
}

/** Lists something that an undo cannot bring back. */
export function tellCannot({ cannot }: Undoing, address: Address, why: string): void {
  cannot.push({ address, why });
}

/** A resource to declare; what is left out is empty. */
export type Declaration = Pick<DesiredResource, "address" | "kind" | "key"> & Partial<DesiredResource>;

/** Declares a resource, and that its parent manages it. */
export function declare(undoing: Undoing, given: Declaration): void {
  const { resources, declaredNow, sourceOf } = undoing;
  const { address, parent } = given;
  const { plural, sequence } = kinds.get(given.kind);
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
