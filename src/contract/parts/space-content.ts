import * as z from "zod";
import { defineOperations, paging } from "../operation.ts";
import { objectOf, optional, requestBody } from "../resource.ts";
import {
  backlink,
  contentListQuery,
  contentQuery,
  file,
  link,
  linkListExtra,
  linksQuery,
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
    body: requestBody(() => ({
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
    editions: ["reference"],
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
    editions: ["reference"],
    query: linksQuery,
    list: link,
    listExtra: linkListExtra,
  },
});

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
    editions: ["reference"],
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
    editions: ["reference"],
    query: paging,
    list: link,
    listExtra: linkListExtra,
  },
});
