import * as z from "zod";
import { gitbookSpaceOperations } from "../../contract/gitbook/spaces.ts";
import {
  collectionDescription,
  collectionOperations,
  collectionTitle,
} from "../../contract/parts/collections.ts";
import { defaultLevel } from "../../contract/parts/spaces.ts";
import { defineKind } from "../../model/kind.ts";
import { accessField, levelField } from "../access.ts";
import { openings } from "../openings.ts";
import { permitted, risk } from "../risks-and-permissions.ts";
import { levelDocs } from "../values.ts";

const operations = {
  read: collectionOperations.listCollections,
  find: collectionOperations.getCollection,
  create: collectionOperations.createCollection,
  update: [collectionOperations.updateCollection],
  delete: collectionOperations.deleteCollection,
};

/** A collection: it holds spaces and collections, in order (2.7, 4.7). */
export const collectionKind = defineKind({
  name: "collection",
  plural: "collections",
  doc: "A collection of spaces and of other collections",
  shape: "collection",
  fields: {
    title: { schema: collectionTitle, doc: "Title of the collection" },
    description: { schema: collectionDescription, doc: "Description of the collection" },
    defaultLevel: {
      schema: defaultLevel,
      doc: "Role that members have in the collection; inherit takes it from the parent of the collection",
      values: levelDocs,
      access: true,
      whenNew: "inherit",
    },
    parent: {
      schema: z.string(),
      doc: "Key of the collection that it is in; null for the root",
      refersTo: "collection",
      clearable: true,
      tree: "parent",
    },
    transferTo: {
      schema: z.string(),
      doc: "Alias (or id:…) of the organization that it is transferred to, with everything in it",
      tree: "transfer",
    },
  },
  naturalKeys: [["title", "parent"], ["title"]],
  required: ["title"],
  idParam: "collectionId",
  operations,
  tree: {
    itemKey: "collection",
    holds: true,
    move: {
      operation: collectionOperations.moveCollection,
      anchor: (id) => ({ type: "collection", collection: id }),
    },
    transfer: { operation: collectionOperations.transferCollection, body: "organization" },
  },
  permissions: permitted("createContent", "collection", "admin"),
  seed: { list: "collections", tree: { parent: "parent", nests: true } },
  label: (answer) => String(answer.title),
  opens: openings.collection,
  risks: ({ action }) =>
    action === "delete" ? [risk("cannot be undone: only the spaces in it can be restored, for 7 days")] : [],
  differences: {
    gitbook: {
      fields: {
        defaultLevel: levelField("collection", { whenNew: "inherit" }),
        access: accessField("Collection"),
      },
      operations: { ...operations, update: [gitbookSpaceOperations.updateCollection] },
    },
  },
  example: { title: "Guides", description: "How to do things", defaultLevel: "read" },
});
