import * as z from "zod";
import { gitbookSectionOperations } from "../../contract/gitbook/sections.ts";
import {
  sectionPath,
  sectionTitle,
  siteSectionGroupOperations,
  siteSectionOperations,
} from "../../contract/parts/site-sections.ts";
import { defineKind } from "../../model/kind.ts";
import type { SequenceTraits } from "../../model/traits/sequence-traits.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";
import { draftField, itemFields, leadingOn, localizedFields, shownAs, sortedAs } from "../site-structure.ts";
import { textAt } from "../values.ts";

/** The traits of a section in each edition. */
const placed = {
  itemKey: "section",
  childrenKey: "sections",
  addressIn: "parent",
  containers: ["section-group"],
  containerOf: (answer) => textAt(answer, "sectionGroup"),
  firstChild: { kind: "site-space", body: "spaceId", field: "space", pointer: "/siteSpaces/0/id" },
  wraps: { kind: "site-space", pointer: "/siteSpaces" },
} as const satisfies SequenceTraits;

const path = {
  schema: sectionPath,
  doc: "Path of the section, unique in the site",
  unique: { madeFrom: "title", inAddress: true },
} as const;

/** A section of a site (2.16, 4.12). In the edition gitbook, its own update puts it into a group. */
export const sectionKind = defineKind({
  name: "section",
  plural: "sections",
  doc: "A section of a site, with the spaces it shows (its variants)",
  shape: "sequence",
  parent: "site",
  access: true,
  fields: {
    title: { schema: sectionTitle, doc: "Title of the section" },
    path,
    ...itemFields,
    defaultSiteSpace: {
      schema: z.string().min(1),
      doc: "Key of the space that visitors of the section see first",
      defaultChild: "site-space",
    },
  },
  naturalKeys: [["path", "title"], ["path"], ["title"]],
  required: ["title"],
  idParam: "siteSectionId",
  operations: {
    read: siteSectionOperations.listSiteSections,
    create: siteSectionOperations.createSiteSection,
    update: [siteSectionOperations.updateSiteSection],
    delete: siteSectionOperations.deleteSiteSection,
  },
  sequence: {
    ...placed,
    move: {
      operation: siteSectionOperations.moveSiteSection,
      anchor: (id) => ({ type: "site-section", siteSection: id }),
    },
    append: { operation: siteSectionGroupOperations.addSectionToGroup, body: "sectionId" },
  },
  differences: {
    gitbook: {
      fields: { path: leadingOn(path), draft: draftField, ...localizedFields },
      operations: {
        read: gitbookSectionOperations.listSiteSections,
        create: gitbookSectionOperations.createSiteSection,
        createSays: { draft: false },
        update: [gitbookSectionOperations.updateSiteSection],
        delete: siteSectionOperations.deleteSiteSection,
      },
      sequence: {
        ...placed,
        ...shownAs("site-section"),
        containerBody: "siteSectionGroupId",
        move: sortedAs("site-section"),
        reparent: { operation: gitbookSectionOperations.updateSiteSection, body: "siteSectionGroupId" },
      },
    },
  },
  seed: { holds: "spaces", keys: { title: "section" } },
  label: (answer) => String(answer.title),
  permissions: byOrganizationAdmin,
  opens: openings.section,
  risks: ({ action }) =>
    action === "delete" ? [risk("cannot be undone: its URL stops working; the spaces in it stay")] : [],
  example: { title: "Guides", path: "guides", icon: "book-open" },
});
