import type { operations } from "../contract/operations.ts";
import type { HandlersOf } from "./call.ts";
import { agentInstructionsHandlers } from "./parts/agent-instructions.ts";
import { changeRequestCommentHandlers } from "./parts/change-request-comments.ts";
import { changeRequestContentHandlers } from "./parts/change-request-content.ts";
import { changeRequestHandlers } from "./parts/change-requests.ts";
import { collectionHandlers } from "./parts/collections.ts";
import { conversationHandlers } from "./parts/conversations.ts";
import { memberAccessHandlers } from "./parts/member-access.ts";
import { memberHandlers } from "./parts/members.ts";
import { openApiSpecHandlers } from "./parts/openapi-specs.ts";
import { organizationAccessHandlers } from "./parts/organization-access.ts";
import { organizationSearchHandlers } from "./parts/organization-search.ts";
import { organizationHandlers } from "./parts/organizations.ts";
import { samlHandlers } from "./parts/saml.ts";
import { shareLinkHandlers } from "./parts/share-links.ts";
import { adaptiveSchemaHandlers } from "./parts/site-adaptive-schema.ts";
import { siteSectionGroupHandlers } from "./parts/site-section-groups.ts";
import { siteSectionHandlers } from "./parts/site-sections.ts";
import { siteSpaceHandlers } from "./parts/site-spaces.ts";
import { siteHandlers } from "./parts/sites.ts";
import { spaceCommentHandlers } from "./parts/space-comments.ts";
import { spaceContentHandlers } from "./parts/space-content.ts";
import { spaceLifecycleHandlers } from "./parts/space-lifecycle.ts";
import { spaceLinkHandlers } from "./parts/space-links.ts";
import { spaceHandlers } from "./parts/spaces.ts";
import { teamHandlers } from "./parts/teams.ts";
import { translationHandlers } from "./parts/translations.ts";

/** The handler of each operation of the contract. A missing handler does not compile. */
export const handlers = {
  ...organizationHandlers,
  ...organizationAccessHandlers,
  ...organizationSearchHandlers,
  ...agentInstructionsHandlers,
  ...memberHandlers,
  ...memberAccessHandlers,
  ...teamHandlers,
  ...spaceHandlers,
  ...spaceLifecycleHandlers,
  ...collectionHandlers,
  ...siteHandlers,
  ...adaptiveSchemaHandlers,
  ...siteSectionHandlers,
  ...siteSectionGroupHandlers,
  ...siteSpaceHandlers,
  ...shareLinkHandlers,
  ...openApiSpecHandlers,
  ...samlHandlers,
  ...spaceLinkHandlers,
  ...spaceContentHandlers,
  ...spaceCommentHandlers,
  ...changeRequestHandlers,
  ...changeRequestContentHandlers,
  ...changeRequestCommentHandlers,
  ...conversationHandlers,
  ...translationHandlers,
} satisfies HandlersOf<typeof operations>;
