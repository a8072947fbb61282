import * as z from "zod";
import { backlink, link, linkListExtra, linksQuery } from "../content-links.ts";
import { defineOperations, paging } from "../operation.ts";
import { bodyOf, objectOf, optional } from "../resource.ts";
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
    call: "GET /spaces/{spaceId}/search",
    query: searchQuery,
    list: spaceSearchItem,
  },
  getSpaceContent: {
    summary: "Get the content of a space: its current revision",
    call: "GET /spaces/{spaceId}/content",
    query: contentQuery,
    answers: { 200: revision },
  },
  applyTemplate: {
    summary: "Apply a template to a space or to one of its change requests",
    call: "POST /spaces/{spaceId}/content/template",
    // A template makes pages: applied again, it may make them again.
    retry: "create",
    body: bodyOf(() => ({
      id: z.string().describe("Id of the template"),
      params: optional(templateParams(), "What the template is filled with"),
      changeRequestId: optional(z.string(), "Id of the change request to apply it to"),
    })),
    answers: { 201: null },
  },
  listPages: {
    summary: "List the pages of a space",
    call: "GET /spaces/{spaceId}/content/pages",
    query: contentQuery,
    answers: { 200: objectOf(() => ({ pages: z.array(page()) })) },
  },
  listFiles: {
    summary: "List the files of a space",
    call: "GET /spaces/{spaceId}/content/files",
    query: contentListQuery,
    list: file,
  },
  getFile: {
    summary: "Get a file of a space",
    call: "GET /spaces/{spaceId}/content/files/{fileId}",
    query: contentQuery,
    answers: { 200: file },
  },
  listFileBacklinks: {
    summary: "List the places that link to a file of a space",
    call: "GET /spaces/{spaceId}/content/files/{fileId}/backlinks",
    query: paging,
    list: backlink,
  },
  getPage: {
    summary: "Get a page of a space",
    call: "GET /spaces/{spaceId}/content/page/{pageId}",
    query: pageQuery,
    answers: { 200: page },
  },
  listPageLinks: {
    summary: "List the links of a page of a space",
    call: "GET /spaces/{spaceId}/content/page/{pageId}/links",
    query: linksQuery,
    list: link,
    listExtra: linkListExtra,
  },
});
