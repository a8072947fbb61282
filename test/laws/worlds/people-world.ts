import fc from "fast-check";
import { given } from "./site-tree.ts";
import type { SeedOrganization, SiteManifest } from "./site-world.ts";

/** Roles in a team by person: `p0`, `p1`, … */
type Members = Readonly<Record<string, "owner" | "member">>;

interface TeamWorld {
  /** Left out: there is no such team yet. */
  readonly live?: Members;
  /** Left out: the manifest does not say. `absent`: it shall not be there. */
  readonly wanted?: Members | "absent";
  readonly renamed: boolean;
  readonly listed: boolean;
}

interface LinkWorld {
  readonly live?: boolean;
  readonly wanted?: boolean;
}

/** Teams, share links, specs, SAML providers and roles, as they are and as they shall be. */
export interface PeopleWorld {
  readonly teams: readonly TeamWorld[];
  /** Are undeclared teams, links and specs deleted? */
  readonly exact: boolean;
  readonly links: readonly LinkWorld[];
  readonly specs: readonly { readonly live?: "private" | "public"; readonly wanted?: "private" | "public" }[];
  /** Index of the team that new people join, by provider. */
  readonly saml: readonly { readonly live?: number; readonly wanted?: number }[];
  readonly roles: readonly { readonly live: string; readonly wanted?: string }[];
}

const people = Array.from({ length: 6 }, (_, index) => `p${index}`);

const members = fc
  .array(
    fc.record({
      name: fc.constantFrom(...people),
      role: fc.constantFrom("owner" as const, "member" as const),
    }),
    {
      maxLength: 4,
    },
  )
  .map((all): Members => Object.fromEntries(all.map(({ name, role }) => [name, role])));

const optional: { requiredKeys: [] } = { requiredKeys: [] };
const role = fc.constantFrom("admin", "create", "review", "edit", "comment", "read");
const visibility = fc.constantFrom("private" as const, "public" as const);

const team = fc
  .record({
    live: fc.option(members, { nil: undefined }),
    wanted: fc.option(fc.oneof({ weight: 5, arbitrary: members }, fc.constant("absent" as const)), {
      nil: undefined,
    }),
    renamed: fc.boolean(),
    listed: fc.boolean(),
  })
  .map((drawn): TeamWorld => given(drawn) as unknown as TeamWorld);

export const peopleWorld: fc.Arbitrary<PeopleWorld> = fc.record({
  teams: fc.array(team, { minLength: 1, maxLength: 3 }),
  exact: fc.boolean(),
  links: fc.array(fc.record({ live: fc.boolean(), wanted: fc.boolean() }, optional), { maxLength: 2 }),
  specs: fc.array(fc.record({ live: visibility, wanted: visibility }, optional), { maxLength: 2 }),
  saml: fc.array(fc.record({ live: fc.nat(3), wanted: fc.nat(3) }, optional), { maxLength: 2 }),
  roles: fc.array(fc.record({ live: role, wanted: role }, { requiredKeys: ["live"] }), {
    maxLength: people.length,
  }),
});

const email = (name: string): string => `${name}@acme.example`;

function byKey<T>(
  prefix: string,
  items: readonly T[],
  write: (item: T, index: number) => unknown,
): Record<string, unknown> {
  return given(Object.fromEntries(items.map((item, index) => [`${prefix}${index}`, write(item, index)])));
}

function seedItems<T>(items: readonly T[], write: (item: T, index: number) => unknown): unknown[] {
  return items.map(write).filter((item) => item !== undefined);
}

/** The organization as a seed of the platform. */
export function seedOfPeople({ teams, links, specs, saml, roles }: PeopleWorld): SeedOrganization {
  return {
    id: "org_acme",
    title: "Acme",
    members: people.map((name, index) => ({
      id: name,
      email: email(name),
      role: roles[index]?.live ?? "read",
    })),
    teams: seedItems(
      teams,
      ({ live }, index) => live && { id: `team_${index}`, title: `Team ${index}`, members: live },
    ),
    sites: [
      {
        id: "site_links",
        title: "Links",
        shareLinks: seedItems(links, ({ live: active }, index) =>
          active === undefined ? undefined : { id: `link_${index}`, name: `Link ${index}`, active },
        ),
      },
    ],
    openapi: seedItems(specs, ({ live }, index) =>
      live === undefined ? undefined : { slug: `spec-${index}`, sourceURL: specUrl(index), visibility: live },
    ),
    saml: seedItems(saml, ({ live }, index) =>
      live === undefined
        ? undefined
        : given({ id: `saml_${index}`, label: `Login ${index}`, defaultTeam: liveTeam(teams, live) }),
    ),
  };
}

const specUrl = (index: number): string => `https://specs.example/${index}.json`;

function liveTeam(teams: readonly TeamWorld[], index: number): string | undefined {
  return teams[index]?.live === undefined ? undefined : `team_${index}`;
}

/** The manifest that declares what is wanted. */
export function manifestOfPeople({ teams, exact, links, specs, saml, roles }: PeopleWorld): SiteManifest {
  const mode = exact ? "exact" : "listed";
  return {
    organization: "acme",
    manage: { teams: mode, openapi: mode, saml: mode },
    members: given(
      Object.fromEntries(roles.map(({ wanted }, index) => [email(`p${index}`), wanted && { role: wanted }])),
    ),
    teams: byKey("t", teams, (world, index) => teamManifest(world, index)),
    sites: {
      links: {
        title: "Links",
        shareLinks: byKey("l", links, ({ wanted: active }, index) =>
          active === undefined ? undefined : { name: `Link ${index}`, active },
        ),
        manage: { shareLinks: mode },
      },
    },
    openapi: byKey(
      "spec-",
      specs,
      ({ wanted }, index) => wanted && { source: { url: specUrl(index) }, visibility: wanted },
    ),
    saml: byKey("o", saml, ({ wanted }, index) => {
      const declared = teams[wanted ?? -1]?.wanted;
      const defaultTeam = declared === undefined || declared === "absent" ? undefined : `t${wanted}`;
      return wanted === undefined ? undefined : given({ label: `Login ${index}`, defaultTeam });
    }),
  };
}

function teamManifest({ live, wanted, renamed, listed }: TeamWorld, index: number): unknown {
  if (wanted === undefined) return undefined;
  const title = `Team ${index}`;
  if (wanted === "absent") return { title, absent: true };
  const isRenamed = renamed && live !== undefined;
  const names = Object.entries(wanted).map(([name, inTeam]) => [email(name), inTeam]);
  return given({
    title: isRenamed ? `New ${title}` : title,
    previously: isRenamed ? [title] : undefined,
    members: Object.fromEntries(names),
    manage: listed ? { members: "listed" } : undefined,
  });
}

/**
 * Fewest calls, by arithmetic of its own: one for the people of a team, one for its title; one for each link, spec,
 * provider and role that differs, is new or goes.
 */
export function callsForPeople(world: PeopleWorld): number {
  const { teams, exact, links, specs, saml, roles } = world;
  const items = [
    ...teams.map((team) => callsForTeam(team, exact)),
    ...[...links, ...specs].map(({ live, wanted }) => callsForValue(live, wanted, exact)),
    ...roles.map(({ live, wanted }) => callsForValue(live, wanted ?? live, false)),
    ...saml.map((provider) => callsForProvider(world, provider)),
    // A create takes a name or a source only. A new link is active (A39); what a new spec has is not said.
    ...links.map(({ live, wanted }) => (live === undefined && wanted === false ? 1 : 0)),
    ...specs.map(({ live, wanted }) => (live === undefined && wanted !== undefined ? 1 : 0)),
  ];
  return items.reduce((sum: number, one) => sum + one, 0);
}

function callsForValue<T>(live: T | undefined, wanted: T | undefined, exact: boolean): number {
  if (wanted === undefined) return live !== undefined && exact ? 1 : 0;
  return live === wanted ? 0 : 1;
}

function callsForTeam({ live, wanted, renamed, listed }: TeamWorld, exact: boolean): number {
  if (wanted === "absent") return live === undefined ? 0 : 1;
  if (wanted === undefined) return live !== undefined && exact ? 1 : 0;
  if (live === undefined) return Object.values(wanted).includes("owner") ? 2 : 1;
  const isMissing = Object.entries(wanted).some(([name, inTeam]) => live[name] !== inTeam);
  const isTooMany = !listed && Object.keys(live).some((name) => wanted[name] === undefined);
  return (isMissing || isTooMany ? 1 : 0) + (renamed ? 1 : 0);
}

/** A provider that says no team keeps the one that it has, or loses it with the team (A32). */
function callsForProvider(
  { teams, exact }: PeopleWorld,
  { live, wanted }: PeopleWorld["saml"][number],
): number {
  if (wanted === undefined) return live !== undefined && exact ? 1 : 0;
  if (live === undefined) return 1;
  const declared = teams[wanted]?.wanted;
  if (declared === undefined || declared === "absent") return 0;
  return live === wanted && teams[live]?.live !== undefined ? 0 : 1;
}
