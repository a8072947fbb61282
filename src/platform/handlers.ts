import type { operations } from "../contract/operations.ts";
import type { HandlersOf } from "./call.ts";
import { memberHandlers } from "./parts/members.ts";
import { openApiSpecHandlers } from "./parts/openapi-specs.ts";
import { organizationHandlers } from "./parts/organizations.ts";
import { samlHandlers } from "./parts/saml.ts";
import { shareLinkHandlers } from "./parts/share-links.ts";
import { siteSectionGroupHandlers } from "./parts/site-section-groups.ts";
import { siteSectionHandlers } from "./parts/site-sections.ts";
import { siteSpaceHandlers } from "./parts/site-spaces.ts";
import { siteHandlers } from "./parts/sites.ts";
import { spaceHandlers } from "./parts/spaces.ts";
import { teamHandlers } from "./parts/teams.ts";

/** What the platform does for each operation of the contract: one without a handler does not compile. */
export const handlers = {
  ...organizationHandlers,
  ...memberHandlers,
  ...teamHandlers,
  ...spaceHandlers,
  ...siteHandlers,
  ...siteSectionHandlers,
  ...siteSectionGroupHandlers,
  ...siteSpaceHandlers,
  ...shareLinkHandlers,
  ...openApiSpecHandlers,
  ...samlHandlers,
} satisfies HandlersOf<typeof operations>;
