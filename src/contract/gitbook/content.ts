import { extendOperation } from "../operation.ts";
import { changeRequestOperations } from "../parts/change-requests.ts";
import { spaceCommentOperations } from "../parts/comments.ts";
import { translationLanguage, translationOperations } from "../parts/translations.ts";
import { requestBody, richDocument } from "../resource.ts";

const { createTranslation, updateTranslation } = translationOperations;
const { updateChangeRequest } = changeRequestOperations;
const { updateSpaceCommentReply } = spaceCommentOperations;

/** Operations on translations that require more in the published API, and one whose status the reference leaves open. */
export const gitbookContentOperations = {
  createTranslation: extendOperation(createTranslation, {
    body: () => {
      const language = translationLanguage.describe("Language of the space, as a BCP 47 code");
      const source = createTranslation.body.shape.source.extend({ language });
      return createTranslation.body.extend({ source: source.describe("What to translate") });
    },
  }),
  updateTranslation: extendOperation(updateTranslation, {
    body: requestBody(() => ({ instructions: richDocument().describe("What the translator is told") })),
  }),
  // The answer may be without the object (G3).
  updateChangeRequest: extendOperation(updateChangeRequest, {
    answers: { 200: () => updateChangeRequest.answers[200], 204: null },
  }),
  updateSpaceCommentReply: extendOperation(updateSpaceCommentReply, {
    answers: { 200: () => updateSpaceCommentReply.answers[200] },
  }),
};
