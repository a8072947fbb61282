import type { Operation } from "../operation.ts";
import { gitbookAccessOperations } from "./access.ts";
import { gitbookAuditOperations } from "./audit-events.ts";
import { gitbookContentOperations } from "./content.ts";
import { gitbookCustomizationOperations } from "./customization.ts";
import { gitbookLinkOperations } from "./external-links.ts";
import { gitbookOrganizationOperations } from "./organizations.ts";
import { gitbookPeopleOperations } from "./people.ts";
import { gitbookRedirectOperations } from "./redirects.ts";
import { gitbookGroupOperations, gitbookSectionOperations } from "./sections.ts";
import { gitbookSiteSpaceOperations } from "./site-spaces.ts";
import { gitbookSiteOperations } from "./sites.ts";
import { gitbookSpaceOperations } from "./spaces.ts";
import { gitbookStructureOperations } from "./structure.ts";
import { gitbookVisitorAuthOperations } from "./visitor-auth.ts";

/**
 * The operations that the edition gitbook has beside those of the reference, and those of the same name that it takes
 * or answers otherwise.
 */
export const gitbookOperations = {
  ...gitbookContentOperations,
  ...gitbookSiteOperations,
  ...gitbookSectionOperations,
  ...gitbookGroupOperations,
  ...gitbookSiteSpaceOperations,
  ...gitbookSpaceOperations,
  ...gitbookOrganizationOperations,
  ...gitbookStructureOperations,
  ...gitbookLinkOperations,
  ...gitbookPeopleOperations,
  ...gitbookAccessOperations,
  ...gitbookRedirectOperations,
  ...gitbookAuditOperations,
  ...gitbookVisitorAuthOperations,
  ...gitbookCustomizationOperations,
} satisfies Readonly<Record<string, Operation>>;
