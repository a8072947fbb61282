import { type Address, childAddress, organizationOf, rootAddress, withoutOrganization } from "./address.ts";
import type { BeforeImage } from "./before-image.ts";
import type { DesiredResource } from "./desired.ts";
import type { Source } from "./diagnostic.ts";
import type { Kind } from "./kind.ts";
import type { KindIndex } from "./kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "./live.ts";
import { containerKeys, parentKey } from "./live-owner.ts";
import { viewOf } from "./look.ts";
import type { ChangeAction } from "./plan-document.ts";
import type { Planning } from "./planning.ts";
import { referringFields } from "./referrers.ts";
import { isTreeKind } from "./tree-kind.ts";

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
  /** What was there with a `liveKey`. */
  readonly imageOf: (key: string) => BeforeImage | undefined;
  readonly changesOf: (image: BeforeImage) => readonly UndoneChange[];
  /** What has a `liveKey` now. */
  readonly liveNow: (key: string) => LiveResource | undefined;
  readonly isMade: (key: string) => boolean;
  readonly resources: Map<Address, DesiredResource>;
  readonly cannot: Cannot[];
}

/** Starts an undo. */
export function startUndo(input: UndoInput): Undoing {
  const { live, kinds, images, changes } = input;
  const byKey = new Map(images.map((image) => [imageKey(image), image]));
  const now = new Map(live?.resources.map((one) => [liveKey(one), one]));
  const made = new Set(input.made.map(keyAt));
  const changesOf = (image: BeforeImage): readonly UndoneChange[] =>
    changes.filter((one) => keyAt(one) === imageKey(image) && one.action !== "create");
  const isTaken = takenBy(input, changesOf, byKey);
  // What is transferred keeps its id; a person has one in every organization, and stays gone from the one that it left.
  const wentElsewhere = ({ kind = "", id }: BeforeImage): boolean =>
    isTreeKind(kinds.get(kind)) && live?.resources.some((one) => one.kind === kind && one.id === id) === true;
  return {
    ...input,
    view: live === undefined ? undefined : viewOf(live, kinds),
    imageOf: (key) => byKey.get(key),
    changesOf,
    liveNow: (key) => now.get(key),
    isMade: (key) => made.has(key),
    fateOf: (image) => {
      if (live === undefined) return "there";
      const found = now.get(imageKey(image));
      if (found !== undefined) return found.deleted === true ? "restored" : "there";
      if (wentElsewhere(image) || changesOf(image).some(isTransfer)) return "gone";
      const isRestorable = kinds.get(image.kind ?? "").tree?.restore !== undefined;
      return !isRestorable && isTaken(image) ? "anew" : "gone";
    },
    resources: new Map(),
    cannot: [],
  };
}

/** The `liveKey` of what an image is of. */
export function imageKey({ organization, kind = "", id }: BeforeImage): string {
  return liveKey({ organization, kind, id });
}

/** Was it to go to another organization? From there, only a transfer brings it back. */
export function isTransfer({ action, fields = [] }: UndoneChange): boolean {
  return action === "move" && fields.includes("organization");
}

/** Did the run take something away: by itself, to build it anew, or with what it stood in? */
function takenBy(
  { kinds, images }: UndoInput,
  changesOf: Undoing["changesOf"],
  byKey: ReadonlyMap<string, BeforeImage>,
): (image: BeforeImage) => boolean {
  const { containerOf, heldIn } = ordersIn(images, kinds);
  const goesAlong = alongBy(kinds, changesOf, byKey, heldIn);
  const isTaken = (image: BeforeImage): boolean => {
    if (changesOf(image).some(({ action }) => action === "delete" || action === "move")) return true;
    if (goesAlong(image)) return true;
    const { organization, parent } = image;
    const kind = kinds.get(image.kind ?? "");
    const holders = [
      ...[parentKey(kind, { organization, parentId: parent }) ?? []].flat(),
      ...containerKeys(kind, organization, containerOf(image)),
    ];
    return holders.some((key) => {
      const holder = byKey.get(key);
      // What stands in a group that is dissolved moves up: it does not go with it.
      const takesAlong = holder !== undefined && kinds.get(holder.kind ?? "").sequence?.carries === undefined;
      return takesAlong && isTaken(holder);
    });
  };
  return isTaken;
}

/** The orders that images keep: in which container something stood, and what stood in one; undefined where none is kept. */
interface KeptOrders {
  readonly containerOf: (image: BeforeImage) => string | undefined;
  readonly heldIn: (image: BeforeImage) => readonly (BeforeImage | undefined)[];
}

function ordersIn(images: readonly BeforeImage[], kinds: KindIndex): KeptOrders {
  // An order tells ids alone, of the kinds that stand in one.
  const keyIn = (organization: string, id: string | undefined): string => `${organization} ${id}`;
  const ordered = images.filter(({ kind = "" }) => kind !== "" && kinds.get(kind).sequence !== undefined);
  const items = new Map(ordered.map((image) => [keyIn(image.organization, image.id), image]));
  const containers = new Map<string, string>();
  const held = new Map<string, readonly string[]>();
  for (const { organization, values } of images)
    for (const [path, order] of Object.entries(values))
      if (path.startsWith("order."))
        for (const [container, ids] of Object.entries(order as Record<string, readonly string[]>)) {
          for (const id of ids) containers.set(keyIn(organization, id), container);
          held.set(keyIn(organization, container), ids);
        }
  return {
    containerOf: ({ organization, id }) => containers.get(keyIn(organization, id)),
    heldIn: ({ organization, id }) =>
      (held.get(keyIn(organization, id)) ?? []).map((item) => items.get(keyIn(organization, item))),
  };
}

/** Did something go since the run deleted what it cannot be without: what it names, or all that stood in it (A26)? */
function alongBy(
  kinds: KindIndex,
  changesOf: Undoing["changesOf"],
  byKey: ReadonlyMap<string, BeforeImage>,
  heldIn: KeptOrders["heldIn"],
): (image: BeforeImage) => boolean {
  const isDeleted = (one: BeforeImage | undefined): boolean =>
    one !== undefined && changesOf(one).some(({ action }) => action === "delete");
  const namesDeleted = ({ organization, kind = "", values }: BeforeImage): boolean =>
    referringFields(kinds.get(kind)).some(
      ({ name, kind: target, isNeeded }) =>
        isNeeded && isDeleted(byKey.get(liveKey({ organization, kind: target, id: String(values[name]) }))),
    );
  return (image) => {
    const isNeverEmpty = kinds.get(image.kind ?? "").sequence?.firstChild !== undefined;
    const held = isNeverEmpty ? heldIn(image) : [];
    if (held.length === 0) return namesDeleted(image);
    return held.every((item) => isDeleted(item) || (item !== undefined && namesDeleted(item)));
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
