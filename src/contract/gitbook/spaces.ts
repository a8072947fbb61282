import * as z from "zod";
import { defineOperations } from "../operation.ts";
import { defaultLevel, space, spaceTitle } from "../parts/spaces.ts";
import { editMode, httpUrl, optional, requestBody } from "../resource.ts";
import { gitbookMergeRulesBody } from "./merge-rules.ts";

/** Emoji of a space: a character or its code point. */
const emoji = z.string().max(50);

/** The contents of a new space: those of a template. */
const spaceTemplate = requestBody(() => ({
  id: z.string().describe("Id of the template"),
}));

/** Operations on spaces that the published API has beside those of the reference, or takes otherwise. */
export const gitbookSpaceOperations = defineOperations("4.6", {
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
    answers: { 201: space },
  },
  updateSpace: {
    summary: "Update a space",
    call: "PATCH /spaces/{spaceId}",
    body: requestBody(() => ({
      editMode: optional(editMode, "live allows direct edits; locked locks all edits"),
      title: optional(spaceTitle, "Title of the space"),
      defaultLevel: optional(
        defaultLevel.nullable(),
        "Role that members have in the space; null lets in admins alone",
      ),
      language: optional(z.string(), "Language of the content, as a BCP 47 code"),
      mergeRules: optional(gitbookMergeRulesBody(), "Rules that a change request meets before it is merged"),
      emoji: optional(emoji.nullable(), "Emoji of the space; null clears it"),
      icon: optional(httpUrl.nullable(), "Address of the icon of the space; null clears it"),
    })),
    answers: { 200: space },
  },
});
