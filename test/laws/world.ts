import fc from "fast-check";
import { manifestOfPeople, type PeopleWorld, peopleWorld, seedOfPeople } from "./people-world.ts";
import { manifestOfSite, type SiteWorld, seedOfSite, siteWorld } from "./site-world.ts";

/** An organization with everything in it, as it is and as it shall be. */
export interface World {
  readonly site: SiteWorld;
  readonly people: PeopleWorld;
}

export const world: fc.Arbitrary<World> = fc.record({
  site: fc.oneof({ weight: 1, arbitrary: siteWorld(0) }, { weight: 3, arbitrary: siteWorld(3) }),
  people: peopleWorld,
});

/** The organization, and one beside it that no manifest speaks of, as a seed of the platform. */
export function seedOf({ site, people }: World): object {
  const [own, other] = [seedOfSite(site), seedOfPeople(people)];
  const organization = { ...other, ...own, sites: [...own.sites, ...other.sites] };
  return {
    organizations: [
      organization,
      { id: "org_globex", title: "Globex", spaces: [{ id: "space_x", title: "X" }] },
    ],
  };
}

/** Everything that is wanted, in one manifest. */
export function manifestOf({ site, people }: World): Readonly<Record<string, unknown>> {
  const [own, other] = [manifestOfSite(site), manifestOfPeople(people)];
  return { ...other, ...own, sites: { ...other.sites, ...own.sites } };
}
