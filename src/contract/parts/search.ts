import * as z from "zod";
import { defineOperations, pagedBy } from "../operation.ts";
import { links, objectOf } from "../resource.ts";

/** Page found in a space (2.22). */
export const spaceSearchItem = objectOf(() => ({
  id: z.string(),
  title: z.string(),
  path: z.string().optional(),
  sections: z
    .array(
      z.object({
        id: z.string(),
        title: z.string().optional(),
        path: z.string().optional(),
        body: z.string().optional(),
        urls: links("app"),
      }),
    )
    .optional(),
  ancestors: z.array(z.object({ title: z.string().optional() })).optional(),
  urls: links("app"),
}));

/** Space with the pages found in it (2.22). */
export const organizationSearchItem = objectOf(() => ({
  id: z.string(),
  title: z.string(),
  pages: z.array(spaceSearchItem()).optional(),
}));

/** Query of a search; the text is at most 512 characters (8). */
export const searchQuery = pagedBy(() => ({ query: z.string().max(512).describe("Text to search for") }));

/** Search in all content of an organization (4.8). */
export const organizationSearchOperations = defineOperations("4.8", {
  searchOrganizationContent: {
    summary: "Search the content of an organization",
    call: "GET /orgs/{organizationId}/search",
    query: searchQuery,
    list: organizationSearchItem,
  },
});
