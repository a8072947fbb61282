import type { Operation } from "../operation.ts";
import { gitbookAccessOperations } from "./access.ts";
import { gitbookCollectionOperations } from "./collections.ts";
import { gitbookInviteOperations } from "./invites.ts";
import { gitbookMemberOperations } from "./members.ts";
import { gitbookOrganizationOperations } from "./organizations.ts";
import { gitbookGroupOperations, gitbookSectionOperations } from "./sections.ts";
import { gitbookSiteSpaceOperations } from "./site-spaces.ts";
import { gitbookSiteOperations } from "./sites.ts";
import { gitbookSpaceOperations } from "./spaces.ts";
import { gitbookStatusOperations } from "./statuses.ts";
import { gitbookStructureOperations } from "./structure.ts";
import { gitbookTeamOperations } from "./teams.ts";
import { gitbookTranslationOperations } from "./translations.ts";
import { gitbookUserOperations } from "./users.ts";

/**
 * The operations that the edition gitbook has beside those of the reference, and those of the same name that it takes
 * or answers otherwise.
 */
export const gitbookOperations = {
  ...gitbookMemberOperations,
  ...gitbookSiteOperations,
  ...gitbookSectionOperations,
  ...gitbookGroupOperations,
  ...gitbookSiteSpaceOperations,
  ...gitbookStatusOperations,
  ...gitbookInviteOperations,
  ...gitbookSpaceOperations,
  ...gitbookTeamOperations,
  ...gitbookOrganizationOperations,
  ...gitbookStructureOperations,
  ...gitbookTranslationOperations,
  ...gitbookUserOperations,
  ...gitbookCollectionOperations,
  ...gitbookAccessOperations,
} satisfies Readonly<Record<string, Operation>>;
