import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { Live, LiveResource } from "../../model/live.ts";
import { timesStarted } from "../../model/task-runs.ts";
import { atPointer, compareText, isObject, type Json, withSortedKeys } from "../../text/json.ts";
import { liveReference } from "../diff/reference-side.ts";
import { liveValue } from "../match/identity.ts";
import { isTreeKind } from "../match/tree-kind.ts";
import { type Family, familiesOf, liveOrder } from "../sequence/structure.ts";
import { liveItem } from "../state/live-address.ts";
import type { Planning } from "../state/planning.ts";
import { planningOf } from "../state/planning-index.ts";
import { type LiveTree, liveTreeOf } from "../tree/live-tree.ts";

/** The live state alone, as a plan and a later check see it: nothing is declared, so all go by their ids. */
export function viewOf(live: Live, kinds: KindIndex): Planning {
  const nothing = { organizations: [], resources: [] };
  const unmatched = { liveOf: () => undefined, addressOf: () => undefined, diagnostics: [] };
  return planningOf(nothing, live, kinds, unmatched, new Map(), {
    mask: () => "",
    resend: new Set(),
  });
}

/** The snapshot where there is no value and null would be one (`nullMeans`). */
const noValue: Json = { $none: true };

/** Is a value that was seen none? */
export function isNone(seen: Json): boolean {
  return seen === null || (isObject(seen) && seen.$none === true);
}

/** The subject of a snapshot: a live object, or an organization as a whole. */
export interface SnapshotSubject {
  readonly organization: string;
  /** Left out for the organization. */
  readonly kind?: Kind;
  readonly live?: LiveResource;
}

/**
 * The live value at a path, null when there is none (`{ $none: true }` where null is a value of its own): a field,
 * `members` or `members.<id>`, the ids in a collection (`shareLinks`), the ids in order by container
 * (`order.<kinds>`), the children of a parent in the tree, in order (`order`), since when something that can be
 * restored is deleted, how often a task was started (its name), or what an answer has at a JSON pointer
 * (`/siteSpaces`).
 */
export function snapshotValue(view: Planning, looked: SnapshotSubject, path: string): Json {
  const { name, rest } = splitPath(path);
  const { kind, live } = looked;
  if (path === "order")
    return treeIn(view, looked.organization)
      .inside(live?.id)
      .map(({ id }) => id);
  if (name === "order") return ordersIn(view, looked, rest);
  if (isPointer(path)) return withSortedKeys(atPointer(live?.answer, path) ?? null);
  if (live !== undefined && kind?.task?.name === name) return timesStarted(kind.task, live.answer) ?? null;
  const field = kind?.fields[name];
  if (live !== undefined && name === kind?.tree?.restore?.deletedAt) return live.answer[name] ?? null;
  if (kind === undefined || live === undefined || field === undefined) return childIds(view, looked, name);
  if (field.membership !== undefined) {
    const roles = live.memberships[name] ?? {};
    return rest === "" ? withSortedKeys(roles) : (roles[rest] ?? null);
  }
  const isChild = field.defaultChild !== undefined;
  const value = isChild ? liveReference(view, kind, name, field, live)?.id : liveValue(kind, name, live);
  if (value === undefined) return field.nullMeans === undefined ? null : noValue;
  return withSortedKeys(value);
}

/** Is a path one into an answer, and no name? */
export function isPointer(path: string): boolean {
  return path.startsWith("/");
}

/** A path as the name at its head, and what comes after. */
export function splitPath(path: string): { readonly name: string; readonly rest: string } {
  const dot = path.indexOf(".");
  return dot < 0 ? { name: path, rest: "" } : { name: path.slice(0, dot), rest: path.slice(dot + 1) };
}

/** Kinds whose lists must have been read to look at a path, beside the object's own. */
export function kindsToRead(view: Planning, { kind }: SnapshotSubject, path: string): readonly Kind[] {
  const { name, rest } = splitPath(path);
  if (path === "order") return view.kinds.childrenOf().filter(isTreeKind);
  if (name === "order") {
    const kinds = familyNamed(view, kind, rest)?.kinds ?? [];
    // The container of the items says whose order it is: the spaces of a section, for example.
    const containers = kinds.flatMap(({ sequence }) => sequence?.containers ?? []);
    return [...new Set([...kinds, ...containers.map((one) => view.kinds.get(one))])];
  }
  const child = kind?.fields[name]?.defaultChild;
  if (child !== undefined) return [view.kinds.get(child)];
  return kind?.fields[name] === undefined ? childKind(view, kind, name) : [];
}

function childKind(view: Planning, kind: Kind | undefined, plural: string): readonly Kind[] {
  const own = view.kinds.childrenOf(kind?.name);
  const standing = kind?.tree?.holds === true ? view.kinds.childrenOf().filter(isTreeKind) : [];
  return [...own, ...standing].filter((one) => one.plural === plural);
}

function childIds(view: Planning, { organization, kind, live }: SnapshotSubject, plural: string): Json {
  const [child] = childKind(view, kind, plural);
  if (child === undefined) return null;
  const all =
    child.parent === kind?.name
      ? view.liveIn(organization, child.name, live?.id)
      : treeIn(view, organization).inside(live?.id);
  return all
    .filter((one) => one.kind === child.name && one.deleted !== true)
    .map(({ id }) => id)
    .sort(compareText);
}

/** Trees by the view and the organization that they are looked at in. */
const treesIn = new WeakMap<Planning, Map<string, LiveTree>>();

function treeIn(view: Planning, organization: string): LiveTree {
  const trees = treesIn.get(view) ?? new Map<string, LiveTree>();
  treesIn.set(view, trees);
  const placed = (): readonly LiveResource[] => {
    const kinds = view.kinds.childrenOf().filter(isTreeKind);
    return kinds.flatMap(({ name }) => view.liveIn(organization, name));
  };
  const tree = trees.get(organization) ?? liveTreeOf(view.kinds, placed());
  trees.set(organization, tree);
  return tree;
}

/** The name of a family in paths: the plurals of its kinds. */
export function familyName({ kinds }: Family): string {
  return kinds.map(({ plural }) => plural).join("+");
}

function familyNamed(view: Planning, kind: Kind | undefined, name: string): Family | undefined {
  return familiesOf(view, kind?.name ?? "").find((family) => familyName(family) === name);
}

function ordersIn(view: Planning, { kind, live }: SnapshotSubject, name: string): Json {
  const family = familyNamed(view, kind, name);
  if (family === undefined || live === undefined) return null;
  const bare = (item: string): string => liveItem(view, item)?.id ?? item;
  const entries = [...liveOrder(view, live, family)].map(
    ([container, items]) => [bare(container), items.map(bare)] as const,
  );
  return Object.fromEntries(entries);
}
