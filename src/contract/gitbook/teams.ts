import { extendOperation } from "../operation.ts";
import { teamOperations, teamTitle } from "../parts/teams.ts";
import { requestBody } from "../resource.ts";

/** Operations on teams that require more in the published API. */
export const gitbookTeamOperations = {
  updateTeam: extendOperation(teamOperations.updateTeam, {
    body: requestBody(() => ({ title: teamTitle.describe("Title of the team") })),
  }),
};
