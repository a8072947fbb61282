import type { Handlers } from "./calls/call.ts";
import { changeRequestHandlers } from "./parts/change-requests.ts";
import { collectionHandlers } from "./parts/collections.ts";
import { commentHandlers } from "./parts/comments.ts";
import { conversationHandlers } from "./parts/conversations.ts";
import { memberHandlers } from "./parts/members.ts";
import { openApiSpecHandlers } from "./parts/openapi-specs.ts";
import { organizationHandlers } from "./parts/organizations.ts";
import { samlHandlers } from "./parts/saml.ts";
import { shareLinkHandlers } from "./parts/share-links.ts";
import { siteSectionHandlers } from "./parts/site-sections.ts";
import { siteSpaceHandlers } from "./parts/site-spaces.ts";
import { siteHandlers } from "./parts/sites.ts";
import { spaceContentHandlers } from "./parts/space-content.ts";
import { spaceHandlers } from "./parts/spaces.ts";
import { teamHandlers } from "./parts/teams.ts";
import { translationHandlers } from "./parts/translations.ts";

/** The handler of each operation of the contract. A missing handler does not compile. */
export const handlers = {
  ...organizationHandlers,
  ...memberHandlers,
  ...teamHandlers,
  ...spaceHandlers,
  ...collectionHandlers,
  ...siteHandlers,
  ...siteSectionHandlers,
  ...siteSpaceHandlers,
  ...shareLinkHandlers,
  ...openApiSpecHandlers,
  ...samlHandlers,
  ...spaceContentHandlers,
  ...commentHandlers,
  ...changeRequestHandlers,
  ...conversationHandlers,
  ...translationHandlers,
} satisfies Handlers;
