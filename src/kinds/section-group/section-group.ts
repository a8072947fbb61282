import { groupTitle, siteSectionGroupOperations } from "../../contract/parts/site-sections.ts";
import { iconName } from "../../contract/resource.ts";
import { defineKind } from "../../model/kind.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";
import { textAt } from "../values.ts";

/** A group of sections in the navigation of a site (2.17, 4.13). Nothing moves a group (A25). */
export const sectionGroupKind = defineKind({
  name: "section-group",
  plural: "groups",
  doc: "A group of sections in the navigation of a site; groups can contain groups",
  shape: "sequence",
  parent: "site",
  fields: {
    title: { schema: groupTitle, doc: "Title of the group" },
    icon: { schema: iconName, doc: "Name of the icon; null removes it", clearable: true },
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
  sequence: {
    itemKey: "group",
    childrenKey: "groups",
    addressIn: "parent",
    containers: ["section-group"],
    containerOf: (answer) => textAt(answer, "sectionGroup"),
    containerBody: "parent",
    carries: { kind: "section", body: "sections" },
  },
  permissions: byOrganizationAdmin,
  risks: ({ action }) => (action === "delete" ? [risk("cannot be undone: the sections in it move up")] : []),
  seed: { holds: "children", keys: { title: "group" } },
  label: (answer) => String(answer.title),
  example: { title: "Reference", icon: "book" },
});
