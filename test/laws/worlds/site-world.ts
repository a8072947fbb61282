import fc from "fast-check";
import { withClearNames } from "./clear-names.ts";
import { type Edit, edited, someEdits } from "./site-edits.ts";
import {
  type Depth,
  flatTree,
  freshSpace,
  ghost,
  given,
  nestedTree,
  possible,
  sectionsOf,
  spaceKeys,
  type Tree,
  toManifest,
  toSeed,
} from "./site-tree.ts";

/** A site as it is, and as it shall be. */
export interface SiteWorld {
  /** Left out: there is no such site yet. */
  readonly live?: Tree;
  readonly wanted: Tree;
  /** Which section or root space shall be the default; left out: the manifest does not say. */
  readonly first?: number;
  readonly publish: boolean;
}

/** The content of the organization of every world, without its sites. */
const everySpace = spaceKeys.map((key) => ({ id: `space_${key}`, title: `Space ${key}` }));

/** Any site and what shall become of it, with groups down to the given depth. */
export function siteWorld(depth: Depth, names?: Parameters<typeof someEdits>[1]): fc.Arbitrary<SiteWorld> {
  const tree = fc.oneof(
    { weight: 1, arbitrary: flatTree },
    { weight: depth === 0 ? 1 : 6, arbitrary: nestedTree(depth) },
  );
  return fc
    .record({
      live: tree,
      isNew: fc.boolean(),
      other: fc.option(tree, { freq: 12 }),
      edits: someEdits(4, names),
      first: fc.option(fc.nat(10)),
      publish: fc.boolean(),
    })
    .map(worldOf);
}

interface Drawn {
  readonly live: Tree;
  readonly isNew: boolean;
  readonly other: Tree | null;
  readonly edits: readonly Edit[];
  readonly first: number | null;
  readonly publish: boolean;
}

function worldOf({ live, isNew, other, edits, first, publish }: Drawn): SiteWorld {
  const start = other === null ? live : withoutIds(other);
  const fresh = isNew && other !== null;
  const wanted = edited(fresh ? withoutIds(start) : start, edits);
  return {
    ...(fresh ? {} : { live }),
    wanted: fresh ? wanted : withClearNames(wanted, live),
    ...(first === null ? {} : { first }),
    publish,
  };
}

/** A wanted structure without a live one: no part of it is pinned, or left as it is. */
function withoutIds(tree: Tree): Tree {
  return JSON.parse(JSON.stringify(tree), (key, value) => (key === "id" ? undefined : value));
}

/** The organization with the site and its neighbour, as a seed of the platform. */
export function seedOfSite({ live }: Pick<SiteWorld, "live">): SeedOrganization {
  const site = live === undefined ? [] : [{ id: "site_hub", title: "Hub", structure: toSeed(live) }];
  return { id: "org_acme", title: "Acme", spaces: everySpace, sites: [...site, neighbour] };
}

/** An organization of a seed. */
export interface SeedOrganization {
  readonly id: string;
  readonly title: string;
  readonly sites: readonly object[];
  readonly [more: string]: unknown;
}

const neighbour = {
  id: "site_other",
  title: "Other",
  structure: [
    {
      group: "Group g0",
      children: [{ section: "Section s0", path: "p-s0", spaces: [{ space: "space_sp0" }] }],
    },
  ],
};

/** The manifest that declares the site and the spaces. */
export function manifestOfSite(world: SiteWorld): SiteManifest {
  const { wanted, publish } = world;
  const text = JSON.stringify(wanted);
  const named = [...spaceKeys, ...[ghost, freshSpace].filter((key) => text.includes(`"${key}"`))];
  const spaces = Object.fromEntries(named.map((key) => [key, { title: `Space ${key}` }]));
  const hub = given({
    title: "Hub",
    published: publish ? true : undefined,
    ...defaultOf(world),
    structure: toManifest(wanted),
  });
  return { organization: "acme", spaces, sites: { hub } };
}

/** A manifest with sites. */
export interface SiteManifest {
  readonly organization: string;
  readonly sites: Readonly<Record<string, unknown>>;
  readonly [more: string]: unknown;
}

/** The default that the manifest names. */
export function defaultOf({ wanted, first }: SiteWorld): {
  defaultSiteSection?: string;
  defaultSiteSpace?: string;
} {
  if (first === undefined) return {};
  const tree = possible(wanted);
  const keys =
    tree.form === "flat" ? tree.spaces.map(({ space }) => space) : sectionsOf(tree).map(({ key }) => key);
  const key = keys[first % Math.max(keys.length, 1)];
  if (key === undefined) return {};
  return tree.form === "flat" ? { defaultSiteSpace: key } : { defaultSiteSection: key };
}
