import * as z from "zod";
import { defineOperations, pagedBy, paging } from "../operation.ts";
import { deleted, links, optional, permissions, queryBoolean, requestBody, resource } from "../resource.ts";
import { contentMoveBody, defaultLevel, space, transferBody } from "./spaces.ts";

/** Title of a collection, at most 50 characters (A11). */
export const collectionTitle = z.string().max(50);

/** Description of a collection, at most 100 characters (A11). */
export const collectionDescription = z.string().max(100);

/** Collection (2.7). */
export const collection = resource("collection", () => ({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  organization: z.string().optional(),
  parent: optional(z.string(), "Id of the collection it is in; absent at the root"),
  defaultLevel: defaultLevel.nullable().optional(),
  urls: links("location", "app"),
  permissions: permissions("view", "admin", "viewInviteLinks", "create"),
}));

/** Operations on collections (4.7). */
export const collectionOperations = defineOperations("4.7", {
  getCollection: {
    summary: "Get a collection",
    call: "GET /collections/{collectionId}",
    answers: { 200: collection },
  },
  updateCollection: {
    summary: "Update a collection",
    call: "PATCH /collections/{collectionId}",
    body: requestBody(() => ({
      title: optional(collectionTitle, "Title of the collection"),
      description: optional(collectionDescription, "Description of the collection"),
      defaultLevel: optional(defaultLevel, "Role that members have in the collection"),
    })),
    answers: { 200: collection },
  },
  deleteCollection: {
    summary: "Delete a collection, and the spaces and collections in it",
    call: "DELETE /collections/{collectionId}",
    answers: deleted,
  },
  listCollectionSpaces: {
    summary: "List the spaces of a collection",
    call: "GET /collections/{collectionId}/spaces",
    query: paging,
    list: space,
  },
  moveCollection: {
    summary: "Move a collection to another place or collection",
    call: "POST /collections/{collectionId}/move",
    retry: "idempotent",
    body: contentMoveBody,
    unchanged: 409,
    answers: { 200: collection },
  },
  transferCollection: {
    summary: "Transfer a collection to another organization",
    call: "POST /collections/{collectionId}/transfer",
    retry: "idempotent",
    body: transferBody,
    unchanged: 409,
    answers: { 200: collection },
  },
  listCollections: {
    summary: "List the collections of an organization",
    call: "GET /orgs/{organizationId}/collections",
    query: pagedBy(() => ({
      nested: optional(queryBoolean(), "Whether to list all nested collections too; true when not given"),
    })),
    list: collection,
  },
  createCollection: {
    summary: "Create a collection",
    call: "POST /orgs/{organizationId}/collections",
    body: requestBody(() => ({
      title: collectionTitle.describe("Title of the collection"),
      parent: optional(z.string(), "Id of the collection to create it in; the root when not given"),
    })),
    answers: { 201: collection },
  },
});
