import { declares, differ, isEqual, one, pair, pairByTitle, sum } from "../../acme-bound/compare.ts";
import { type Item, type LiveOrganization, type Manifests, readExample } from "../../acme-bound/files.ts";
import { siteCalls } from "../../acme-bound/site.ts";

/**
 * The fewest mutating calls that lead from examples/acme/live.yaml to its manifests, for each part of the
 * organization; a site is a part of its own. By arithmetic of its own: this reads the YAML files and nothing of
 * docform, so that a mistake of the plan cannot hide here as well. It knows what the example uses, and no more.
 */
export function leastCalls(folder: string): Readonly<Record<string, number>> {
  const { manifests, live } = readExample(folder);
  const sites = pairByTitle(Object.values(manifests.sites), live.sites);
  const spaceId = spaceIds(manifests, live);
  return {
    // One PATCH carries all settings that differ.
    settings: one(differ(manifests.settings, live, Object.keys(manifests.settings))),
    members: memberCalls(manifests, live),
    teams: teamCalls(manifests, live),
    spaces: spaceCalls(manifests, live),
    saml: samlCalls(manifests, live),
    openapi: specCalls(manifests, live),
    ...Object.fromEntries(
      Object.entries(manifests.sites).map(([key, site]) => [key, siteCalls(site, sites.get(site), spaceId)]),
    ),
  };
}

function memberCalls({ members }: Manifests, live: LiveOrganization): number {
  const calls = Object.entries(members).map(([email, want]) => {
    const have = live.members.find((member) => member.email === email);
    // Nobody can be invited: who is not there waits.
    if (have === undefined) return 0;
    if (want.absent) return 1;
    // The role is a PATCH, single sign-on a call of its own.
    return one(differ(want, have, ["role"])) + one(differ(want, have, ["sso"]));
  });
  return sum(calls);
}

function teamCalls({ teams }: Manifests, live: LiveOrganization): number {
  const wanted = Object.values(teams);
  const pairs = pairByTitle(wanted, live.teams);
  const calls = wanted.map((want) => {
    const have = pairs.get(want);
    if (want.absent) return one(have !== undefined);
    const members = Object.entries(want.members ?? {}).sort();
    // Creating a team carries its members; a second call makes owners of some.
    if (have === undefined) return 1 + one(members.some(([, role]) => role === "owner"));
    // One call adds, removes and gives roles; the title is a PATCH of its own.
    const peopleDiffer = !isEqual(members, Object.entries(have.members ?? {}).sort());
    return one(peopleDiffer) + one(differ(want, have, ["title"]));
  });
  return sum(calls);
}

/** One PATCH per space that differs; spaces are neither made nor deleted. */
function spaceCalls({ spaces }: Manifests, live: LiveOrganization): number {
  const pairs = [...pairByTitle(Object.values(spaces), live.spaces)];
  return sum(pairs.map(([want, have]) => one(differ(want, have, ["title"]))));
}

/** Finds the id of the live space that a key of the manifests means. */
function spaceIds({ spaces }: Manifests, live: LiveOrganization): (key: string) => string {
  const pairs = pairByTitle(Object.values(spaces), live.spaces);
  return (key) => {
    const declared = spaces[key];
    const id = declared === undefined ? undefined : pairs.get(declared)?.id;
    if (id === undefined) throw new Error(`live.yaml has no space ${key}`);
    return id;
  };
}

function samlCalls({ saml, teams }: Manifests, live: LiveOrganization): number {
  const teamPairs = pairByTitle(Object.values(teams), live.teams);
  const wanted = Object.values(saml).map((provider): Item => {
    const team = teams[String(provider.defaultTeam)];
    return { ...provider, defaultTeam: team === undefined ? undefined : teamPairs.get(team)?.id };
  });
  const pairs = pair(wanted, live.saml, (want, have) => want.label === have.label);
  // One call creates a provider with all its fields; one PATCH carries all that differ.
  const calls = wanted.map((want) => {
    const have = pairs.get(want);
    return have === undefined ? 1 : one(differ(want, have, Object.keys(want)));
  });
  return sum(calls);
}

function isGone(want: Item | undefined): boolean {
  return want === undefined || want.absent === true;
}

function specCalls({ openapi }: Manifests, live: LiveOrganization): number {
  // A spec that is declared absent is deleted, and so is one that is not declared: the list is exact.
  const surplus = live.openapi.filter(({ slug }) => isGone(openapi[String(slug)]));
  const wanted = Object.entries(openapi).filter(([, want]) => !isGone(want));
  const calls = wanted.map(([slug, want]) => {
    const have = live.openapi.find((spec) => spec.slug === slug);
    // A spec is created without a visibility; source and visibility change by calls of their own.
    if (have === undefined) return 1 + one(declares(want, ["visibility"]));
    return one(want.source.url !== have.sourceURL) + one(differ(want, have, ["visibility"]));
  });
  return surplus.length + sum(calls);
}
