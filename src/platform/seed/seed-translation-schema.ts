import * as z from "zod";
import { translationLanguage } from "../../contract/parts/translations.ts";
import { richDocument } from "../../contract/resource.ts";
import { ownId, seedId } from "./seed-fields.ts";

/** A translation of a space that has run once. */
export const seedTranslation = z.strictObject({
  id: ownId.describe("Id of the translation"),
  space: seedId.describe("Id of the space to translate"),
  language: translationLanguage.describe("Language to translate to, as a BCP 47 code"),
  sourceLanguage: translationLanguage.optional().describe("Language of the space; its own when left out"),
  result: seedId
    .nullable()
    .optional()
    .describe("Id of the translated space; a copy is made when left out, and null is none"),
  instructions: richDocument().optional().describe("What the translator is told, as a rich document"),
});

/** A translation of a seed. */
export type SeedTranslation = z.infer<typeof seedTranslation>;
