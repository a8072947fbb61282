import { extendOperation } from "../operation.ts";
import { spaceCommentOperations } from "../parts/comments.ts";
import { translationLanguage, translationOperations } from "../parts/translations.ts";
import { requestBody, richDocument } from "../resource.ts";

const { createTranslation, updateTranslation } = translationOperations;
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
  updateSpaceCommentReply: extendOperation(updateSpaceCommentReply, {
    answers: { 200: () => updateSpaceCommentReply.answers[200] },
  }),
};
