import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { createTranslationBody, translationLanguage, translationOperations } from "../parts/translations.ts";
import { requestBody, richDocument } from "../resource.ts";

const { createTranslation, updateTranslation } = translationOperations;

/** Operations on translations that require more in the published API. */
export const gitbookTranslationOperations = defineOperations("4.17", {
  createTranslation: {
    summary: createTranslation.summary,
    call: "POST /orgs/{organizationId}/translations",
    body: once(() => {
      const { source } = createTranslationBody().shape;
      const language = translationLanguage.describe("Language of the space, as a BCP 47 code");
      return createTranslationBody().extend({
        source: source.extend({ language }).describe("What to translate"),
      });
    }),
    answers: { 201: () => createTranslation.answers[201] },
  },
  updateTranslation: {
    summary: updateTranslation.summary,
    call: "PUT /orgs/{organizationId}/translations/{translationId}",
    body: requestBody(() => ({ instructions: richDocument().describe("What the translator is told") })),
    answers: { 200: () => updateTranslation.answers[200] },
  },
});
