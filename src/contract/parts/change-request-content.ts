import * as z from "zod";
import { backlink, link, linkListExtra } from "../content-links.ts";
import { defineOperations, paging } from "../operation.ts";
import { objectOf } from "../resource.ts";
import { contentListQuery, contentQuery, file, page, pageQuery, revision } from "./content.ts";

/** Operations on the content of a change request (4.5). */
export const changeRequestContentOperations = defineOperations("4.5", {
  getChangeRequestContent: {
    summary: "Get the content of a change request: its current revision",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content",
    query: contentQuery,
    answers: { 200: revision },
  },
  listChangeRequestPages: {
    summary: "List the pages of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages",
    query: contentQuery,
    answers: { 200: objectOf(() => ({ pages: z.array(page()) })) },
  },
  listChangeRequestFiles: {
    summary: "List the files of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files",
    query: contentListQuery,
    list: file,
  },
  getChangeRequestFile: {
    summary: "Get a file of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}",
    query: contentQuery,
    answers: { 200: file },
  },
  listChangeRequestFileBacklinks: {
    summary: "List the places that link to a file of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks",
    query: paging,
    list: backlink,
  },
  getChangeRequestPage: {
    summary: "Get a page of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}",
    query: pageQuery,
    answers: { 200: page },
  },
  listChangeRequestPageLinks: {
    summary: "List the links of a page of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links",
    query: paging,
    list: link,
    listExtra: linkListExtra,
  },
});
