import * as z from "zod";
import { role } from "../../contract/resource.ts";
import { peopleOf } from "../resources/people.ts";
import type { AccessState } from "../store/access-state.ts";
import type { OrganizationState } from "../store/state.ts";
import { find } from "../store/table.ts";
import type { SeedPlace } from "./seed-place.ts";

/** The entries of access of a seed. Only the edition gitbook has access. */
export const seedAccess = z
  .strictObject({
    teams: z.record(z.string(), role.nullable()).optional().describe("Role by id of the team"),
    users: z.record(z.string(), role.nullable()).optional().describe("Role by email or id of the person"),
  })
  .optional()
  .describe("Teams and people with a role of their own in it");

/** The entries by id; a problem for each team and person that the organization lacks. */
export function accessFrom(
  place: SeedPlace,
  organization: OrganizationState,
  seed: z.infer<typeof seedAccess>,
): AccessState | undefined {
  if (seed === undefined) return undefined;
  const people = peopleOf(place.state, organization);
  const users = Object.entries(seed.users ?? {}).map(([person, given]) => {
    const id = people.find(person);
    if (id === undefined) place.at("users").problem(`${person} is not a member of the organization`);
    return [id ?? person, given] as const;
  });
  for (const id of Object.keys(seed.teams ?? {}))
    if (find(organization.teams, id) === undefined)
      place.at("teams").problem(`the organization has no team ${id}`);
  return { teams: { ...seed.teams }, users: Object.fromEntries(users) };
}
