import { z } from "zod";
import { shareLinkName, shareLinkOperations } from "../../contract/share-links.ts";
import { defineKind } from "../../core/kind.ts";
import { textAt } from "../answer.ts";

/** A secret link to a site (2.19, 4.15). */
export const shareLinkKind = defineKind({
  name: "share-link",
  plural: "shareLinks",
  doc: "A secret link that opens a site of visibility share-link",
  shape: "collection",
  parent: "site",
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
  label: (answer) => textAt(answer, "name") ?? String(answer.id),
  risks: ({ action, before, after }) => {
    if (action === "delete") return ["final: the link stops working, and its address is lost"];
    return after.active === true && before?.active !== true ? ["whoever has the link can open the site"] : [];
  },
  example: { name: "Partner preview", active: true },
});
