import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, extendOperation } from "../operation.ts";
import { collectionOperations } from "../parts/collections.ts";
import { defaultLevel, space, spaceOperations, spaceTitle } from "../parts/spaces.ts";
import { editMode, httpUrl, optional, requestBody } from "../resource.ts";
import { gitbookMergeRules, gitbookMergeRulesBody } from "./merge-rules.ts";
import { spaceTemplate } from "./values.ts";

/** Space, with merge rules of the published API. */
export const gitbookSpace = once(() => space().extend({ mergeRules: gitbookMergeRules().optional() }));

/** Emoji of a space: a character or its code point. */
const emoji = z.string().max(50);

const { listSpaces, getSpace, updateSpace, duplicateSpace, restoreSpace, moveSpace } = spaceOperations;

const { listCollectionSpaces, updateCollection } = collectionOperations;

const answers = { 200: gitbookSpace };

function levelIn(owner: "space" | "collection") {
  const about = `Role that members have in the ${owner}; null lets in admins alone`;
  return optional(defaultLevel.nullable(), about);
}

/** Operations on spaces and collections that the published API has beside those of the reference, or takes or answers otherwise. */
export const gitbookSpaceOperations = {
  listSpaces: extendOperation(listSpaces, { list: gitbookSpace }),
  getSpace: extendOperation(getSpace, { answers }),
  restoreSpace: extendOperation(restoreSpace, { answers }),
  moveSpace: extendOperation(moveSpace, { answers }),
  duplicateSpace: extendOperation(duplicateSpace, { answers: { 201: gitbookSpace } }),
  updateSpace: extendOperation(updateSpace, {
    body: () =>
      updateSpace.body.extend({
        defaultLevel: levelIn("space"),
        ...gitbookMergeRulesBody(),
        emoji: optional(emoji.nullable(), "Emoji of the space; null clears it"),
        icon: optional(httpUrl.nullable(), "Address of the icon of the space; null clears it"),
      }),
    answers,
  }),
  listCollectionSpaces: extendOperation(listCollectionSpaces, { list: gitbookSpace }),
  updateCollection: extendOperation(updateCollection, {
    body: () => updateCollection.body.extend({ defaultLevel: levelIn("collection") }),
  }),
  ...defineOperations("4.6", {
    createSpace: {
      summary: "Create a space",
      call: "POST /orgs/{organizationId}/spaces",
      body: requestBody(() => ({
        // Required here: the document requires nothing, and a space without a title is found by nothing.
        title: spaceTitle.describe("Title of the space"),
        emoji: optional(emoji, "Emoji of the space"),
        parent: optional(z.string(), "Id of the collection to create it in; the root when not given"),
        language: optional(z.string(), "Language of the content, as a BCP 47 code"),
        editMode: optional(editMode, "live allows direct edits; locked locks all edits"),
        empty: optional(z.literal(true), "Creates a space without a page"),
        template: optional(spaceTemplate(), "Template whose pages the space gets"),
      })),
      answers: { 201: gitbookSpace },
    },
  }),
};
