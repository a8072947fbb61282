import type { Edition } from "../contract/edition.ts";
import type { gitbookOperations } from "../contract/gitbook/operations.ts";
import type { AnyHandler, Handlers, HandlersOf } from "./calls/call.ts";
import { gitbookHandlers } from "./gitbook/handlers.ts";
import { type Visit, visit } from "./gitbook/visit.ts";
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

/** The handler of each operation of the reference. In both editions, a missing handler does not compile. */
const handlers = {
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

/** The handlers of an edition, by the name of the operation. */
export function handlersIn(edition: Edition): Readonly<Record<string, AnyHandler>> {
  return byEdition[edition];
}

const inGitbook = { ...handlers, ...gitbookHandlers } satisfies HandlersOf<typeof gitbookOperations>;

const byEdition = { reference: handlers, gitbook: inGitbook } as unknown as Readonly<
  Record<Edition, Readonly<Record<string, AnyHandler>>>
>;

/** Answers visitors of published sites, in the editions whose platform does. */
export function visitIn(edition: Edition): Visit | undefined {
  return visits[edition];
}

const visits: Readonly<Partial<Record<Edition, Visit>>> = { gitbook: visit };
