import { gitbookGroupOperations } from "../../contract/gitbook/sections.ts";
import { groupTitle, siteSectionGroupOperations } from "../../contract/parts/site-sections.ts";
import { defineKind } from "../../model/kind.ts";
import type { SequenceTraits } from "../../model/traits/sequence-traits.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";
import { draftField, itemFields, localizedFields, shownAs, sortedAs } from "../site-structure.ts";
import { textAt } from "../values.ts";

/** The traits of a group in each edition. */
const placed = {
  itemKey: "group",
  childrenKey: "groups",
  addressIn: "parent",
  containers: ["section-group"],
  containerOf: (answer) => textAt(answer, "sectionGroup"),
  containerBody: "parent",
  carries: { kind: "section", body: "sections" },
} as const satisfies SequenceTraits;

/**
 * A group of sections in the navigation of a site (2.17, 4.13). In the reference, nothing moves a group (A25). In the
 * edition gitbook, nothing says what a delete does to the items of a group, so what stays leaves it before (G6).
 */
export const sectionGroupKind = defineKind({
  name: "section-group",
  plural: "groups",
  doc: "A group of sections in the navigation of a site; groups can contain groups",
  shape: "sequence",
  parent: "site",
  fields: {
    title: { schema: groupTitle, doc: "Title of the group" },
    icon: itemFields.icon,
  },
  naturalKeys: [["title"]],
  required: ["title"],
  idParam: "siteSectionGroupId",
  operations: {
    read: siteSectionGroupOperations.listSiteSectionGroups,
    create: siteSectionGroupOperations.createSiteSectionGroup,
    update: [siteSectionGroupOperations.updateSiteSectionGroup],
    delete: siteSectionGroupOperations.deleteSiteSectionGroup,
  },
  sequence: placed,
  differences: {
    gitbook: {
      fields: { draft: draftField, localizedTitle: localizedFields.localizedTitle },
      opens: openings["section-group"],
      operations: {
        read: gitbookGroupOperations.listSiteSectionGroups,
        create: gitbookGroupOperations.createSiteSectionGroup,
        createSays: { draft: false },
        update: [gitbookGroupOperations.updateSiteSectionGroup],
        delete: siteSectionGroupOperations.deleteSiteSectionGroup,
      },
      sequence: {
        ...placed,
        ...shownAs("site-section-group"),
        nestsOnce: true,
        move: sortedAs("site-section-group"),
        reparent: { operation: gitbookGroupOperations.updateSiteSectionGroup, body: "parentSectionGroupId" },
      },
      risks: ({ action }) =>
        action === "delete" ? [risk("cannot be undone: what stays leaves it first")] : [],
    },
  },
  permissions: byOrganizationAdmin,
  risks: ({ action }) => (action === "delete" ? [risk("cannot be undone: the sections in it move up")] : []),
  seed: { holds: "children", keys: { title: "group" } },
  label: (answer) => String(answer.title),
  example: { title: "Reference", icon: "book" },
});
