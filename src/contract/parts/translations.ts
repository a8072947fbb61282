import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import {
  deleted,
  empty,
  links,
  optional,
  permissions,
  requestBody,
  resource,
  richDocument,
  timestamp,
} from "../resource.ts";

/** The source or target language of a translation: a BCP 47 code such as `fr` or `pt-BR` (A8). */
export const translationLanguage = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, "a language is a BCP 47 code such as fr or pt-BR")
  .max(35);

/** Translation (2.14). */
export const translation = resource("translation", () => ({
  id: z.string(),
  // Open: A8.
  status: optional(z.string(), "Such as pending, running or completed"),
  source: z.object({ space: z.string().optional(), language: z.string().optional() }).optional(),
  language: z.string().optional(),
  instructions: richDocument().optional(),
  result: z.object({ space: z.string().optional(), revision: z.string().optional() }).optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
  stats: z
    .object({
      runs: z.number().optional(),
      totalWords: z.number().optional(),
      totalPages: z.number().optional(),
      totalDuration: z.number().optional(),
      latestRunDuration: z.number().optional(),
      latestPages: z.number().optional(),
      latestWords: z.number().optional(),
    })
    .optional(),
  permissions: permissions("view", "edit"),
  urls: links("location"),
}));

const instructions = once(() => optional(richDocument(), "What the translator is told"));

const createBody = requestBody(() => ({
  language: translationLanguage.describe("Language to translate to, as a BCP 47 code"),
  source: z
    .strictObject({
      space: z.string().describe("Id of the space to translate"),
      language: optional(translationLanguage, "Language of the space, as a BCP 47 code"),
    })
    .describe("What to translate"),
  instructions: instructions(),
}));

/** Operations on translations (4.17). */
export const translationOperations = defineOperations("4.17", {
  listTranslations: {
    summary: "List the translations of an organization",
    call: "GET /orgs/{organizationId}/translations",
    query: paging,
    list: translation,
  },
  createTranslation: {
    summary: "Create a translation of a space",
    call: "POST /orgs/{organizationId}/translations",
    body: createBody,
    answers: { 201: translation },
  },
  getTranslation: {
    summary: "Get a translation",
    call: "GET /orgs/{organizationId}/translations/{translationId}",
    answers: { 200: translation },
  },
  updateTranslation: {
    summary: "Update the instructions of a translation",
    call: "PUT /orgs/{organizationId}/translations/{translationId}",
    body: requestBody(() => ({ instructions: instructions() })),
    answers: { 200: translation },
  },
  deleteTranslation: {
    summary: "Delete a translation",
    call: "DELETE /orgs/{organizationId}/translations/{translationId}",
    answers: deleted,
  },
  runTranslation: {
    summary: "Run a translation again",
    call: "POST /orgs/{organizationId}/translations/{translationId}/run",
    // Each call is one more run, counted in `stats.runs`, that translates all words again.
    retry: "create",
    answers: empty,
  },
});
