import { type Address, ownersOf } from "../../model/address.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import { afterReasons } from "../../model/documents/step-document.ts";
import { addTo, groupBy } from "../../model/group-by.ts";
import type { Hash } from "../../text/hash.ts";
import { compareText, type Json, type JsonObject } from "../../text/json.ts";
import { type SharedCall, type StepDraft, sourcesOf, withPrerequisites } from "../state/draft.ts";
import { withAudience } from "./access-order.ts";
import { withJoinedCalls } from "./joined-calls.ts";
import { withSharedCalls } from "./shared-calls.ts";
import { breakCircles } from "./value-circles.ts";

/** The keys of the calls that come before each call, by its key. */
type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** Steps in an order that respects `after`, or the diagnostics that prevent one. */
interface Ordered {
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Puts drafts in order. A prerequisite follows from outputs that a call uses, from references that are released before
 * a delete, from unique values that are freed before they are taken, from `isLast`, and from access; never from
 * numbers.
 */
export function orderDrafts(drafts: readonly StepDraft[], hash: Hash): Ordered {
  const free = breakCircles(withReleases(withOutputs(drafts)), hash);
  const complete = withAudience(withLast(free));
  const sorted = topological(complete, edgesOf(complete));
  if (sorted.length === complete.length)
    return { steps: numbered(shared(inOneCall(sorted))), diagnostics: [] };
  const placed = new Set(sorted);
  return { steps: [], diagnostics: [inCircle(complete.filter((draft) => !placed.has(draft)))] };
}

/** The calls in their order, fewer where some are joined. */
function inOneCall(sorted: readonly StepDraft[]): readonly StepDraft[] {
  const joined = withJoinedCalls(sorted);
  return joined.length === sorted.length ? sorted : topological(joined, edgesOf(joined));
}

/** The same, in calls that several of them share. */
function shared(sorted: readonly StepDraft[]): readonly StepDraft[] {
  const sharing = withSharedCalls(sorted);
  return sharing === sorted ? sorted : topological(sharing, edgesOf(sharing));
}

function numbered(sorted: readonly StepDraft[]): readonly Step[] {
  const ids = new Map(sorted.map(({ key }, index) => [key, `s${index + 1}`]));
  return sorted.map((draft) => toStep(draft, ids));
}

function inCircle(stuck: readonly StepDraft[]): Diagnostic {
  const names = [...new Set(stuck.map(({ address }) => address))];
  return error("DF3007", `the steps for ${names.join(", ")} wait for each other`, {
    hint: `apply a part of it first, for example with --target ${names[0]}, or in two changes of the manifests`,
  });
}

function withOutputs(drafts: readonly StepDraft[]): readonly StepDraft[] {
  return drafts.map((draft) => {
    const explained = new Set(draft.after.map(({ key }) => key));
    const named = sourcesOf(draft.body).filter((key) => !explained.has(key));
    const inside = withPrerequisites(draft, sourcesOf(draft.params as JsonObject), "parent");
    return withPrerequisites(inside, named, "reference");
  });
}

/** A delete waits for every call that ends a reference to its object. */
function withReleases(drafts: readonly StepDraft[]): readonly StepDraft[] {
  const releasing = new Map<string, string[]>();
  for (const { key, releases } of drafts) {
    for (const id of releases ?? []) addTo(releasing, id, key);
  }
  return drafts.map((draft) => {
    const keys = (draft.deletes ?? []).flatMap((id) => releasing.get(id) ?? []);
    const before = keys.filter((key) => key !== draft.key);
    return withPrerequisites(draft, before, "release");
  });
}

/** Publishing waits for every other call at the resource and in it. */
function withLast(drafts: readonly StepDraft[]): readonly StepDraft[] {
  const inside = new Map<Address, string[]>();
  for (const { isLast, address } of drafts) if (isLast === true) inside.set(address, []);
  for (const { key, address } of drafts) for (const owner of ownersOf(address)) inside.get(owner)?.push(key);
  return drafts.map((draft) => {
    if (draft.isLast !== true) return draft;
    const others = (inside.get(draft.address) ?? []).filter((key) => key !== draft.key);
    return withPrerequisites(draft, others, "publish");
  });
}

function edgesOf(drafts: readonly StepDraft[]): Edges {
  return new Map(drafts.map(({ key, after }) => [key, new Set(after.map((one) => one.key))]));
}

/** Kahn's algorithm. Of the calls that are ready, the first in the plan goes first. */
function topological(drafts: readonly StepDraft[], after: Edges): readonly StepDraft[] {
  const waiting = new Map(drafts.map(({ key }) => [key, after.get(key)?.size ?? 0]));
  const users = new Map<string, string[]>();
  for (const [key, sources] of after) for (const source of sources) addTo(users, source, key);
  const places = new Map(drafts.map(({ key }, index) => [key, index]));
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  // A stack: what goes first is at its end.
  const ready = drafts.flatMap(({ key }) => (waiting.get(key) === 0 ? [key] : [])).reverse();
  const sorted: StepDraft[] = [];
  for (let key = ready.pop(); key !== undefined; key = ready.pop()) {
    const draft = byKey.get(key);
    if (draft !== undefined) sorted.push(draft);
    const freed = (users.get(key) ?? []).filter((user) => countDown(waiting, user) === 0);
    for (const user of freed.sort((a, b) => (places.get(b) ?? 0) - (places.get(a) ?? 0))) ready.push(user);
  }
  return sorted;
}

function countDown(waiting: Map<string, number>, key: string): number {
  const left = (waiting.get(key) ?? 0) - 1;
  waiting.set(key, left);
  return left;
}

function toStep(draft: StepDraft, ids: ReadonlyMap<string, string>): Step {
  const { address, params, body, wait, onto } = draft;
  const { name: operation, method, path } = draft.operation;
  return {
    id: ids.get(draft.key) ?? "",
    address,
    operation,
    method,
    path,
    params: renamed(params, ids) as Record<string, Json>,
    ...(body === undefined ? {} : { body: renamed(body, ids) }),
    ...(draft.shared === undefined ? {} : { shared: sharedCall(draft.shared, ids) }),
    ...afterIn(draft, ids),
    ...(wait === undefined
      ? {}
      : { wait: { ...wait, params: renamed(wait.params, ids) as Record<string, Json> } }),
    ...(onto === undefined ? {} : { onto }),
  };
}

function sharedCall(
  { operation, item, call = "" }: SharedCall,
  ids: ReadonlyMap<string, string>,
): NonNullable<Step["shared"]> {
  const { name, method, path, items } = operation;
  return { call, operation: name, method, path, list: items?.list ?? "", item: renamed(item, ids) };
}

/** The steps that come first, by their numbers, and why each does. */
function afterIn(
  { after }: StepDraft,
  ids: ReadonlyMap<string, string>,
): Pick<Step, "after" | "afterReasons"> {
  const byStep = groupBy(after, ({ key }) => ids.get(key) ?? key);
  const sorted = [...byStep].sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)) || compareText(a, b));
  if (sorted.length === 0) return { after: [] };
  const reasons = sorted.map(([id, all]) => {
    const said = new Set(all.map(({ because }) => because));
    return [id, afterReasons.filter((reason) => said.has(reason))] as const;
  });
  return { after: sorted.map(([id]) => id), afterReasons: Object.fromEntries(reasons) };
}

/** Replaces the keys of drafts in `$from` by the ids of their steps. */
function renamed(value: Json, ids: ReadonlyMap<string, string>): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => renamed(item, ids));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, inner]) => [
      key,
      key === "$from" && typeof inner === "string" ? (ids.get(inner) ?? inner) : renamed(inner, ids),
    ]),
  );
}
