import type { gitbookOperations } from "../../contract/gitbook/operations.ts";
import type { HandlersOf } from "../calls/call.ts";
import { commentHandlers } from "../parts/comments.ts";
import { memberHandlers } from "../parts/members.ts";
import { spaceHandlers } from "../parts/spaces.ts";
import { translationHandlers } from "../parts/translations.ts";
import { gitbookAccessHandlers } from "./access.ts";
import { gitbookSectionHandlers } from "./sections.ts";
import { gitbookSiteSpaceHandlers } from "./site-spaces.ts";
import { gitbookSiteHandlers } from "./sites.ts";
import { gitbookStructureHandlers } from "./structure.ts";
import { gitbookTeamHandlers } from "./teams.ts";
import { gitbookUserHandlers } from "./users.ts";

const { removeMember } = memberHandlers;
const { duplicateSpace } = spaceHandlers;
const { createTranslation, updateTranslation } = translationHandlers;
const { updateSpaceCommentReply } = commentHandlers;

/** Operations whose handlers are still to come. */
type Missing = "createSpace" | "updateSpace" | "inviteMembers";

/**
 * The handlers of the operations that the edition gitbook has beside those of the reference, or otherwise. A missing one
 * does not compile. Those of the reference do the rest.
 */
export const gitbookHandlers = {
  ...{ removeMember, duplicateSpace, updateSpaceCommentReply, createTranslation, updateTranslation },
  ...gitbookAccessHandlers,
  ...gitbookTeamHandlers,
  ...gitbookSiteHandlers,
  ...gitbookSectionHandlers,
  ...gitbookSiteSpaceHandlers,
  ...gitbookStructureHandlers,
  ...gitbookUserHandlers,
} satisfies HandlersOf<Omit<typeof gitbookOperations, Missing>>;
