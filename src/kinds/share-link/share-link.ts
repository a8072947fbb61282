import * as z from "zod";
import { shareLinkName, shareLinkOperations } from "../../contract/parts/share-links.ts";
import { defineKind } from "../../model/kind.ts";
import { byOrganizationAdmin, exposure, risk } from "../risks-and-permissions.ts";
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
    active: { schema: z.boolean(), doc: "Does the link work?", access: true, whenNew: true },
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
  risks: ({ action, before, after }) => {
    if (action === "delete") return [risk("final: the link stops working, and its address is lost")];
    // A new link is active unless it is said not to be (its create takes no more than a name, 4.15).
    const opens = action === "create" ? after.active !== false : after.active === true;
    return opens && before?.active !== true ? [exposure("whoever has the link can open the site")] : [];
  },
  example: { name: "Partner preview", active: true },
});
