import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import { deleted, links, permissions, queryBoolean } from "../resource.ts";
import { contentMoveBody, defaultLevel, space, transferBody } from "./spaces.ts";

/** Title of a collection, at most 50 characters (A11). */
export const collectionTitle = z.string().max(50);

/** Description of a collection, at most 100 characters (A11). */
export const collectionDescription = z.string().max(100);

/** Collection (2.7). */
export const collection = once(() =>
  z.object({
    object: z.literal("collection"),
    id: z.string(),
    title: z.string(),
    description: z.string().optional(),
    organization: z.string().optional(),
    parent: z.string().optional().describe("Id of the collection it is in; absent at the root"),
    defaultLevel: defaultLevel.nullable().optional(),
    urls: links("location", "app"),
    permissions: permissions("view", "admin", "viewInviteLinks", "create"),
  }),
);

/** Operations on collections (4.7). */
export const collectionOperations = defineOperations("4.7", {
  getCollection: {
    summary: "Get a collection",
    method: "GET",
    path: "/collections/{collectionId}",
    retry: "safe",
    answers: { 200: collection },
  },
  updateCollection: {
    summary: "Update a collection",
    method: "PATCH",
    path: "/collections/{collectionId}",
    retry: "idempotent",
    body: () =>
      z.strictObject({
        title: collectionTitle.optional().describe("Title of the collection"),
        description: collectionDescription.optional().describe("Description of the collection"),
        defaultLevel: defaultLevel.optional().describe("Role that members have in the collection"),
      }),
    answers: { 200: collection },
  },
  deleteCollection: {
    summary: "Delete a collection, and the spaces and collections in it",
    method: "DELETE",
    path: "/collections/{collectionId}",
    retry: "idempotent",
    answers: deleted,
  },
  listCollectionSpaces: {
    summary: "List the spaces of a collection",
    method: "GET",
    path: "/collections/{collectionId}/spaces",
    retry: "safe",
    query: paging,
    list: space,
  },
  moveCollection: {
    summary: "Move a collection to another place or collection",
    method: "POST",
    path: "/collections/{collectionId}/move",
    retry: "idempotent",
    body: contentMoveBody,
    unchanged: 409,
    answers: { 200: collection },
  },
  transferCollection: {
    summary: "Transfer a collection to another organization",
    method: "POST",
    path: "/collections/{collectionId}/transfer",
    retry: "idempotent",
    body: transferBody,
    unchanged: 409,
    answers: { 200: collection },
  },
  listCollections: {
    summary: "List the collections of an organization",
    method: "GET",
    path: "/orgs/{organizationId}/collections",
    retry: "safe",
    query: () =>
      paging().extend({
        nested: queryBoolean()
          .optional()
          .describe("Whether to list all nested collections too; true when not given"),
      }),
    list: collection,
  },
  createCollection: {
    summary: "Create a collection",
    method: "POST",
    path: "/orgs/{organizationId}/collections",
    retry: "create",
    body: () =>
      z.strictObject({
        title: collectionTitle.describe("Title of the collection"),
        parent: z
          .string()
          .optional()
          .describe("Id of the collection to create it in; the root when not given"),
      }),
    answers: { 201: collection },
  },
});
