import { equalJson } from "../../text/json.ts";
import type { Content, PageState } from "../store/content-state.ts";
import { withUniqueSlugs } from "./pages.ts";

/**
 * Merges two edits of the same content. Objects that the change request edited since `base` come from it,
 * even when the space removed them meanwhile. The others come from the space. Pages, files and reusable
 * contents are compared by id, variables by name. Nothing moves a page.
 */
export function mergeContent(base: Content, space: Content, changeRequest: Content): Content {
  return {
    pages: withUniqueSlugs(mergeLists(base.pages, space.pages, changeRequest.pages, mergePage)),
    files: mergeLists(base.files, space.files, changeRequest.files, mergeWhole),
    reusableContents: mergeLists(
      base.reusableContents,
      space.reusableContents,
      changeRequest.reusableContents,
      mergeWhole,
    ),
    variables: mergeVariables(base.variables, space.variables, changeRequest.variables),
  };
}

/** Merges two versions of one object; `base` is undefined when both sides added it. */
type MergeItem<T> = (base: T | undefined, space: T, changeRequest: T) => T;

interface Identified {
  readonly id: string;
}

function mergeLists<T extends Identified>(
  base: readonly T[],
  space: readonly T[],
  changeRequest: readonly T[],
  mergeItem: MergeItem<T>,
): T[] {
  if (space === changeRequest) return [...space];
  const before = byId(base);
  const theirs = byId(changeRequest);
  const merged = space.flatMap((item) => {
    const edited = theirs.get(item.id);
    if (edited !== undefined) return [mergeItem(before.get(item.id), item, edited)];
    return before.has(item.id) ? [] : [item];
  });
  const there = new Set(space.map(({ id }) => id));
  changeRequest.forEach((item, index) => {
    if (there.has(item.id) || equalJson(before.get(item.id), item)) return;
    const previous = changeRequest[index - 1]?.id;
    merged.splice(merged.findIndex(({ id }) => id === previous) + 1 || merged.length, 0, item);
  });
  return merged;
}

function byId<T extends Identified>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function mergeWhole<T>(base: T | undefined, space: T, changeRequest: T): T {
  return equalJson(base, changeRequest) ? space : changeRequest;
}

function mergePage(base: PageState | undefined, space: PageState, changeRequest: PageState): PageState {
  const own = mergeWhole(base && withoutPages(base), withoutPages(space), withoutPages(changeRequest));
  return { ...own, pages: mergeLists(base?.pages ?? [], space.pages, changeRequest.pages, mergePage) };
}

function withoutPages(page: PageState): PageState {
  return { ...page, pages: [] };
}

type Variables = Content["variables"];

function mergeVariables(base: Variables, space: Variables, changeRequest: Variables): Variables {
  const entries = (variables: Variables) => Object.entries(variables).map(([id, value]) => ({ id, value }));
  const merged = mergeLists(entries(base), entries(space), entries(changeRequest), mergeWhole);
  return Object.fromEntries(merged.map(({ id, value }) => [id, value]));
}
