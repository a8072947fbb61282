import type { DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import { apiName, perKind } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import { slugOf } from "../../text/slug.ts";
import { liveValue } from "../match/identity.ts";
import type { UniqueValue } from "../state/draft.ts";
import { addressParent } from "../state/live-address.ts";
import { type PlanContext, titleOfTarget } from "../state/planning.ts";

/** A unique value that a resource shall get, as other drafts see it. */
export function claimedValue(
  planning: PlanContext,
  resource: DesiredResource,
  { name, field, value }: { readonly name: string; readonly field: Field; readonly value: Json },
): UniqueValue {
  const slot = slotIn(planning, resource, value);
  // The temporary value is made of this one, and is shown.
  const shown = resource.sensitive.includes(name) ? resource.key.toLowerCase() : String(value);
  return { slot, field: apiName(name, field), value: shown, maxLength: maxLengthOf(field) };
}

/** The maximum length of the schema of a field; a unique field has one. */
function maxLengthOf({ schema }: Field): number {
  const { maxLength } = schema as { readonly maxLength?: number | null };
  return maxLength ?? 100;
}

/**
 * The slot that a resource gives up when its unique field changes: of its value, or of the one that the platform makes
 * for a new one (A23). A new section "Guides" has the path `guides` until the call that gives it another.
 */
export function freedSlots(
  planning: PlanContext,
  resource: DesiredResource,
  name: string,
  live: LiveResource | undefined,
): readonly string[] {
  const kind = planning.kinds.get(resource.kind);
  const value = live === undefined ? valueMadeFor(planning, resource, name) : liveValue(kind, name, live);
  return value === undefined ? [] : [slotIn(planning, resource, value)];
}

/** The value that the platform makes for a unique field of a new resource, when no other has it. */
function valueMadeFor(planning: PlanContext, resource: DesiredResource, name: string): string | undefined {
  const { fields } = planning.kinds.get(resource.kind);
  const source = (fields[name] as Field | undefined)?.unique?.madeFrom ?? "";
  const [field, written]: [Field | undefined, Json | undefined] = [fields[source], resource.values[source]];
  if (field === undefined || written === undefined) return undefined;
  const title =
    field.refersTo === undefined ? String(written) : titleOfTarget(planning, resource, field, written);
  return title === undefined ? undefined : slugOf(title, "");
}

/** The slots that a live resource gives up when it is deleted. */
export function slotsOfLive(planning: PlanContext, live: LiveResource): readonly string[] {
  return uniqueFields(planning.kinds.get(live.kind)).flatMap(
    (name) => slotOfLive(planning, live, name) ?? [],
  );
}

const uniqueFields = perKind(({ fields }) =>
  Object.entries(fields).flatMap(([name, { unique }]: [string, Field]) =>
    unique === undefined ? [] : [name],
  ),
);

function slotOfLive(planning: PlanContext, live: LiveResource, name: string): string | undefined {
  const kind = planning.kinds.get(live.kind);
  const value = liveValue(kind, name, live);
  if (value === undefined) return undefined;
  const owner = addressParent(planning, live);
  const address = owner === undefined ? live.organization : planning.matching.addressOf(owner);
  return slotOf(`${live.kind} ${address}`, value);
}

/**
 * Why a resource cannot have a unique value: a declared resource beside it has the value, and keeps it; or it wants the
 * value of another one that keeps it, and so on.
 */
export function whyTaken(
  planning: PlanContext,
  resource: DesiredResource,
  name: string,
  wanted: Json,
): string | undefined {
  const other = declaredOwner(planning, resource, name, wanted);
  const keeper = other === resource ? undefined : keeperFrom(planning, other, name);
  if (other === undefined || keeper === undefined) return undefined;
  const shown = resource.sensitive.includes(name) ? "" : ` "${wanted}"`;
  const has = `${other.address} has the ${name}${shown}, and keeps it`;
  return other === keeper
    ? `${has}; declare another ${name} for it`
    : `${has} as long as ${keeper.address} keeps its own; declare another ${name} for that`;
}

/** The declared resource that has the unique value which a resource beside it wants. */
function declaredOwner(
  planning: PlanContext,
  resource: DesiredResource,
  name: string,
  wanted: Json,
): DesiredResource | undefined {
  const owner = liveOwner(planning, resource, name, wanted);
  const other = planning.resourceAt((owner && planning.matching.addressOf(owner)) ?? "");
  return other?.absent === true ? undefined : other;
}

/** The result of each chain that was followed, by field and address: else a long chain would be followed again and again. */
const keepersIn = new WeakMap<PlanContext, Map<string, Keeper>>();

type Keeper = DesiredResource | undefined;

/** Follows what each wants up to one that keeps its value; undefined where a value is free, or in a circle. */
function keeperFrom(planning: PlanContext, first: Keeper, name: string): Keeper {
  const known = keepersIn.get(planning) ?? new Map<string, Keeper>();
  keepersIn.set(planning, known);
  const chain = new Set<string>();
  let keeper: Keeper;
  let at = first;
  while (at !== undefined && keeper === undefined) {
    const place = `${name} ${at.address}`;
    keeper = known.get(place);
    if (known.has(place) || chain.has(place)) break;
    chain.add(place);
    const wanted = at.values[name];
    if (wanted === undefined || at.ignore.includes(name)) keeper = at;
    else at = declaredOwner(planning, at, name, wanted);
  }
  for (const place of chain) known.set(place, keeper);
  return keeper;
}

function liveOwner(
  planning: PlanContext,
  resource: DesiredResource,
  name: string,
  value: Json,
): LiveResource | undefined {
  const parent = planning.matching.liveOf(resource.parent ?? "");
  if (resource.parent !== undefined && parent === undefined) return undefined;
  const beside = planning.liveIn(resource.organization, resource.kind, parent?.id);
  return ownersOf(planning, beside, name).get(slotIn(planning, resource, value));
}

/** The first live resource that has a slot by a unique field, for each list that was asked for. */
const ownersIn = new WeakMap<
  readonly LiveResource[],
  Map<string, ReadonlyMap<string | undefined, LiveResource>>
>();

function ownersOf(
  planning: PlanContext,
  all: readonly LiveResource[],
  name: string,
): ReadonlyMap<string | undefined, LiveResource> {
  const fields = ownersIn.get(all) ?? new Map<string, ReadonlyMap<string | undefined, LiveResource>>();
  ownersIn.set(all, fields);
  const known =
    fields.get(name) ??
    new Map(all.map((live) => [slotOfLive(planning, live, name), live] as const).reverse());
  fields.set(name, known);
  return known;
}

/** Where a unique value must be unique: the parent, or the container for items that live in theirs (A23). */
function scopeOf(planning: PlanContext, resource: DesiredResource): string {
  const { sequence } = planning.kinds.get(resource.kind);
  const owner =
    sequence?.addressIn === "container" ? (resource.container ?? resource.parent) : resource.parent;
  return `${resource.kind} ${owner ?? resource.organization}`;
}

/** The slot of a value among those that a resource stands beside. */
function slotIn(planning: PlanContext, resource: DesiredResource, value: Json): string {
  return slotOf(scopeOf(planning, resource), value);
}

function slotOf(scope: string, value: Json): string {
  return `${scope} ${String(value)}`;
}
