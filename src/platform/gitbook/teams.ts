import type { Call } from "../calls/call.ts";
import { invalid } from "../http/refusal.ts";
import { teamHandlers } from "../parts/teams.ts";
import type { OrganizationState } from "../store/state.ts";
import { rows } from "../store/table.ts";

function checkTitle(organization: OrganizationState, title: string | undefined, own?: string): void {
  if (rows(organization.teams).some((team) => team.id !== own && team.title === title))
    throw invalid("title", `another team is called ${JSON.stringify(title)}`);
}

/** The title of a team is unique in its organization. */
export const gitbookTeamHandlers = {
  createTeam: (call: Call<"createTeam">) => {
    checkTitle(call.found.organization, call.body.title);
    return teamHandlers.createTeam(call);
  },
  updateTeam: (call: Call<"updateTeam">) => {
    checkTitle(call.found.organization, call.body.title, call.found.team.id);
    return teamHandlers.updateTeam(call);
  },
};
