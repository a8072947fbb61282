import { organizationOf } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import { keyAt, type LiveResource, liveKey } from "../model/live.ts";
import { treeParentKey } from "../planner/match/tree-kind.ts";
import { ownerKeys, parentKey } from "../planner/state/live-address.ts";
import type { Planning } from "../planner/state/planning.ts";
import { equalJson, isObject, type Json } from "../text/json.ts";
import { pathsOf } from "./after-images.ts";
import { valueNowAt } from "./before-images.ts";
import type { Created } from "./created-objects.ts";
import type { LeftByRuns } from "./left-by-runs.ts";

/** Objects that a run created, the live state of now, and what is known of how the run left them. */
interface CreatedByRun {
  readonly created: readonly Created[];
  readonly view: Planning;
  readonly left: LeftByRuns;
  readonly overwrites: (address: string) => boolean;
  /** Was an object there before the run, by its `liveKey`? */
  readonly wasThere: (key: string) => boolean;
}

/**
 * Why objects that a run created stay, by `liveKey`: somebody has changed them, or put something into them, or they may be
 * somebody else's. A reason is empty where an object stays since its parent does.
 */
export function whyCreatedStay(run: CreatedByRun): ReadonlyMap<string, string> {
  const live = run.created.flatMap((one) => {
    const found = run.view.liveByKey(keyAt(one));
    return found === undefined || run.overwrites(one.address) ? [] : [{ one, found }];
  });
  const known = new Map(live.map(({ one, found }) => [keyAt(one), found]));
  const why = new Map<string, string>();
  for (const { one, found } of live) {
    const reason = reasonOf(run, one, found);
    if (reason === undefined) continue;
    why.set(keyAt(one), reason);
    for (const outer of parentsOf(run.view, found, known))
      if (!why.has(outer))
        why.set(outer, `"${run.view.kinds.get(one.kind).label(found.answer)}" stays in it`);
  }
  for (const { one, found } of live)
    if (!why.has(keyAt(one)) && ownersIn(run.view, found).some((key) => why.has(key)))
      why.set(keyAt(one), "");
  return why;
}

/** The keys of the parents of an object, without collections: their children are not deleted with them. */
function ownersIn({ kinds }: Planning, live: LiveResource): readonly string[] {
  const kind = kinds.get(live.kind);
  return [...ownerKeys(kind, live), ...[parentKey(kind, live) ?? []].flat()];
}

/** The created parents of an object, at any depth. */
function parentsOf(
  view: Planning,
  live: LiveResource,
  known: ReadonlyMap<string, LiveResource>,
): readonly string[] {
  const inTree = live.deleted === true ? undefined : treeParentKey(view.kinds.get(live.kind), live);
  const direct = [...ownersIn(view, live), inTree ?? ""].filter(
    (key) => known.has(key) && key !== liveKey(live),
  );
  return direct.flatMap((key) => {
    const outer = known.get(key);
    return outer === undefined ? [] : [key, ...parentsOf(view, outer, known)];
  });
}

function reasonOf(run: CreatedByRun, one: Created, live: LiveResource): string | undefined {
  if (one.found === true)
    return `the answer of its create was lost, and "${one.id}" was found by reading: it may be somebody else's`;
  const changed = pathsOf(run.view.kinds, one.kind).filter((path) => isChanged(run, one, live, path));
  const names = [
    ...changed.map((path) => (path.startsWith("order") ? "what is in it" : path)),
    ...(isFilled(run, live) ? ["what is in it"] : []),
  ];
  return names.length === 0 ? undefined : `it was changed after the run (${[...new Set(names)].join(", ")})`;
}

function isChanged(run: CreatedByRun, one: Created, live: LiveResource, path: string): boolean {
  const { view, left, created } = run;
  const field = view.kinds.get(one.kind).fields[path];
  const was = left.created(keyAt(one))?.[path];
  const now = valueNowAt(view, live, path) ?? null;
  if (field === undefined) {
    const own = new Set([...idsIn(was ?? null), ...created.map(({ id }) => id)]);
    return was !== undefined && idsIn(now).some((id) => !own.has(id));
  }
  // The platform chooses these, a place is nothing that gets lost, and a value of its own may show that of the parent.
  if ([field.defaultChild, field.tree, field.ownCalls].some((trait) => trait !== undefined)) return false;
  if (field.membership !== undefined) return was !== undefined && hasMore(was, now);
  if (was !== undefined) return !equalJson(was, now);
  const sent = left.values(imageOf(one), path, field);
  return sent.length > 0 && !sent.some((value) => equalJson(value, now));
}

/** Did somebody put an item of a structure into it? The run itself may have moved some there. */
function isFilled({ view, left, created, wasThere }: CreatedByRun, live: LiveResource): boolean {
  const own = new Set(created.map(({ id }) => id));
  const known = left.inside(live.id);
  const isIn = ({ kind, answer }: LiveResource): boolean =>
    view.kinds.get(kind).sequence?.containerOf(answer) === live.id;
  return view
    .liveInside(live)
    .filter((one) => isIn(one) && !own.has(one.id))
    .some((one) => (known === undefined ? !wasThere(liveKey(one)) : !known.has(one.id)));
}

/** Has somebody another role, or joined? A person who left is not lost with the object. */
function hasMore(was: Json, now: Json): boolean {
  const roles = isObject(was) ? was : {};
  return Object.entries(isObject(now) ? now : {}).some(([id, role]) => roles[id] !== role);
}

function idsIn(ids: Json): readonly string[] {
  if (typeof ids === "string") return [ids];
  if (Array.isArray(ids)) return ids.flatMap((one: Json) => idsIn(one));
  return isObject(ids) ? Object.values(ids).flatMap(idsIn) : [];
}

/** An image of an object that was not there before. */
function imageOf({ address, kind, id }: Created): BeforeImage {
  return { organization: organizationOf(address), address, kind, id, values: {} };
}
