import type { gitbookOperations } from "../../contract/gitbook/operations.ts";
import type { HandlersOf } from "../calls/call.ts";
import { commentHandlers } from "../parts/comments.ts";
import { spaceHandlers } from "../parts/spaces.ts";
import { translationHandlers } from "../parts/translations.ts";
import { gitbookAccessHandlers, updateCollection } from "./access.ts";
import { gitbookInviteHandlers } from "./invites.ts";
import { gitbookOrganizationHandlers } from "./organizations.ts";
import { gitbookSectionHandlers } from "./sections.ts";
import { gitbookSiteSpaceHandlers } from "./site-spaces.ts";
import { gitbookSiteHandlers } from "./sites.ts";
import { gitbookSpaceHandlers } from "./spaces.ts";
import { gitbookStructureHandlers } from "./structure.ts";
import { gitbookTeamHandlers } from "./teams.ts";
import { gitbookUserHandlers } from "./users.ts";

const { duplicateSpace } = spaceHandlers;
const { createTranslation, updateTranslation } = translationHandlers;
const { updateSpaceCommentReply } = commentHandlers;

/**
 * The handlers of the operations that the edition gitbook has beside those of the reference, or otherwise. A missing one
 * does not compile. Those of the reference do the rest.
 */
export const gitbookHandlers = {
  ...{ duplicateSpace, updateSpaceCommentReply, createTranslation, updateTranslation },
  updateCollection,
  ...gitbookAccessHandlers,
  ...gitbookSpaceHandlers,
  ...gitbookInviteHandlers,
  ...gitbookTeamHandlers,
  ...gitbookOrganizationHandlers,
  ...gitbookSiteHandlers,
  ...gitbookSectionHandlers,
  ...gitbookSiteSpaceHandlers,
  ...gitbookStructureHandlers,
  ...gitbookUserHandlers,
} satisfies HandlersOf<typeof gitbookOperations>;
