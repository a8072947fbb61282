import fc from "fast-check";
import { freshSpace, type GroupItem, ghost, groupsOf, type NavItem, type Tree } from "./site-tree.ts";
import type { SiteWorld } from "./site-world.ts";
import { siteOf, structureWorld } from "./structure-world.ts";
import { type World, world } from "./world.ts";

/** Worlds of the edition gitbook: those of the reference as it has them, and structures where everything moves. */
export const gitbookWorld: fc.Arbitrary<World> = fc
  .oneof(
    { weight: 2, arbitrary: world },
    {
      weight: 1,
      arbitrary: structureWorld({ sections: 4, groups: 3, depth: 2 }).map(
        (drawn): World => ({ site: siteOf(drawn) }),
      ),
    },
  )
  .map(inGitbook);

/** One of three cases is in the edition gitbook. */
export const worldOfEither: fc.Arbitrary<World> = inEither(world);

/** Any worlds, of which one of three is in the edition gitbook. The number is drawn last, so the worlds stay the same. */
export function inEither(worlds: fc.Arbitrary<World>): fc.Arbitrary<World> {
  return fc.tuple(worlds, fc.nat(2)).map(([drawn, number]) => (number === 0 ? inGitbook(drawn) : drawn));
}

/** A world as the edition gitbook has it: groups nest one level, and a space that is not there is made. */
export function inGitbook(drawn: World): World {
  const { site, ...others } = drawn;
  return { ...others, ...(site === undefined ? {} : { site: siteInGitbook(site) }), edition: "gitbook" };
}

/** A site as the edition gitbook has it. */
export function siteInGitbook({ live, wanted, ...others }: SiteWorld): SiteWorld {
  const before = live && shallow(live);
  const ids = new Set(before === undefined ? [] : groupsOf(before).map(({ id }) => id));
  const after: Tree = JSON.parse(JSON.stringify(shallow(wanted)).replaceAll(`"${ghost}"`, `"${freshSpace}"`));
  for (const group of groupsOf(after)) if (!ids.has(group.id)) forgetId(group);
  return { ...others, ...(before === undefined ? {} : { live: before }), wanted: after };
}

function forgetId(group: GroupItem): void {
  delete group.id;
  delete group.pinned;
}

/** The tree without groups in groups of groups: the items of these take their places. */
function shallow(tree: Tree): Tree {
  const visit = (items: readonly NavItem[], depth: number): NavItem[] =>
    items.flatMap((item): NavItem[] => {
      if (item.type === "section") return [item];
      const inner = visit(item.items, depth + 1);
      return depth > 1 ? inner : [{ ...item, items: inner }];
    });
  return tree.form === "flat" ? tree : { form: "nested", items: visit(tree.items, 0) };
}
