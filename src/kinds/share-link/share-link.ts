import * as z from "zod";
import { shareLinkName, shareLinkOperations } from "../../contract/parts/share-links.ts";
import { defineKind } from "../../model/kind.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";
import { textAt } from "../values.ts";

/** A secret link to a site (2.19, 4.15). */
export const shareLinkKind = defineKind({
  name: "share-link",
  plural: "shareLinks",
  doc: "A secret link that opens a site of visibility share-link",
  shape: "collection",
  parent: "site",
  access: true,
  fields: {
    name: { schema: shareLinkName.min(1), doc: "Name of the link" },
    active: { schema: z.boolean(), doc: "Does the link work?", access: true, initial: true },
  },
  naturalKeys: [["name"]],
  required: ["name"],
  idParam: "shareLinkId",
  operations: {
    read: shareLinkOperations.listShareLinks,
    create: shareLinkOperations.createShareLink,
    update: [shareLinkOperations.updateShareLink],
    delete: shareLinkOperations.deleteShareLink,
  },
  seed: { list: "shareLinks" },
  label: (answer) => textAt(answer, "name") ?? String(answer.id),
  permissions: byOrganizationAdmin,
  opens: openings["share-link"],
  risks: ({ action }) =>
    action === "delete" ? [risk("cannot be undone: the link stops working, and its URL is lost")] : [],
  example: { name: "Partner preview", active: true },
});
