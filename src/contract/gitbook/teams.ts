import { defineOperations } from "../operation.ts";
import { teamOperations, teamTitle } from "../parts/teams.ts";
import { requestBody } from "../resource.ts";

const { updateTeam } = teamOperations;

/** Operations on teams that require more in the published API. */
export const gitbookTeamOperations = defineOperations("4.10", {
  updateTeam: {
    summary: updateTeam.summary,
    call: "PATCH /orgs/{organizationId}/teams/{teamId}",
    body: requestBody(() => ({ title: teamTitle.describe("Title of the team") })),
    answers: { 200: () => updateTeam.answers[200] },
  },
});
