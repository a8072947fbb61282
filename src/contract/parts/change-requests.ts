import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, pagedBy } from "../operation.ts";
import {
  links,
  objectOf,
  optional,
  queryBoolean,
  requestBody,
  resource,
  richDocument,
  timestamp,
  user,
} from "../resource.ts";
import { templateParams } from "./content.ts";

/** Subject of a change request, at most 100 characters (8). */
export const changeRequestSubject = z.string().max(100);

/** Status of a change request where a caller gives one (A8); answers may hold others. */
export const changeRequestStatus = z.enum(["draft", "open", "archived", "merged"]);

/** Change request (2.5). */
export const changeRequest = resource("change-request", () => ({
  id: z.string(),
  number: z.number(),
  // Open: A8.
  status: z.string().describe("Such as draft, open, archived or merged"),
  subject: z.string(),
  description: richDocument().optional(),
  createdBy: user().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
  space: z.string(),
  revision: z.string(),
  revisionInitial: z.string(),
  revisionMergedAncestor: z.string().optional(),
  revisionMerged: z.string().optional(),
  comments: z.number(),
  outdated: z.boolean(),
  conversationsIssuesCluster: z.string().optional(),
  urls: links("app", "location"),
}));

const peopleQuery = pagedBy(() => ({
  creator: optional(z.string(), "Only change requests that the user with this id created"),
  contributor: optional(z.string(), "Only change requests that the user with this id contributed to"),
  requestedReviewer: optional(
    z.string(),
    "Only change requests that the user with this id was asked to review",
  ),
  conversationsIssuesCluster: optional(
    z.string(),
    "Only change requests for the issues cluster with this id",
  ),
}));

// The one body that takes any other property (4.2).
const createBody = once(() =>
  z.looseObject({
    subject: optional(changeRequestSubject, "Subject of the change request"),
    template: optional(
      z.strictObject({
        id: z.string().describe("Id of the template"),
        params: optional(templateParams(), "What the template is filled with"),
      }),
      "Template to start from",
    ),
  }),
);

/** Operations on change requests (4.2). `{changeRequestId}` is an id, or a number within the space. */
export const changeRequestOperations = defineOperations("4.2", {
  listChangeRequests: {
    summary: "List the change requests of a space",
    call: "GET /spaces/{spaceId}/change-requests",
    query: () =>
      peopleQuery().extend({
        status: optional(changeRequestStatus, "Only change requests with this status; open when not given"),
      }),
    list: changeRequest,
  },
  createChangeRequest: {
    summary: "Create a change request",
    call: "POST /spaces/{spaceId}/change-requests",
    body: createBody,
    answers: { 201: changeRequest },
  },
  getChangeRequest: {
    summary: "Get a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}",
    answers: { 200: changeRequest },
  },
  updateChangeRequest: {
    summary: "Update a change request",
    call: "PATCH /spaces/{spaceId}/change-requests/{changeRequestId}",
    body: requestBody(() => ({
      subject: optional(changeRequestSubject, "Subject of the change request"),
      description: optional(richDocument(), "Description of the change request"),
      status: optional(changeRequestStatus, "Status of the change request"),
    })),
    answers: { 200: changeRequest },
  },
  mergeChangeRequest: {
    summary: "Merge a change request into the content of its space",
    call: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge",
    // A merge makes a revision, and the reference does not show its final status (3). A repetition may merge
    // again, with edits made in between.
    retry: "create",
    answers: { 200: objectOf(() => ({ revision: z.string(), result: z.string().describe("merge") })) },
  },
  pullChangeRequest: {
    summary: "Pull the content of the space into a change request",
    call: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/update",
    // Ends with a change request that is up to date, however often it is sent.
    retry: "idempotent",
    answers: { 200: objectOf(() => ({ revision: z.string(), result: z.string().describe("update") })) },
  },
  getChangeRequestPdf: {
    summary: "Get the address of a change request as PDF",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf",
    query: objectOf(() => ({
      only: optional(queryBoolean(), "Whether the PDF holds only the given page"),
      page: optional(z.string(), "Id of the page; not a cursor"),
    })),
    answers: { 200: objectOf(() => ({ url: z.string() })) },
  },
  listOrganizationChangeRequests: {
    summary: "List the change requests of an organization",
    call: "GET /orgs/{organizationId}/change-requests",
    query: peopleQuery,
    list: changeRequest,
  },
});
