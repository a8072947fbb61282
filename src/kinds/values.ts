import type { Json, JsonObject } from "../text/json.ts";

/** The text under a key of an answer, or undefined when there is none. */
export function textAt(answer: JsonObject, key: string): string | undefined {
  const value = answer[key];
  return typeof value === "string" ? value : undefined;
}

/** Case says nothing in a language code (BCP 47, A8). */
export function languageWithoutCase(code: Json): Json {
  return String(code).toLowerCase();
}

/** The traits of the field `language` where the platform takes lower case only. */
export const sentInLowerCase = {
  read: (answer: JsonObject) => textAt(answer, "language"),
  write: languageWithoutCase,
} as const;

/** The rights of each role in an organization. */
export const roleDocs = {
  admin: "administers content: creates and deletes spaces",
  create: "creates content",
  review: "reviews changes",
  edit: "edits, live or through change requests",
  comment: "comments",
  read: "only reads",
};

/** The same for an object that may take its role from its parent. */
export const levelDocs = { ...roleDocs, inherit: "the role of its parent" };
