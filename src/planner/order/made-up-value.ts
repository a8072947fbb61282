import { once } from "../../contract/once.ts";
import type { Operation } from "../../contract/operation.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import type { Field, Kind } from "../../model/kind.ts";
import { apiName, perKind } from "../../model/kind-index.ts";
import { birthOf, type Possible, paramsOf } from "../diff/created-by.ts";
import { startOf } from "../diff/long-text.ts";
import { callKey, createKey, type Draft, takesField } from "../draft.ts";
import { hasOwner, madeUp, maxLengthOf, slotIn } from "./unique-value.ts";

/**
 * A unique value that the platform makes up for something new (A23), which keeps it, although another call takes it. So
 * it comes after that, or gets another value.
 */
export interface MadeUp {
  readonly slot: string;
  /** Key of the call that brings it into being. */
  readonly by: string;
  readonly other: () => OtherValue;
}

/** The call that gives something new a value which nothing else there has or gets, and how that is shown. */
export interface OtherValue {
  readonly instead: Draft;
  readonly shown: FieldChange;
}

/** What is made up although it is taken, in the order in which it is made. Most plans take nothing. */
export function takenMadeUp(planning: Possible, drafts: readonly Draft[]): readonly MadeUp[] {
  const taken = new Set(drafts.flatMap(({ takes = [] }) => takes.map(({ slot }) => slot)));
  if (taken.size === 0) return [];
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const made = newOnes(planning).filter(({ slot }) => taken.has(slot));
  const counts = new Map<string, number>();
  for (const { slot } of made) counts.set(slot, (counts.get(slot) ?? 0) + 1);
  const kept = made.filter(
    ({ key, api }) => byKey.get(key)?.takes?.some(({ field }) => field === api) !== true,
  );
  return inOrder(planning, kept).flatMap(({ by, one }) => {
    const isFree = (value: string): boolean =>
      !taken.has(slotIn(planning, one.resource, value)) && !hasOwner(planning, one.resource, one.name, value);
    const other = once((): OtherValue => {
      const value = freeValue(one, counts.get(one.slot) ?? 1, isFree);
      return { instead: callWith(planning, one, value), shown: { path: one.name, after: value } };
    });
    return byKey.has(by) ? [{ slot: one.slot, by, other }] : [];
  });
}

/** A value that the platform makes up for something new. */
interface Made {
  readonly resource: DesiredResource;
  readonly name: string;
  readonly field: Field;
  readonly api: string;
  readonly slot: string;
  readonly value: string;
  /** The operation that changes it, and the key of its call. */
  readonly operation: Operation;
  readonly key: string;
}

function newOnes(planning: Possible): readonly Made[] {
  const { desiredOf, kinds, matching, blockedReason } = planning;
  return desiredOf((kind) => madeFields(kind).length > 0).flatMap((resource) => {
    const { address, absent } = resource;
    if (absent || matching.liveOf(address) !== undefined || blockedReason(address) !== undefined) return [];
    const kind = kinds.get(resource.kind);
    return madeFields(kind).flatMap(({ operation, ...made }) => {
      const value = madeUp(planning, resource, kind, made.name);
      if (value === undefined) return [];
      const slot = slotIn(planning, resource, value);
      return [{ ...made, resource, slot, value, operation, key: callKey(address, operation) }];
    });
  });
}

/** Fields whose first value the platform makes up, with the operation that changes it. */
const madeFields = perKind(({ fields, operations }: Kind) =>
  Object.entries(fields).flatMap(([name, field]: [string, Field]) => {
    const api = apiName(name, field);
    const operation = operations.update?.find((update) => takesField(update, api));
    return field.unique?.madeFrom === undefined || operation === undefined
      ? []
      : [{ name, field, api, operation }];
  }),
);

/** In the order in which they come into being, each with the call that brings it: what a create takes along comes first. */
function inOrder(
  planning: Possible,
  all: readonly Made[],
): readonly { readonly by: string; readonly one: Made }[] {
  const parents = new Set(all.map(({ resource }) => resource.parent ?? ""));
  const created = [...parents].flatMap((parent) => planning.createdIn(parent));
  const places = new Map(created.map(({ address }, index) => [address, index]));
  return all
    .map((one) => {
      const { address, index = 0 } = one.resource;
      const birth = birthOf(planning, one.resource);
      const isOwn = birth.by === "own";
      const by = createKey(isOwn ? address : birth.holder.address);
      return { by, one, isOwn, place: isOwn ? (places.get(address) ?? 0) : index };
    })
    .sort((a, b) => Number(a.isOwn) - Number(b.isOwn) || a.place - b.place);
}

/** The value with a number, past those that as many new ones can get. */
function freeValue({ value, field }: Made, count: number, isFree: (value: string) => boolean): string {
  let left = count;
  for (let number = 2; ; number += 1) {
    const end = `-${number}`;
    const numbered = `${startOf(value, maxLengthOf(field) - end.length)}${end}`;
    if (isFree(numbered)) left -= 1;
    if (left === 0) return numbered;
  }
}

function callWith(planning: Possible, { resource, operation, key, api }: Made, value: string): Draft {
  const { address } = resource;
  const params = paramsOf(planning, operation, resource);
  return { key, address, operation, params, body: { [api]: value }, after: [] };
}

/** Changes that show the values which are given instead of those that are made up. */
export function withOtherValues(
  changes: readonly Change[],
  instead: readonly OtherValue[],
): readonly Change[] {
  if (instead.length === 0) return changes;
  const shown = new Map(instead.map((one) => [one.instead.address, one.shown]));
  return changes.map((change) => {
    const field = change.action === "create" ? shown.get(change.address) : undefined;
    return field === undefined ? change : { ...change, fields: [...(change.fields ?? []), field] };
  });
}
