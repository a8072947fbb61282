import { defineOperations } from "../operation.ts";
import {
  collection,
  collectionDescription,
  collectionOperations,
  collectionTitle,
} from "../parts/collections.ts";
import { defaultLevel } from "../parts/spaces.ts";
import { optional, requestBody } from "../resource.ts";

/** Operations on collections that the published API takes otherwise. */
export const gitbookCollectionOperations = defineOperations("4.7", {
  updateCollection: {
    summary: collectionOperations.updateCollection.summary,
    call: "PATCH /collections/{collectionId}",
    body: requestBody(() => ({
      title: optional(collectionTitle, "Title of the collection"),
      description: optional(collectionDescription, "Description of the collection"),
      defaultLevel: optional(
        defaultLevel.nullable(),
        "Role that members have in the collection; null lets in admins alone",
      ),
    })),
    answers: { 200: collection },
  },
});
