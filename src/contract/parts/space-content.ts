import * as z from "zod";
import { backlink, link, linkListExtra, linksQuery } from "../content-links.ts";
import { defineOperations, paging } from "../operation.ts";
import {
  contentListQuery,
  contentQuery,
  file,
  page,
  pageQuery,
  revision,
  templateParams,
} from "./content.ts";
import { searchQuery, spaceSearchItem } from "./search.ts";

/** Operations on the content of a space (4.4). */
export const spaceContentOperations = defineOperations("4.4", {
  searchSpaceContent: {
    summary: "Search the content of a space",
    method: "GET",
    path: "/spaces/{spaceId}/search",
    retry: "safe",
    query: searchQuery,
    list: spaceSearchItem,
  },
  getSpaceContent: {
    summary: "Get the content of a space: its current revision",
    method: "GET",
    path: "/spaces/{spaceId}/content",
    retry: "safe",
    query: contentQuery,
    answers: { 200: revision },
  },
  applyTemplate: {
    summary: "Apply a template to a space or to one of its change requests",
    method: "POST",
    path: "/spaces/{spaceId}/content/template",
    // A template makes pages: applied again, it may make them again.
    retry: "create",
    body: () =>
      z.strictObject({
        id: z.string().describe("Id of the template"),
        params: templateParams().optional().describe("What the template is filled with"),
        changeRequestId: z.string().optional().describe("Id of the change request to apply it to"),
      }),
    answers: { 201: null },
  },
  listPages: {
    summary: "List the pages of a space",
    method: "GET",
    path: "/spaces/{spaceId}/content/pages",
    retry: "safe",
    query: contentQuery,
    answers: { 200: () => z.object({ pages: z.array(page()) }) },
  },
  listFiles: {
    summary: "List the files of a space",
    method: "GET",
    path: "/spaces/{spaceId}/content/files",
    retry: "safe",
    query: contentListQuery,
    list: file,
  },
  getFile: {
    summary: "Get a file of a space",
    method: "GET",
    path: "/spaces/{spaceId}/content/files/{fileId}",
    retry: "safe",
    query: contentQuery,
    answers: { 200: file },
  },
  listFileBacklinks: {
    summary: "List the places that link to a file of a space",
    method: "GET",
    path: "/spaces/{spaceId}/content/files/{fileId}/backlinks",
    retry: "safe",
    query: paging,
    list: backlink,
  },
  getPage: {
    summary: "Get a page of a space",
    method: "GET",
    path: "/spaces/{spaceId}/content/page/{pageId}",
    retry: "safe",
    query: pageQuery,
    answers: { 200: page },
  },
  listPageLinks: {
    summary: "List the links of a page of a space",
    method: "GET",
    path: "/spaces/{spaceId}/content/page/{pageId}/links",
    retry: "safe",
    query: linksQuery,
    list: link,
    listExtra: linkListExtra,
  },
});
