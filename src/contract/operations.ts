import { agentInstructionsOperations } from "./agent-instructions.ts";
import { changeRequestCommentOperations } from "./change-request-comments.ts";
import { changeRequestContentOperations } from "./change-request-content.ts";
import { changeRequestOperations } from "./change-requests.ts";
import { collectionOperations } from "./collections.ts";
import { conversationOperations } from "./conversations.ts";
import { memberAccessOperations } from "./member-access.ts";
import { memberOperations } from "./members.ts";
import { openApiSpecOperations } from "./openapi-specs.ts";
import { organizationAccessOperations, organizationOperations } from "./organizations.ts";
import { samlOperations } from "./saml.ts";
import { organizationSearchOperations } from "./search.ts";
import { shareLinkOperations } from "./share-links.ts";
import { adaptiveSchemaOperations } from "./site-adaptive-schema.ts";
import { siteSectionGroupOperations } from "./site-section-groups.ts";
import { siteSectionOperations } from "./site-sections.ts";
import { siteSpaceOperations } from "./site-spaces.ts";
import { siteOperations } from "./sites.ts";
import { spaceCommentOperations } from "./space-comments.ts";
import { spaceContentOperations } from "./space-content.ts";
import { spaceLifecycleOperations, spaceLinkOperations, spaceOperations } from "./spaces.ts";
import { teamOperations } from "./teams.ts";
import { translationOperations } from "./translations.ts";

/** Every operation of the contract, by name (4). */
export const operations = {
  ...organizationOperations,
  ...organizationAccessOperations,
  ...organizationSearchOperations,
  ...agentInstructionsOperations,
  ...memberOperations,
  ...memberAccessOperations,
  ...teamOperations,
  ...spaceOperations,
  ...spaceLifecycleOperations,
  ...collectionOperations,
  ...siteOperations,
  ...adaptiveSchemaOperations,
  ...siteSectionOperations,
  ...siteSectionGroupOperations,
  ...siteSpaceOperations,
  ...shareLinkOperations,
  ...openApiSpecOperations,
  ...samlOperations,
  ...spaceLinkOperations,
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
