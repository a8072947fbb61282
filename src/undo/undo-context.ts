import { type Address, organizationOf, withoutOrganization } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { BeforeImage } from "../model/documents/before-image.ts";
import { groupBy } from "../model/group-by.ts";
import { keyAt, type LiveResource, liveKey } from "../model/live.ts";
import { addressIn } from "../planner/live-address.ts";
import type { Planning } from "../planner/planning.ts";
import { viewOf } from "../planner/snapshot.ts";
import { namesakesIn } from "./namesakes.ts";
import { imageKey, type ObjectState, statesOf } from "./object-state.ts";
import type { Cannot, Lookups, UndoInput } from "./undo-input.ts";

/** An undo while it is made. */
export interface UndoContext extends UndoInput, Lookups {
  /** A view of the live state now. */
  readonly view: Planning | undefined;
  readonly stateOf: (image: BeforeImage) => ObjectState;
  /** What was there before the run, too, and has the same name as an object that the run deleted. */
  readonly namesakeOf: (image: BeforeImage) => LiveResource | undefined;
  readonly imageAt: (address: Address) => BeforeImage | undefined;
  /** Did the run create what has a `liveKey`? */
  readonly isCreated: (key: string) => boolean;
  /** What the undo declares, by address. */
  readonly resources: Map<Address, DesiredResource>;
  /** By address and reason, so that each is listed once. */
  readonly cannot: Map<string, Cannot>;
}

/** Starts an undo: nothing is declared yet. */
export function startUndo(input: UndoInput): UndoContext {
  const { live, kinds, images, changes } = input;
  const byKey = new Map(images.map((image) => [imageKey(image), image]));
  const byAddress = new Map(images.map((image) => [image.address, image]));
  const now = new Map(live?.resources.map((one) => [liveKey(one), one]));
  const created = new Set(input.created.map(keyAt));
  const undone = groupBy(
    changes.filter(({ action }) => action !== "create"),
    keyAt,
  );
  const lookups: Lookups = {
    imageOf: (key) => byKey.get(key),
    changesOf: (image) => undone.get(imageKey(image)) ?? [],
    liveNow: (key) => now.get(key),
  };
  return {
    ...input,
    ...lookups,
    view: live === undefined ? undefined : viewOf(live, kinds),
    stateOf: statesOf(input, lookups),
    namesakeOf: namesakesIn(input, lookups),
    imageAt: (address) => byAddress.get(address),
    isCreated: (key) => created.has(key),
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

/** Declares a resource. A list in its parent is managed where something is declared in it. */
export function declare(
  context: UndoContext,
  given: Pick<DesiredResource, "address" | "kind" | "key"> & Partial<DesiredResource>,
): void {
  const { address, parent } = given;
  const { plural, sequence } = context.kinds.get(given.kind);
  context.resources.set(address, {
    organization: organizationOf(address),
    values: {},
    sensitive: context.declaredAt(address)?.sensitive ?? [],
    previously: [],
    absent: false,
    protect: context.declaredAt(address)?.protect === true,
    ignore: [],
    manage: {},
    source: context.sourceOf(address),
    sources: {},
    ...given,
  });
  const owner = context.resources.get(parent ?? "");
  if (owner !== undefined && sequence === undefined)
    update(context, owner.address, { manage: { ...owner.manage, [plural]: "listed" } });
}

/** Says more of a resource that is declared already. */
export function update(
  context: UndoContext,
  address: Address | undefined,
  more: Partial<DesiredResource>,
): void {
  const resource = context.resources.get(address ?? "");
  if (resource !== undefined) context.resources.set(resource.address, { ...resource, ...more });
}

/** The address at which something at the root of an organization is declared; undefined when it is not. */
export function declaredAddress(context: UndoContext, image: BeforeImage): Address | undefined {
  const kind = context.kinds.get(image.kind ?? "");
  const address = addressIn(kind, image.organization, keyOf(context, image));
  return context.resources.has(address) ? address : undefined;
}
