import type { Edition } from "./edition.ts";
import { gitbookOperations } from "./gitbook/operations.ts";
import type { Operation } from "./operation.ts";
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

/** Every operation of the reference, by name (4). */
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

/** The operations of an edition by name: those that both have, and those that only it has or has otherwise. */
export function operationsIn(edition: Edition): Readonly<Record<string, Operation>> {
  return byEdition[edition];
}

const reference: Readonly<Record<string, Operation>> = operations;

const byEdition: Readonly<Record<Edition, Readonly<Record<string, Operation>>>> = {
  reference,
  gitbook: { ...shared("gitbook"), ...gitbookOperations },
};

/** The operations of the reference that another edition has, too. */
function shared(edition: Edition): Readonly<Record<string, Operation>> {
  const all = Object.entries(reference);
  return Object.fromEntries(all.filter(([, one]) => one.editions?.includes(edition) !== false));
}
