import { type SpaceItem, sectionsOf, type Tree } from "./site-tree.ts";

/**
 * Names that contradict each other are an error (`natural-keys.test.ts`). Here a section says by its id which one it is, and
 * what has no id leaves its path out.
 */
export function withClearNames(tree: Tree, live: Tree): Tree {
  const before = sectionsOf(live);
  for (const section of sectionsOf(tree)) {
    const isUnclear = contradicts(section, before, ({ title }) => title);
    if (isUnclear && section.id !== undefined) section.pinned = true;
    else if (isUnclear) delete section.path;
    clearSpaces(
      section.spaces ?? [],
      before.flatMap(({ spaces = [] }) => spaces),
    );
  }
  if (tree.form === "flat" && live.form === "flat") clearSpaces(tree.spaces, live.spaces);
  return tree;
}

function clearSpaces(spaces: readonly SpaceItem[], before: readonly SpaceItem[]): void {
  for (const item of spaces) if (contradicts(item, before, ({ space }) => space)) delete item.path;
}

/** Has one live item the path, and another one the name? */
function contradicts<T extends { path?: string }>(
  item: T,
  before: readonly T[],
  nameOf: (item: T) => string,
): boolean {
  const isPath = (one: T): boolean => item.path !== undefined && one.path === item.path;
  const isName = (one: T): boolean => nameOf(one) === nameOf(item);
  const isWhole = before.some((one) => isPath(one) && isName(one));
  return !isWhole && before.some(isPath) && before.some(isName);
}
