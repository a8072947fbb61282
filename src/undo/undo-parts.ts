import {
  type Address,
  childAddress,
  organizationOf,
  rootAddress,
  withoutOrganization,
} from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { Source } from "../model/diagnostic.ts";
import type { ChangeAction } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { keyAt, type Live, liveKey } from "../model/live.ts";
import type { Planning } from "../planner/planning.ts";
import { viewOf } from "../planner/snapshot.ts";
import type { BeforeImage } from "./before-image.ts";
import { type Fate, fatesOf, imageKey, type Known } from "./undo-fate.ts";
import { type Insides, insidesOf } from "./undo-inside.ts";

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
  /** What earlier undos of the same run brought into being, the oldest first. */
  readonly remade: readonly Made[];
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

/** An undo while it is made. */
export interface Undoing extends UndoInput, Known, Insides {
  /** The live state now. */
  readonly view: Planning | undefined;
  readonly fateOf: (image: BeforeImage) => Fate;
  readonly isMade: (key: string) => boolean;
  /** Id of what an earlier undo brought back at an address, if that is there. */
  readonly remadeAt: (address: Address, kind: string) => string | undefined;
  readonly resources: Map<Address, DesiredResource>;
  /** By address and reason, so that each is told once. */
  readonly cannot: Map<string, Cannot>;
}

/** Starts an undo. */
export function startUndo(input: UndoInput): Undoing {
  const { live, kinds, images, changes } = input;
  const byKey = new Map(images.map((image) => [imageKey(image), image]));
  const now = new Map(live?.resources.map((one) => [liveKey(one), one]));
  const made = new Set(input.made.map(keyAt));
  const remade = groupBy(input.remade, ({ address }) => address);
  const undone = groupBy(
    changes.filter(({ action }) => action !== "create"),
    keyAt,
  );
  const known: Known = {
    imageOf: (key) => byKey.get(key),
    changesOf: (image) => undone.get(imageKey(image)) ?? [],
    liveNow: (key) => now.get(key),
  };
  return {
    ...input,
    ...known,
    view: live === undefined ? undefined : viewOf(live, kinds),
    isMade: (key) => made.has(key),
    remadeAt: (address, kind) => {
      const ids = (remade.get(address) ?? []).filter((one) => one.kind === kind).map(({ id }) => id);
      return ids.findLast((id) => known.liveNow(keyAt({ address, kind, id })) !== undefined);
    },
    fateOf: fatesOf(input, known),
    ...insidesOf(input, known),
    resources: new Map(),
    cannot: new Map(),
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
  const place = `${address} ${why}`;
  if (!undoing.cannot.has(place)) undoing.cannot.set(place, { address, why });
}
