import type { DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName, perKind } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import type { Possible } from "../diff/created-by.ts";
import type { UniqueValue } from "../draft.ts";
import { holderOf } from "../live-parent.ts";
import { liveValue } from "../match/identity.ts";
import { targetOf } from "../planning.ts";

/** A unique value that a resource shall get, as other drafts see it. */
export function claimedValue(
  planning: Possible,
  resource: DesiredResource,
  { name, field, value }: { readonly name: string; readonly field: Field; readonly value: Json },
): UniqueValue {
  const slot = slotIn(planning, resource, value);
  // The value for the meantime is made of this one, and is shown.
  const shown = resource.sensitive.includes(name) ? resource.key.toLowerCase() : String(value);
  return { slot, field: apiName(name, field), value: shown, maxLength: maxLengthOf(field) };
}

/** As the schema of the field has it; a field that is unique is a text with an end. */
function maxLengthOf({ schema }: Field): number {
  const { maxLength } = schema as { readonly maxLength?: number | null };
  return maxLength ?? 100;
}

/** The slot that a resource gives up when its unique field changes: the live value, or what its create generated. */
export function freedSlots(
  planning: Possible,
  resource: DesiredResource,
  name: string,
  live: LiveResource | undefined,
): readonly string[] {
  const kind = planning.kinds.get(resource.kind);
  const value =
    live === undefined ? generatedValue(planning, resource, kind, name) : liveValue(kind, name, live);
  return value === undefined ? [] : [slotIn(planning, resource, value)];
}

/** The slots that a live resource gives up when it is deleted. */
export function slotsOfLive(planning: Possible, live: LiveResource): readonly string[] {
  return uniqueFields(planning.kinds.get(live.kind)).flatMap(
    (name) => slotOfLive(planning, live, name) ?? [],
  );
}

const uniqueFields = perKind(({ fields }) =>
  Object.entries(fields).flatMap(([name, { unique }]: [string, Field]) =>
    unique === undefined ? [] : [name],
  ),
);

function slotOfLive(planning: Possible, live: LiveResource, name: string): string | undefined {
  const kind = planning.kinds.get(live.kind);
  const value = liveValue(kind, name, live);
  if (value === undefined) return undefined;
  const owner = holderOf(planning, live);
  const address = owner === undefined ? live.organization : planning.matching.addressOf(owner);
  return slotOf(`${live.kind} ${address}`, value);
}

/** The slots that something new in a parent has, when the platform gives it a title. */
export function slotsOfTitle(kind: Kind, parent: DesiredResource, title: string): readonly string[] {
  const isUnique = Object.values(kind.fields).some(({ unique }) => unique !== undefined);
  return isUnique ? [slotOf(`${kind.name} ${parent.address}`, slugOf(title))] : [];
}

/** Why a resource cannot have a unique value: a declared resource beside it has the value, and keeps it. */
export function whyTaken(
  planning: Possible,
  resource: DesiredResource,
  name: string,
  wanted: Json,
): string | undefined {
  const owner = liveOwner(planning, resource, name, wanted);
  const other = planning.resourceAt((owner && planning.matching.addressOf(owner)) ?? "");
  if (other === undefined || other === resource || other.absent) return undefined;
  if (other.values[name] !== undefined && !other.ignore.includes(name)) return undefined;
  const shown = resource.sensitive.includes(name) ? "" : ` "${wanted}"`;
  return `${other.address} has the ${name}${shown}, and keeps it; declare another ${name} for it`;
}

function liveOwner(
  planning: Possible,
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
  planning: Possible,
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
function scopeOf(planning: Possible, resource: DesiredResource): string {
  const { sequence } = planning.kinds.get(resource.kind);
  const owner =
    sequence?.addressIn === "container" ? (resource.container ?? resource.parent) : resource.parent;
  return `${resource.kind} ${owner ?? resource.organization}`;
}

/** The slot of a value among those that a resource stands beside. */
function slotIn(planning: Possible, resource: DesiredResource, value: Json): string {
  return slotOf(scopeOf(planning, resource), value);
}

function slotOf(scope: string, value: Json): string {
  return `${scope} ${String(value)}`;
}

/** The value that the platform most likely generates for a new resource (A23). */
function generatedValue(
  planning: Possible,
  resource: DesiredResource,
  kind: Kind,
  name: string,
): string | undefined {
  const from = kind.fields[name]?.unique?.madeFrom ?? "";
  const field = kind.fields[from];
  const written = resource.values[from];
  if (field === undefined || written === undefined) return undefined;
  const target = targetOf(planning, resource, field, written);
  if (target === undefined) return slugOf(String(written));
  const { organization } = resource;
  const live =
    target.address === undefined
      ? planning.liveByKey(liveKey({ organization, kind: field.refersTo ?? "", id: target.id }))
      : planning.matching.liveOf(target.address);
  return live === undefined ? undefined : slugOf(planning.kinds.get(live.kind).label(live.answer));
}

function slugOf(title: string): string {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
}
