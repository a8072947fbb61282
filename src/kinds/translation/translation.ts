import * as z from "zod";
import { gitbookContentOperations } from "../../contract/gitbook/content.ts";
import { translationLanguage, translationOperations } from "../../contract/parts/translations.ts";
import type { Field } from "../../model/field.ts";
import { defineKind } from "../../model/kind.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import { richTextField } from "../rich-text.ts";
import { permitted, risk } from "../risks-and-permissions.ts";
import { languageWithoutCase, sentInLowerCase, textAt } from "../values.ts";

/** They are what a translation is (A33). */
const fixed = "the source and the language of a translation cannot change";

function sourceOf(answer: JsonObject, key: string): string | undefined {
  return isObject(answer.source) ? textAt(answer.source, key) : undefined;
}

/** Id of the translated space; there is none before the first run has ended. */
function resultOf(answer: JsonObject): string | undefined {
  return isObject(answer.result) ? textAt(answer.result, "space") : undefined;
}

/** The space is there before the run that fills it has ended, in the language of the translation. */
function canBeResult(space: JsonObject, translation: JsonObject): boolean {
  const isOlder = String(space.createdAt ?? "9") < String(translation.createdAt ?? "");
  const isSame =
    languageWithoutCase(space.language ?? "") === languageWithoutCase(translation.language ?? "");
  return translation.status !== "completed" && isSame && !isOlder;
}

const sourceLanguage = {
  schema: translationLanguage,
  doc: "Language of the space, as a BCP 47 code; its own when left out",
  api: "source",
  normalize: languageWithoutCase,
  read: (answer) => sourceOf(answer, "language"),
  write: (code) => ({ language: code }),
  fixed,
  replaces: true,
} as const satisfies Field;

const language = {
  schema: translationLanguage,
  doc: "Language to translate to, as a BCP 47 code such as fr or pt-BR",
  normalize: languageWithoutCase,
  fixed,
  replaces: true,
} as const satisfies Field;

/** A translation of a space into a language (2.14, 4.17). The space that it fills is not part of it. */
export const translationKind = defineKind({
  name: "translation",
  plural: "translations",
  doc: "A translation of a space into a language. The translated space that it fills is not declared by it",
  shape: "collection",
  fields: {
    source: {
      schema: z.string().min(1),
      doc: "Key of the space to translate",
      refersTo: "space",
      read: (answer) => sourceOf(answer, "space"),
      write: (space) => ({ space }),
      fixed,
      replaces: true,
    },
    sourceLanguage,
    language,
    instructions: {
      ...richTextField,
      doc: "What the translator is told: plain text with empty lines between paragraphs, or a rich document",
      read: (answer) => answer.instructions ?? "",
      initial: "",
    },
  },
  naturalKeys: [["source", "language"]],
  required: ["source", "language"],
  differences: {
    gitbook: {
      required: ["source", "sourceLanguage", "language"],
      // The published API takes languages in lower case only.
      fields: {
        sourceLanguage: {
          ...sourceLanguage,
          doc: "Language of the space, as a BCP 47 code",
          write: (code) => ({ language: languageWithoutCase(code) }),
        },
        language: { ...language, ...sentInLowerCase },
      },
      operations: {
        read: translationOperations.listTranslations,
        find: translationOperations.getTranslation,
        create: gitbookContentOperations.createTranslation,
        update: [gitbookContentOperations.updateTranslation],
        delete: translationOperations.deleteTranslation,
      },
    },
  },
  idParam: "translationId",
  operations: {
    read: translationOperations.listTranslations,
    find: translationOperations.getTranslation,
    create: translationOperations.createTranslation,
    update: [translationOperations.updateTranslation],
    delete: translationOperations.deleteTranslation,
  },
  // It makes a space for the result.
  permissions: permitted("createContent", "translation", "edit"),
  seed: {
    list: "translations",
    keys: { source: "space", instructions: null },
    // The translated space matters only when it is among the spaces that were read.
    also: ({ instructions, ...answer }, isRead) => {
      const result = resultOf(answer);
      return {
        result: result !== undefined && isRead("space", result) ? result : null,
        ...(instructions === undefined ? {} : { instructions }),
      };
    },
  },
  makes: { kind: "space", id: resultOf, canBe: canBeResult },
  task: {
    operation: translationOperations.runTranslation,
    name: "run",
    isPartOfCreate: true,
    seen: { state: "/status", ended: ["completed"], count: "/stats/runs" },
  },
  label: (answer) => `${sourceOf(answer, "space") ?? "?"} to ${textAt(answer, "language") ?? "?"}`,
  risks: ({ action }) =>
    action === "delete"
      ? [risk("cannot be undone: the translated space stays, and is not kept up to date any more")]
      : [],
  example: { source: "quickstart", language: "fr", instructions: "Keep product names in English." },
});
