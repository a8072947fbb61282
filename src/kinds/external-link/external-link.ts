import { gitbookLinkOperations } from "../../contract/gitbook/external-links.ts";
import { gitbookStructureOperations } from "../../contract/gitbook/structure.ts";
import { linkUrl } from "../../contract/gitbook/values.ts";
import { sectionTitle } from "../../contract/parts/site-sections.ts";
import { defineKind } from "../../model/kind.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin } from "../risks-and-permissions.ts";
import { draftField, itemFields, localizedFields, shownAs, sortedAs } from "../site-structure.ts";
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
    ...itemFields,
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
