import { gitbookAccessHandlers } from "./access.ts";
import { gitbookInviteHandlers } from "./invites.ts";
import { gitbookSectionHandlers } from "./sections.ts";
import { gitbookSiteSpaceHandlers } from "./site-spaces.ts";
import { gitbookSiteHandlers } from "./sites.ts";
import { gitbookSpaceHandlers } from "./spaces.ts";
import { gitbookStructureHandlers } from "./structure.ts";
import { gitbookTeamHandlers } from "./teams.ts";
import { gitbookUserHandlers } from "./users.ts";

/**
 * The handlers of the operations that the edition gitbook has beside those of the reference, or does otherwise. Those of
 * the reference do the rest.
 */
export const gitbookHandlers = {
  ...gitbookAccessHandlers,
  ...gitbookSpaceHandlers,
  ...gitbookInviteHandlers,
  ...gitbookTeamHandlers,
  ...gitbookSiteHandlers,
  ...gitbookSectionHandlers,
  ...gitbookSiteSpaceHandlers,
  ...gitbookStructureHandlers,
  ...gitbookUserHandlers,
};
