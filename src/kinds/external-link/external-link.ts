import { gitbookLinkOperations } from "../../contract/gitbook/external-links.ts";
import { gitbookStructureOperations } from "../../contract/gitbook/structure.ts";
import { linkUrl } from "../../contract/gitbook/values.ts";
import { sectionCondition, sectionDescription, sectionTitle } from "../../contract/parts/site-sections.ts";
import { iconName } from "../../contract/resource.ts";
import { defineKind } from "../../model/kind.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin } from "../risks-and-permissions.ts";
import { draftField, localizedFields, shownAs, sortedAs } from "../site-structure.ts";
import { textAt } from "../values.ts";

/** A link to another site, in the navigation of a site. Only the structure of the site shows it. */
export const externalLinkKind = defineKind({
  name: "external-link",
  plural: "links",
  doc: "A link to another site, in the navigation of a site with sections",
  shape: "sequence",
  parent: "site",
  editions: ["gitbook"],
  fields: {
    title: { schema: sectionTitle, doc: "Title of the link" },
    url: { schema: linkUrl, doc: "Address that it leads to, with http:// or https://" },
    icon: { schema: iconName, doc: "Name of the icon; null removes it", clearable: true },
    description: {
      schema: sectionDescription,
      doc: "Description for visitors; null removes it",
      clearable: true,
    },
    condition: {
      schema: sectionCondition,
      doc: "Expression that decides whether visitors see it; null removes it",
      access: true,
      clearable: true,
    },
    draft: draftField,
    ...localizedFields,
  },
  naturalKeys: [["title", "url"], ["url"], ["title"]],
  required: ["title", "url"],
  idParam: "siteExternalLinkId",
  operations: {
    read: gitbookStructureOperations.getSiteStructure,
    create: gitbookLinkOperations.createExternalLink,
    createSays: { draft: false },
    update: [gitbookLinkOperations.updateExternalLink],
    delete: gitbookLinkOperations.deleteExternalLink,
  },
  sequence: {
    itemKey: "link",
    childrenKey: "links",
    addressIn: "parent",
    containers: ["section-group"],
    needs: "section",
    containerOf: (answer) => textAt(answer, "sectionGroup"),
    containerBody: "parent",
    ...shownAs("site-external-link"),
    move: sortedAs("site-external-link"),
    reparent: { operation: gitbookLinkOperations.updateExternalLink, body: "parent" },
  },
  seed: { keys: { title: "link" } },
  label: (answer) => String(answer.title),
  permissions: byOrganizationAdmin,
  opens: openings["external-link"],
  example: { title: "Status", url: "https://status.acme.example", icon: "signal" },
});
