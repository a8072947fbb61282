import fc from "fast-check";
import { given } from "./site-tree.ts";

/** A value as it is, and as it shall be; undefined: the platform's own, or not said. */
interface Both<T> {
  readonly live?: T | undefined;
  readonly wanted?: T | undefined;
}

/** A space where a section or the root of a site shows it. */
interface Showing extends Both<true> {
  readonly space: string;
  readonly condition: Both<string>;
  readonly path: Both<string>;
}

interface Section extends Both<true> {
  readonly key: string;
  readonly condition: Both<string>;
  readonly path: Both<string>;
  readonly inGroup: { readonly live: boolean; readonly wanted: boolean };
  readonly shows: readonly Showing[];
}

interface Site {
  /** Is there no such site yet? */
  readonly isNew: boolean;
  readonly visibility: Both<string>;
  readonly published: { readonly live: boolean; readonly wanted: boolean };
  readonly links: readonly { readonly live?: boolean | undefined; readonly wanted?: boolean | undefined }[];
  readonly sections: readonly Section[];
  /** Index of the section that visitors shall see first; undefined: not said. */
  readonly first?: number | undefined;
}

/** A collection or space: the collection that it is in, by number, and the level that it gives. */
interface Node {
  readonly parent: Both<number>;
  readonly level: Both<string>;
}

/** Everything that decides who can open what: sites, levels, and the roles that people get when they come. */
export interface AccessWorld {
  readonly sites: readonly Site[];
  readonly collections: readonly Node[];
  readonly spaces: readonly Node[];
  readonly providers: readonly Both<string>[];
  readonly defaultRole: Both<string>;
}

const spaces = ["a", "b", "c", "d"];
const visibilities = ["public", "unlisted", "share-link", "visitor-auth"];
const levels = ["inherit", "read", "edit", "admin"];
const conditions = ["visitor.claims.staff", "visitor.claims.beta"];

/** Mostly nothing changes; else a value is drawn for each side. */
function both<T>(value: fc.Arbitrary<T | undefined>): fc.Arbitrary<Both<T>> {
  return fc.oneof(
    { weight: 9, arbitrary: value.map((one) => ({ live: one, wanted: one })) },
    { weight: 1, arbitrary: fc.record({ live: value, wanted: value }) },
  );
}

const maybe = <T>(...values: readonly T[]) => fc.constantFrom<T | undefined>(undefined, ...values);
const there = both(fc.constantFrom<true | undefined>(true, true, undefined));

const showing = (space: string): fc.Arbitrary<Showing> =>
  fc.record({ there, condition: both(maybe(...conditions)), path: both(maybe("x", "y")) }).map((one) => ({
    space,
    ...one.there,
    condition: one.condition,
    path: one.path,
  }));

const section = (key: string): fc.Arbitrary<Section> =>
  fc
    .record({
      there,
      condition: both(maybe(...conditions)),
      path: both(maybe("one", "two")),
      inGroup: fc.record({ live: fc.boolean(), wanted: fc.boolean() }),
      shows: fc.tuple(...spaces.map(showing)),
    })
    .map(({ there, ...rest }) => ({ key, ...there, ...rest }));

const site: fc.Arbitrary<Site> = fc.record({
  isNew: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  visibility: both(fc.constantFrom(...visibilities)),
  published: fc.constantFrom(
    { live: true, wanted: true },
    { live: true, wanted: true },
    { live: false, wanted: true },
    { live: false, wanted: false },
  ),
  links: fc.array(fc.record({ live: maybe(true, false), wanted: maybe(true, false) }), { maxLength: 2 }),
  sections: fc.tuple(section("s0"), section("s1"), section("s2")),
  first: fc.option(fc.nat(2), { nil: undefined }),
});

const node = (parents: number): fc.Arbitrary<Node> =>
  fc.record({
    parent: both(fc.option(fc.nat(parents), { nil: undefined })),
    level: both(fc.constantFrom(...levels)),
  });

/** One subject at a time, mostly, so that a failure is small. */
export const accessWorld: fc.Arbitrary<AccessWorld> = fc
  .record({
    sites: fc.array(site, { maxLength: 2 }),
    collections: fc.array(node(1), { maxLength: 3 }),
    spaces: fc.array(node(2), { minLength: spaces.length, maxLength: spaces.length }),
    providers: fc.array(both(maybe("read", "edit", "admin")), { maxLength: 2 }),
    defaultRole: both(maybe("read", "edit", "admin")),
    part: fc.constantFrom("sites", "sites", "levels", "all"),
  })
  .map(({ part, ...all }) => {
    const still = ({ live }: Both<string>) => ({ live, wanted: live });
    const asIs = (one: Node): Node => ({
      parent: { live: one.parent.live, wanted: one.parent.live },
      level: still(one.level),
    });
    if (part === "levels") return { ...all, sites: [] };
    if (part === "sites")
      return { ...all, collections: [], spaces: all.spaces.map(asIs), providers: [], defaultRole: {} };
    return all;
  });

type Side = "live" | "wanted";

/** The parent of a collection has a lower number; a number that is no collection is the root. */
function parentOf(
  { collections }: AccessWorld,
  { parent }: Node,
  side: Side,
  before: number,
): string | undefined {
  const at = parent[side];
  return at === undefined || at >= Math.min(before, collections.length) ? undefined : `c${at}`;
}

/** The organization as a seed of the platform. */
export function seedOfAccess(world: AccessWorld): object {
  const nodes = world.collections.map((one, at) => ({ ...one, at }));
  const nested = (outer: string | undefined): object[] =>
    nodes
      .filter((one) => parentOf(world, one, "live", one.at) === outer)
      .map(({ at, level }) =>
        given({
          id: `c${at}`,
          title: `Collection ${at}`,
          defaultLevel: level.live,
          collections: nested(`c${at}`),
        }),
      );
  return {
    organizations: [
      given({
        id: "org_acme",
        title: "Acme",
        defaultRole: world.defaultRole.live,
        members: ["admin", "edit", "read"].map((role) => ({ id: role, email: `${role}@acme.example`, role })),
        collections: nested(undefined),
        spaces: world.spaces.map((one, at) =>
          given({
            id: spaces[at],
            title: `Space ${spaces[at]}`,
            collection: parentOf(world, one, "live", 9),
            defaultLevel: one.level.live,
          }),
        ),
        saml: world.providers.flatMap(({ live }, at) =>
          live === undefined ? [] : [{ id: `saml_${at}`, label: `Provider ${at}`, defaultRole: live }],
        ),
        sites: world.sites.flatMap((one, at) =>
          one.isNew
            ? []
            : given({
                id: `site_${at}`,
                title: `Site ${at}`,
                visibility: one.visibility.live,
                published: one.published.live,
                structure: structureOf(one, "live"),
                shareLinks: one.links.flatMap(({ live }, link) =>
                  live === undefined
                    ? []
                    : [{ id: `link_${at}_${link}`, name: `Link ${link}`, active: live }],
                ),
              }),
        ),
      }),
    ],
  };
}

/** The manifest of what is wanted. */
export function manifestOfAccess(world: AccessWorld): object {
  const byKey = <T>(
    items: readonly T[],
    write: (item: T, at: number) => readonly [string, object] | undefined,
  ) => Object.fromEntries(items.flatMap((item, at) => [write(item, at)].filter((one) => one !== undefined)));
  return given({
    organization: "acme",
    manage: { saml: "exact" },
    settings: world.defaultRole.wanted === undefined ? undefined : { defaultRole: world.defaultRole.wanted },
    collections: byKey(world.collections, (one, at) => [
      `c${at}`,
      given({
        title: `Collection ${at}`,
        parent: parentOf(world, one, "wanted", at) ?? null,
        defaultLevel: one.level.wanted,
      }),
    ]),
    spaces: byKey(world.spaces, (one, at) => [
      spaces[at] ?? "",
      {
        title: `Space ${spaces[at]}`,
        collection: parentOf(world, one, "wanted", 9) ?? null,
        defaultLevel: one.level.wanted,
      },
    ]),
    saml: byKey(world.providers, ({ wanted }, at) =>
      wanted === undefined ? undefined : [`p${at}`, { label: `Provider ${at}`, defaultRole: wanted }],
    ),
    sites: byKey(world.sites, (one, at) => [`site${at}`, siteManifest(one, at)]),
  });
}

function siteManifest(one: Site, at: number): object {
  const links = one.links.flatMap(({ wanted }, link) =>
    wanted === undefined ? [] : [[`link${link}`, { name: `Link ${link}`, active: wanted }]],
  );
  const shown = shownSections(one, "wanted");
  const first = one.first === undefined ? undefined : shown[one.first % shown.length]?.key;
  return given({
    title: `Site ${at}`,
    visibility: one.visibility.wanted,
    published: one.published.wanted ? true : undefined,
    manage: { shareLinks: "exact" },
    shareLinks: Object.fromEntries(links),
    defaultSiteSection: first,
    structure: structureOf(one, "wanted"),
  });
}

/** Sections that are there, each with a space; a site has at least one. */
function shownSections({ sections }: Site, side: Side): readonly Section[] {
  const shown = sections.filter(
    (one) => one[side] === true && one.shows.some((space) => space[side] === true),
  );
  return shown.length > 0 ? shown : sections.slice(0, 1);
}

function structureOf(one: Site, side: Side): object[] {
  const shown = shownSections(one, side);
  const grouped = shown.filter(({ inGroup }) => inGroup[side]);
  const root = shown
    .filter((section) => !grouped.includes(section))
    .map((section) => sectionOf(section, side));
  if (grouped.length === 0) return root;
  const children = grouped.map((section) => sectionOf(section, side));
  return [
    side === "live" ? { group: "Group", children } : { group: "g", title: "Group", sections: children },
    ...root,
  ];
}

function sectionOf(one: Section, side: Side): object {
  const drawn = one.shows.filter((space) => space[side] === true);
  const shows = drawn.length > 0 ? drawn : one.shows.slice(0, 1);
  const spaces = shows.map(({ space, path, condition }) => {
    return given({ space, path: `${path[side] ?? "p"}-${space}`, condition: conditionOf(condition, side) });
  });
  const title =
    side === "live" ? { section: `Section ${one.key}` } : { section: one.key, title: `Section ${one.key}` };
  return given({
    ...title,
    path: `${one.path[side] ?? "p"}-${one.key}`,
    condition: conditionOf(one.condition, side),
    spaces,
  });
}

/** A resource that had a condition and shall have none is told so. */
function conditionOf({ live, wanted }: Both<string>, side: Side): string | null | undefined {
  if (side === "live") return live;
  return wanted ?? (live === undefined ? undefined : null);
}
