import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { objectOf, requestBody, shareKey } from "../resource.ts";
import { gitbookGroup, gitbookSection, siteExternalLink } from "./sections.ts";
import { gitbookSiteSpace } from "./site-spaces.ts";

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

/** The structure of a site in display order: sections, groups and links, or site spaces where it has no sections. */
export const siteStructure = once(() =>
  z.discriminatedUnion("type", [
    z.object({
      type: z.literal("sections"),
      structure: z.array(
        z.discriminatedUnion("object", [gitbookSection(), gitbookGroup(), siteExternalLink()]),
      ),
    }),
    z.object({ type: z.literal("siteSpaces"), structure: z.array(gitbookSiteSpace()) }),
  ]),
);

/** An item of a structure, of any type. */
const structureObject = once(() =>
  z.discriminatedUnion("object", [gitbookSection(), gitbookGroup(), siteExternalLink(), gitbookSiteSpace()]),
);

/** The structure of a site, read whole and ordered. */
export const gitbookStructureOperations = defineOperations("G structure", {
  getSiteStructure: {
    summary: "Get the structure of a site: its sections, groups, links and site spaces, in order",
    call: "GET /orgs/{organizationId}/sites/{siteId}/structure",
    query: objectOf(() => ({ shareKey })),
    answers: { 200: siteStructure },
  },
  sortSiteStructure: {
    summary: "Move an item of a site's structure next to a sibling",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort",
    body: requestBody(() => ({
      item: structureItem().describe("The item that moves"),
      position: sortPosition().describe("The side of the sibling on which it is then"),
    })),
    answers: { 200: structureObject, 204: null },
  },
});
