import { gitbookAccessHandlers } from "./access.ts";
import { gitbookAuditHandlers } from "./audit-events.ts";
import { gitbookContentHandlers } from "./content.ts";
import { gitbookCustomizationHandlers } from "./customization.ts";
import { gitbookLinkHandlers } from "./external-links.ts";
import { gitbookPeopleHandlers } from "./people.ts";
import { gitbookRedirectHandlers } from "./redirects.ts";
import { gitbookSectionHandlers } from "./sections.ts";
import { gitbookSiteSpaceHandlers } from "./site-spaces.ts";
import { gitbookSiteHandlers } from "./sites.ts";
import { gitbookSpaceHandlers } from "./spaces.ts";
import { gitbookStructureHandlers } from "./structure.ts";
import { gitbookVisitorAuthHandlers } from "./visitor-auth.ts";

/**
 * The handlers of the operations that the edition gitbook has beside those of the reference, or does otherwise. Those of
 * the reference do the rest.
 */
export const gitbookHandlers = {
  ...gitbookAccessHandlers,
  ...gitbookAuditHandlers,
  ...gitbookContentHandlers,
  ...gitbookCustomizationHandlers,
  ...gitbookSpaceHandlers,
  ...gitbookPeopleHandlers,
  ...gitbookSiteHandlers,
  ...gitbookSectionHandlers,
  ...gitbookSiteSpaceHandlers,
  ...gitbookStructureHandlers,
  ...gitbookVisitorAuthHandlers,
  ...gitbookRedirectHandlers,
  ...gitbookLinkHandlers,
  /** The version of the API whose published document the edition follows. */
  getApiInformation: () => ({ version: "0.202.0", build: "2026-01-01T00:00:00.000Z" }),
};
