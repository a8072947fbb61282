import fc from "fast-check";
import type { Edition } from "../../../src/contract/edition.ts";
import { anyEdition, asWrittenIn } from "./world.ts";

/** One thing that is there under a name, and is wanted under another, or under the same. */
export interface Renamed {
  readonly live: string;
  readonly wanted: string;
}

/** Things of every kind that a name can find, by their collection. */
export interface RenameWorld {
  readonly edition: Edition;
  readonly teams: readonly Renamed[];
  readonly saml: readonly Renamed[];
  readonly sites: readonly Renamed[];
  readonly links: readonly Renamed[];
  readonly groups: readonly Renamed[];
  readonly sections: readonly Renamed[];
}

const pool = ["Alpha", "Beta", "Gamma", "Delta", "Echo"];

/** Any names for any others: swaps and circles among them, and names that another one just gave up. */
const renamed = (least: number): fc.Arbitrary<readonly Renamed[]> =>
  fc
    .integer({ min: least, max: pool.length })
    .chain((count) => {
      const names = fc.shuffledSubarray(pool, { minLength: count, maxLength: count });
      return fc.tuple(names, names);
    })
    .map(([live, wanted]) => live.map((name, at) => ({ live: name, wanted: wanted[at] ?? name })));

export const renameWorld: fc.Arbitrary<RenameWorld> = fc.record({
  teams: renamed(0),
  saml: renamed(0),
  sites: renamed(1),
  links: renamed(0),
  groups: renamed(0),
  sections: renamed(1),
  edition: anyEdition,
});

/** The organization as it is: the first site has a structure and share links. */
export function seedOfRenames({ teams, saml, sites, links, groups, sections }: RenameWorld): object {
  const spaces = [{ space: "sp_page" }];
  const inGroups = groups.map(({ live }) => ({
    group: live,
    children: [{ section: `In ${live}`, spaces }],
  }));
  const structure = [...inGroups, ...sections.map(({ live }) => ({ section: live, spaces }))];
  return {
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        spaces: [{ title: "Page" }],
        teams: teams.map(({ live }) => ({ title: live })),
        saml: saml.map(({ live }) => ({ label: live })),
        sites: sites.map(({ live }, at) =>
          at > 0 ? { title: live } : { title: live, structure, shareLinks: links.map(linkSeed) },
        ),
      },
    ],
  };
}

function linkSeed({ live }: Renamed): object {
  return { name: live };
}

/** The manifest that wants the new names, with the old ones under `previously`; everything is exact. */
export function manifestOfRenames(
  world: RenameWorld,
  named: (field: string, one: Renamed | undefined) => object = withOldName,
): Readonly<Record<string, unknown>> {
  const [first, ...others] = world.sites;
  const spaces = [{ space: "page" }];
  const hub = {
    ...named("title", first),
    structure: [
      ...world.groups.map((group, at) => ({
        group: `g${at}`,
        ...named("title", group),
        sections: [{ section: `in-${at}`, title: `In ${group.live}`, spaces }],
      })),
      ...world.sections.map((one, at) => ({ section: `s${at}`, ...named("title", one), spaces })),
    ],
    shareLinks: byKey(world.links.map((one) => named("name", one))),
    manage: { shareLinks: "exact" },
  };
  return asWrittenIn(world.edition, {
    organization: "acme",
    manage: { teams: "exact", saml: "exact", sites: "exact" },
    spaces: { page: { title: "Page" } },
    teams: byKey(world.teams.map((one) => named("title", one))),
    saml: byKey(world.saml.map((one) => named("label", one))),
    sites: { hub, ...byKey(others.map((one) => named("title", one))) },
  });
}

/** The new name, and the old one where it is another. */
export function withOldName(field: string, one: Renamed | undefined): object {
  const { live, wanted } = one ?? { live: "", wanted: "" };
  return live === wanted ? { [field]: wanted } : { [field]: wanted, previously: live };
}

function byKey(items: readonly object[]): object {
  return Object.fromEntries(items.map((item, at) => [`k${at}`, item]));
}

/** The manifest that declares what is there, under its names of now. */
export function manifestBefore(world: RenameWorld): Readonly<Record<string, unknown>> {
  return manifestOfRenames(world, (field, one) => ({ [field]: one?.live ?? "" }));
}

/** Does something take a name that another one has until then, so that its names find two objects? */
export function takesAName({ edition: _, ...drawn }: RenameWorld): boolean {
  return Object.values(drawn).some((items: readonly Renamed[]) =>
    items.some((one) => items.some((other) => other !== one && other.live === one.wanted)),
  );
}
