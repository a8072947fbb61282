import fc from "fast-check";
import type { NavItem, Tree } from "./site-tree.ts";
import type { SiteWorld } from "./site-world.ts";
import { groupsIn, isSection, itemsIn, type Layout, sectionsIn } from "./structure-model.ts";

/** A structure as it is, and as it shall be: some of it is new, and some of it goes. */
export interface StructureWorld {
  readonly live: Layout;
  readonly wanted: Layout;
}

interface Size {
  readonly sections: number;
  readonly groups: number;
  readonly depth: number;
}

/** Any two layouts of some of the same items. */
export function structureWorld(size: Size): fc.Arbitrary<StructureWorld> {
  const one = anyLayout(size);
  return fc.record({ live: one, wanted: one });
}

function anyLayout({ sections, groups, depth }: Size): fc.Arbitrary<Layout> {
  const some = (first: string, count: number): fc.Arbitrary<string[]> => {
    const all = Array.from({ length: count }, (_, index) => String.fromCharCode(first.charCodeAt(0) + index));
    return fc.shuffledSubarray(all);
  };
  const places = fc.array(fc.nat(100), { minLength: sections + groups, maxLength: sections + groups });
  return fc.record({ groups: some("A", groups), sections: some("a", sections), places }).map((drawn) => {
    const numbers = [...drawn.places];
    const put = (layout: Layout, text: string, deepest: number): Layout => {
      const spots = spotsIn(layout, deepest);
      const at = spots[(numbers.pop() ?? 0) % spots.length] ?? 0;
      return layout.slice(0, at) + text + layout.slice(at);
    };
    const grouped = drawn.groups.reduce((layout, group) => put(layout, `${group}[]`, depth - 1), "");
    return drawn.sections.reduce((layout, section) => put(layout, section, depth), grouped);
  });
}

/** Where an item can stand, down to a depth. */
function spotsIn(layout: Layout, deepest: number): readonly number[] {
  let depth = 0;
  return [...layout, ""].flatMap((mark, at) => {
    const here = depth <= deepest && mark !== "[" ? [at] : [];
    if (mark === "[") depth++;
    if (mark === "]") depth--;
    return here;
  });
}

/** All layouts of some of the given items, down to a depth. */
export function allLayouts(sections: string, groups: string, deepest: number): readonly Layout[] {
  const grow = (layouts: readonly Layout[], text: string, depth: number): readonly Layout[] => {
    const grown = layouts.flatMap((layout) =>
      spotsIn(layout, depth).map((at) => layout.slice(0, at) + text + layout.slice(at)),
    );
    return [...new Set([...layouts, ...grown])];
  };
  const grouped = [...groups].reduce<readonly Layout[]>(
    (layouts, group) => grow(layouts, `${group}[]`, deepest - 1),
    [""],
  );
  return [...sections].reduce((layouts, section) => grow(layouts, section, deepest), grouped);
}

/** The site with such a structure: its sections show one space each, and are known by their titles. */
export function siteOf({ live, wanted }: StructureWorld): SiteWorld {
  return { live: treeOf(live), wanted: treeOf(wanted), publish: false };
}

function treeOf(layout: Layout): Tree {
  const item = (name: string): NavItem =>
    isSection(name)
      ? {
          type: "section",
          key: name,
          title: `Section ${name}`,
          id: `sec_${name}`,
          spaces: [{ type: "space", space: "sp0", id: `ss_${name}` }],
        }
      : {
          type: "group",
          key: name,
          title: `Group ${name}`,
          id: `grp_${name}`,
          items: itemsIn(layout, name).map(item),
        };
  return { form: "nested", items: itemsIn(layout, "").map(item) };
}

/** Number of items of a layout. */
export function sizeOf(layout: Layout): number {
  return sectionsIn(layout).length + groupsIn(layout).length;
}
