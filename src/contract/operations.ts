import { changeRequestOperations } from "./parts/change-requests.ts";
import { collectionOperations } from "./parts/collections.ts";
import { changeRequestCommentOperations, spaceCommentOperations } from "./parts/comments.ts";
import { conversationOperations } from "./parts/conversations.ts";
import { memberOperations } from "./parts/members.ts";
import { openApiSpecOperations } from "./parts/openapi-specs.ts";
import { agentInstructionsOperations, organizationOperations } from "./parts/organizations.ts";
import { samlOperations } from "./parts/saml.ts";
import { organizationSearchOperations } from "./parts/search.ts";
import { shareLinkOperations } from "./parts/share-links.ts";
import { siteSectionGroupOperations, siteSectionOperations } from "./parts/site-sections.ts";
import { siteSpaceOperations } from "./parts/site-spaces.ts";
import { siteOperations } from "./parts/sites.ts";
import { changeRequestContentOperations, spaceContentOperations } from "./parts/space-content.ts";
import { spaceOperations } from "./parts/spaces.ts";
import { teamOperations } from "./parts/teams.ts";
import { translationOperations } from "./parts/translations.ts";

/** Every operation of the contract, by name (4). */
export const operations = {
  ...organizationOperations,
  ...organizationSearchOperations,
  ...agentInstructionsOperations,
  ...memberOperations,
  ...teamOperations,
  ...spaceOperations,
  ...collectionOperations,
  ...siteOperations,
  ...siteSectionOperations,
  ...siteSectionGroupOperations,
  ...siteSpaceOperations,
  ...shareLinkOperations,
  ...openApiSpecOperations,
  ...samlOperations,
  ...spaceContentOperations,
  ...spaceCommentOperations,
  ...changeRequestOperations,
  ...changeRequestContentOperations,
  ...changeRequestCommentOperations,
  ...conversationOperations,
  ...translationOperations,
};

/** Name of an operation of the contract. */
export type OperationName = keyof typeof operations;

/** The operation of that name, with its exact path, query, body and answers. */
export type OperationOf<N extends OperationName> = (typeof operations)[N];
