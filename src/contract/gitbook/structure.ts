import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { requestBody } from "../resource.ts";

const sortable = z.enum(["site-space", "site-section", "site-section-group", "site-external-link"]);

/** A reference to an item of a structure: its type, and its id in the site. */
const structureItem = requestBody(() => ({
  type: sortable.describe("Type of the item"),
  id: z.string().describe("Id of the item in the site"),
}));

/** One side of a sibling. A sibling in another container is refused. */
const sortPosition = once(() =>
  z.union([z.strictObject({ before: structureItem() }), z.strictObject({ after: structureItem() })]),
);

/** The structure of a site, read whole and ordered. */
export const gitbookStructureOperations = defineOperations("G structure", {
  sortSiteStructure: {
    summary: "Move an item of a site's structure next to a sibling",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort",
    body: requestBody(() => ({
      item: structureItem().describe("The item that moves"),
      position: sortPosition().describe("The side of the sibling on which it is then"),
    })),
    answers: { 204: null },
  },
});
