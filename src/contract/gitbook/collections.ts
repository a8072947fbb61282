import { extendOperation } from "../operation.ts";
import { collectionOperations } from "../parts/collections.ts";
import { defaultLevel } from "../parts/spaces.ts";
import { optional } from "../resource.ts";
import { gitbookSpace } from "./spaces.ts";

const { listCollectionSpaces, updateCollection } = collectionOperations;

/** Operations on collections that the published API takes or answers otherwise. */
export const gitbookCollectionOperations = {
  listCollectionSpaces: extendOperation(listCollectionSpaces, { list: gitbookSpace }),
  updateCollection: extendOperation(updateCollection, {
    body: () =>
      updateCollection.body.extend({
        defaultLevel: optional(
          defaultLevel.nullable(),
          "Role that members have in the collection; null lets in admins alone",
        ),
      }),
  }),
};
