import { memberOperations } from "./members.ts";
import { openApiSpecOperations } from "./openapi-specs.ts";
import { organizationOperations } from "./organizations.ts";
import { samlOperations } from "./saml.ts";
import { shareLinkOperations } from "./share-links.ts";
import { siteSectionGroupOperations } from "./site-section-groups.ts";
import { siteSectionOperations } from "./site-sections.ts";
import { siteSpaceOperations } from "./site-spaces.ts";
import { siteOperations } from "./sites.ts";
import { spaceOperations } from "./spaces.ts";
import { teamOperations } from "./teams.ts";

/** Every operation of the contract, by name (4). */
export const operations = {
  ...organizationOperations,
  ...memberOperations,
  ...teamOperations,
  ...spaceOperations,
  ...siteOperations,
  ...siteSectionOperations,
  ...siteSectionGroupOperations,
  ...siteSpaceOperations,
  ...shareLinkOperations,
  ...openApiSpecOperations,
  ...samlOperations,
};

/** Name of an operation of the contract. */
export type OperationName = keyof typeof operations;

/** The operation of that name, with its exact path, query, body and answers. */
export type OperationOf<N extends OperationName> = (typeof operations)[N];
