import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import { links, queryBoolean, richDocument, timestamp, user } from "../resource.ts";
import { templateParams } from "./content.ts";

/** Subject of a change request, at most 100 characters (8). */
export const changeRequestSubject = z.string().max(100);

/** Status of a change request where a caller gives one (A8); answers may hold others. */
export const changeRequestStatus = z.enum(["draft", "open", "archived", "merged"]);

/** Change request (2.5). */
export const changeRequest = once(() =>
  z.object({
    object: z.literal("change-request"),
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
  }),
);

const peopleQuery = once(() =>
  paging().extend({
    creator: z.string().optional().describe("Only change requests that the user with this id created"),
    contributor: z
      .string()
      .optional()
      .describe("Only change requests that the user with this id contributed to"),
    requestedReviewer: z
      .string()
      .optional()
      .describe("Only change requests that the user with this id was asked to review"),
    conversationsIssuesCluster: z
      .string()
      .optional()
      .describe("Only change requests for the issues cluster with this id"),
  }),
);

// The one body that takes any other property (4.2).
const createBody = once(() =>
  z.looseObject({
    subject: changeRequestSubject.optional().describe("Subject of the change request"),
    template: z
      .strictObject({
        id: z.string().describe("Id of the template"),
        params: templateParams().optional().describe("What the template is filled with"),
      })
      .optional()
      .describe("Template to start from"),
  }),
);

/** Operations on change requests (4.2). `{changeRequestId}` is an id, or a number within the space. */
export const changeRequestOperations = defineOperations("4.2", {
  listChangeRequests: {
    summary: "List the change requests of a space",
    method: "GET",
    path: "/spaces/{spaceId}/change-requests",
    retry: "safe",
    query: () =>
      peopleQuery().extend({
        status: changeRequestStatus
          .optional()
          .describe("Only change requests with this status; open when not given"),
      }),
    list: changeRequest,
  },
  createChangeRequest: {
    summary: "Create a change request",
    method: "POST",
    path: "/spaces/{spaceId}/change-requests",
    retry: "create",
    body: createBody,
    answers: { 201: changeRequest },
  },
  getChangeRequest: {
    summary: "Get a change request",
    method: "GET",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}",
    retry: "safe",
    answers: { 200: changeRequest },
  },
  updateChangeRequest: {
    summary: "Update a change request",
    method: "PATCH",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}",
    retry: "idempotent",
    body: () =>
      z.strictObject({
        subject: changeRequestSubject.optional().describe("Subject of the change request"),
        description: richDocument().optional().describe("Description of the change request"),
        status: changeRequestStatus.optional().describe("Status of the change request"),
      }),
    answers: { 200: changeRequest },
  },
  mergeChangeRequest: {
    summary: "Merge a change request into the content of its space",
    method: "POST",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/merge",
    // A merge makes a revision, and the reference does not show its final status (3). A repetition may merge
    // again, with edits made in between.
    retry: "create",
    answers: { 200: () => z.object({ revision: z.string(), result: z.string().describe("merge") }) },
  },
  pullChangeRequest: {
    summary: "Pull the content of the space into a change request",
    method: "POST",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/update",
    // Ends with a change request that is up to date, however often it is sent.
    retry: "idempotent",
    answers: { 200: () => z.object({ revision: z.string(), result: z.string().describe("update") }) },
  },
  getChangeRequestPdf: {
    summary: "Get the address of a change request as PDF",
    method: "GET",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/pdf",
    retry: "safe",
    query: () =>
      z.object({
        only: queryBoolean().optional().describe("Whether the PDF holds only the given page"),
        page: z.string().optional().describe("Id of the page; not a cursor"),
      }),
    answers: { 200: () => z.object({ url: z.string() }) },
  },
  listOrganizationChangeRequests: {
    summary: "List the change requests of an organization",
    method: "GET",
    path: "/orgs/{organizationId}/change-requests",
    retry: "safe",
    query: peopleQuery,
    list: changeRequest,
  },
});
