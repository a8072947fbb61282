import { type Address, childAddress, organizationOf, rootAddress, withoutOrganization } from "./address.ts";
import type { BeforeImage } from "./before-image.ts";
import type { DesiredResource } from "./desired.ts";
import type { Source } from "./diagnostic.ts";
import type { Kind } from "./kind.ts";
import type { KindIndex } from "./kind-index.ts";
import type { Live, LiveResource } from "./live.ts";
import { viewOf } from "./look.ts";
import type { ChangeAction } from "./plan-document.ts";
import type { Planning } from "./planning.ts";
import { referringFields } from "./referrers.ts";

/** What a run was to do with one address. */
export interface UndoneChange {
  readonly address: Address;
  readonly kind: string;
  readonly action: ChangeAction;
  /** Id of the live object before the run. */
  readonly id?: string;
  readonly fields?: readonly string[];
}

/** Something that a run brought into being. */
export interface Made {
  readonly address: Address;
  readonly kind: string;
  readonly id: string;
}

/** All there was of a kind. */
export interface There {
  readonly organization: string;
  readonly kind: string;
  readonly ids: readonly string[];
}

/** What an undo is made from. */
export interface UndoInput {
  readonly changes: readonly UndoneChange[];
  readonly images: readonly BeforeImage[];
  readonly made: readonly Made[];
  /** Ids that there were of some kinds before: of those of which the run made or deleted one. */
  readonly there: readonly There[];
  /** Ids by alias. */
  readonly organizations: Readonly<Record<string, string>>;
  readonly kinds: KindIndex;
  /** What was read now; left out: everything is taken to be there, so that it is read. */
  readonly live?: Live;
  /** Where it is written how something was. */
  readonly sourceOf: (address: Address) => Source;
  /** What the manifests say at an address: what they protect or hide, an undo does too. */
  readonly declaredAt: (address: Address) => Pick<DesiredResource, "protect" | "sensitive"> | undefined;
}

/** What an undo cannot bring back, or not as it was. */
export interface Cannot {
  readonly address: Address;
  readonly why: string;
}

/**
 * What becomes of something that was there before: it is `there`; it was deleted and can be `restored`; the run
 * deleted it, and it is created `anew`; or it is `gone`, and nothing brings it back, as from another organization.
 */
export type Fate = "there" | "restored" | "anew" | "gone";

/** An undo while it is made. */
export interface Undoing extends UndoInput {
  /** The live state now. */
  readonly view: Planning | undefined;
  readonly fateOf: (image: BeforeImage) => Fate;
  readonly imageOf: (kind: string, id: string) => BeforeImage | undefined;
  /** What was there with an id, of any kind that stands in an order. */
  readonly imageById: (id: string) => BeforeImage | undefined;
  readonly changesOf: (image: BeforeImage) => readonly UndoneChange[];
  readonly liveNow: (kind: string, id: string) => LiveResource | undefined;
  readonly isMade: (id: string) => boolean;
  readonly resources: Map<Address, DesiredResource>;
  readonly cannot: Cannot[];
}

/** Starts an undo. */
export function startUndo(input: UndoInput): Undoing {
  const { live, kinds, images, changes } = input;
  const byKey = new Map(images.map((image) => [`${image.kind} ${image.id}`, image]));
  const now = new Map(live?.resources.map((one) => [`${one.kind} ${one.id}`, one]));
  const byId = new Map(
    images.flatMap((image) => (image.id === undefined ? [] : [[image.id, image] as const])),
  );
  const made = new Set(input.made.map(({ id }) => id));
  const changesOf = ({ kind, id }: BeforeImage): readonly UndoneChange[] =>
    changes.filter((one) => one.kind === kind && one.id === id && one.action !== "create");
  const isTaken = takenBy(input, changesOf, byId);
  return {
    ...input,
    view: live === undefined ? undefined : viewOf(live, kinds),
    imageOf: (kind, id) => byKey.get(`${kind} ${id}`),
    imageById: (id) => byId.get(id),
    changesOf,
    liveNow: (kind, id) => now.get(`${kind} ${id}`),
    isMade: (id) => made.has(id),
    fateOf: (image) => {
      if (live === undefined) return "there";
      const found = now.get(`${image.kind} ${image.id}`);
      if (found?.organization === image.organization) return found.deleted === true ? "restored" : "there";
      if (found !== undefined || changesOf(image).some(isTransfer)) return "gone";
      const isRestorable = kinds.get(image.kind ?? "").tree?.restore !== undefined;
      return !isRestorable && isTaken(image) ? "anew" : "gone";
    },
    resources: new Map(),
    cannot: [],
  };
}

/** Was it to go to another organization? From there, only a transfer brings it back. */
export function isTransfer({ action, fields = [] }: UndoneChange): boolean {
  return action === "move" && fields.includes("organization");
}

/** Did the run take something away: by itself, to build it anew, or with what it stood in? */
function takenBy(
  { kinds, images }: UndoInput,
  changesOf: Undoing["changesOf"],
  byId: ReadonlyMap<string, BeforeImage>,
): (image: BeforeImage) => boolean {
  const goesAlong = alongBy(kinds, changesOf, byId);
  const containers = new Map<string, string>();
  const held = new Map<string, readonly string[]>();
  for (const { values } of images)
    for (const [path, order] of Object.entries(values))
      if (path.startsWith("order."))
        for (const [container, ids] of Object.entries(order as Record<string, readonly string[]>)) {
          for (const id of ids) containers.set(id, container);
          held.set(container, ids);
        }
  const isTaken = (image: BeforeImage): boolean => {
    if (changesOf(image).some(({ action }) => action === "delete" || action === "move")) return true;
    if (goesAlong(image, held.get(image.id ?? ""))) return true;
    const holders = [image.parent, containers.get(image.id ?? "")];
    return holders.some((id) => {
      const holder = byId.get(id ?? "");
      // What stands in a group that is dissolved moves up: it does not go with it.
      const takesAlong = holder !== undefined && kinds.get(holder.kind ?? "").sequence?.carries === undefined;
      return takesAlong && isTaken(holder);
    });
  };
  return isTaken;
}

/** Did something go since the run deleted what it cannot be without: what it names, or all that stood in it (A26)? */
function alongBy(
  kinds: KindIndex,
  changesOf: Undoing["changesOf"],
  byId: ReadonlyMap<string, BeforeImage>,
): (image: BeforeImage, held: readonly string[] | undefined) => boolean {
  const isDeleted = (one: BeforeImage | undefined): boolean =>
    one !== undefined && changesOf(one).some(({ action }) => action === "delete");
  const namesDeleted = ({ kind = "", values }: BeforeImage): boolean =>
    referringFields(kinds.get(kind)).some(({ name, kind: target, isNeeded }) => {
      const named = byId.get(String(values[name]));
      return isNeeded && named?.kind === target && isDeleted(named);
    });
  return (image, held = []) => {
    const isNeverEmpty = kinds.get(image.kind ?? "").sequence?.firstChild !== undefined;
    if (!isNeverEmpty || held.length === 0) return namesDeleted(image);
    return held.every((id) => {
      const item = byId.get(id);
      return isDeleted(item) || (item !== undefined && namesDeleted(item));
    });
  };
}

/** The key of an image in its address; its id, when nothing declared it. */
export function keyOf({ kinds }: UndoInput, image: BeforeImage): string {
  const kind = kinds.get(image.kind ?? "");
  const place = withoutOrganization(image.address);
  const marker = `${kind.plural}.`;
  const start = kind.parent === undefined ? 0 : place.lastIndexOf(`.${marker}`) + 1;
  const key = place.startsWith(marker, start) ? place.slice(start + marker.length) : "";
  return key === "" || key.startsWith("id:") ? String(image.id) : key;
}

/** The address of something at the root of an organization, or in a resource. */
export function addressIn(kind: Kind, organization: string, key: string, parent?: Address): Address {
  if (kind.shape === "singleton")
    return parent === undefined ? `${organization}/${kind.plural}` : `${parent}.${kind.plural}`;
  return parent === undefined
    ? rootAddress(organization, kind.plural, key)
    : childAddress(parent, kind.plural, key);
}

/** A resource that an undo declares; what is left out says nothing. */
export function declare(
  undoing: Undoing,
  given: Pick<DesiredResource, "address" | "kind" | "key"> & Partial<DesiredResource>,
): DesiredResource {
  const { address } = given;
  const resource: DesiredResource = {
    organization: organizationOf(address),
    values: {},
    sensitive: undoing.declaredAt(address)?.sensitive ?? [],
    previously: [],
    absent: false,
    protect: undoing.declaredAt(address)?.protect === true,
    ignore: [],
    manage: {},
    source: undoing.sourceOf(address),
    sources: {},
    ...given,
  };
  undoing.resources.set(address, resource);
  return resource;
}

/** Says more of a resource that is declared already. */
export function update(undoing: Undoing, address: Address | undefined, more: Partial<DesiredResource>): void {
  const resource = undoing.resources.get(address ?? "");
  if (resource !== undefined) undoing.resources.set(resource.address, { ...resource, ...more });
}

/** The address at which something outermost is declared; undefined when it is not. */
export function declaredAddress(undoing: Undoing, image: BeforeImage): Address | undefined {
  const kind = undoing.kinds.get(image.kind ?? "");
  const address = addressIn(kind, image.organization, keyOf(undoing, image));
  return undoing.resources.has(address) ? address : undefined;
}

/** Lists something that an undo cannot bring back. */
export function tellCannot(undoing: Undoing, address: Address, why: string): void {
  const isTold = undoing.cannot.some((one) => one.address === address && one.why === why);
  if (!isTold) undoing.cannot.push({ address, why });
}
