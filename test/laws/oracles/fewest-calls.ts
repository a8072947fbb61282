import { longestIncreasing } from "../worlds/order-world.ts";
import { groupsOf, type SectionItem, type SpaceItem, sectionsOf, type Tree } from "../worlds/site-tree.ts";
import type { SiteWorld } from "../worlds/site-world.ts";

/**
 * Fewest calls for a site without groups whose items keep their identity (by id, path or space), by arithmetic of
 * its own: creates, deletes, one update for each item that differs, and n − LIS moves in each list.
 */
export function fewestCalls({ live, wanted, publish }: SiteWorld): number {
  if (live === undefined) throw new Error("the bound is for a site that is there");
  const switched = publish ? 1 : 0;
  if (live.form === "flat" && wanted.form === "flat")
    return switched + callsForSpaces(live.spaces, wanted.spaces);
  const before = sectionsOf(live);
  const after = sectionsOf(wanted);
  const old = new Map(before.map((section) => [section.id, section]));
  const calls = after.map((section) => callsForSection(section, old.get(section.id ?? "new")));
  return switched + sum(calls) + callsForOrder(before.map(idOf), after.map(idOf));
}

function idOf({ id }: SectionItem): string | undefined {
  return id;
}

/** Its fields and its spaces; the create brings the title, the icon and the first space. */
function callsForSection(wanted: SectionItem, live: SectionItem | undefined): number {
  const { spaces = live?.spaces ?? [] } = wanted;
  if (live === undefined) {
    const [first, ...rest] = spaces;
    return (wanted.path === undefined ? 0 : 1) + (needsUpdate(first) ? 1 : 0) + callsForSpaces([], rest);
  }
  const differs = wanted.title !== live.title || wanted.path !== live.path || changesIcon(wanted, live);
  return (differs ? 1 : 0) + callsForSpaces(live.spaces ?? [], spaces);
}

function changesIcon(wanted: SectionItem, live: SectionItem): boolean {
  return wanted.icon !== undefined && wanted.icon !== live.icon;
}

function callsForSpaces(before: readonly SpaceItem[], after: readonly SpaceItem[]): number {
  const live = new Map(before.map((item) => [item.space, item]));
  const updates = after.filter((item) => {
    const old = live.get(item.space);
    return old === undefined ? needsUpdate(item) : (item.hidden ?? false) !== (old.hidden ?? false);
  });
  const key = ({ space }: SpaceItem): string => space;
  return updates.length + callsForOrder(before.map(key), after.map(key));
}

/** A create says which space it shows, and nothing more. */
function needsUpdate(item: SpaceItem | undefined): boolean {
  return item?.path !== undefined || item?.hidden === true;
}

/** Creates, deletes and moves of one list; what has no name yet is new. */
function callsForOrder(
  before: readonly (string | undefined)[],
  after: readonly (string | undefined)[],
): number {
  const kept = before.filter((name) => after.includes(name));
  const isNew = (name: string | undefined): boolean => name === undefined || !before.includes(name);
  const created = after.filter(isNew).length;
  const deleted = before.length - kept.length;
  // Created items stand at the end, in the order of their creation.
  let born = 0;
  const places = after.map((name) => (isNew(name) ? kept.length + born++ : kept.indexOf(name)));
  return created + deleted + after.length - longestIncreasing(places);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** No plan of a site with groups takes more: each item is created, updated, moved twice, or deleted. */
export function atMostCalls({ live, wanted }: SiteWorld): number {
  const size = (tree: Tree | undefined, sections: number, groups: number, spaces: number): number => {
    if (tree === undefined) return 0;
    if (tree.form === "flat") return tree.spaces.length * spaces;
    const all = sectionsOf(tree);
    const shown = sum(all.map((section) => section.spaces?.length ?? 0));
    return all.length * sections + groupsOf(tree).length * groups + shown * spaces;
  };
  return 3 + size(live, 1, 1, 1) + size(wanted, 5, 2, 3);
}
