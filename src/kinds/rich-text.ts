import * as z from "zod";
import type { Field } from "../model/field.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";

const document = z.looseObject({
  object: z.literal("document"),
  nodes: z.array(z.looseObject({ object: z.string() })),
});

const schema = z.union([z.string(), document]);

/** A paragraph for each part of a text between empty lines. */
function paragraphsOf(text: string): readonly string[] {
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  const parts = lines.map((line) => line.trimEnd()).join("\n");
  return parts
    .split(/\n{2,}/)
    .map((part) => part.replaceAll(/^\n+|\n+$/g, ""))
    .filter((part) => part.trim() !== "");
}

function write(value: Json): Json {
  if (typeof value !== "string") return value;
  const nodes = paragraphsOf(value).map((text) => ({
    object: "block",
    type: "paragraph",
    nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
  }));
  return { object: "document", data: { schemaVersion: 1 }, nodes };
}

/** The text of a document that is nothing but paragraphs of plain text; undefined for any other. */
function plainText(value: JsonObject): string | undefined {
  const blocks = listAt(value, "nodes").map(paragraphText);
  return blocks.includes(undefined) ? undefined : paragraphsOf(blocks.join("\n\n")).join("\n\n");
}

function paragraphText(block: Json): string | undefined {
  if (!isObject(block) || block.type !== "paragraph") return undefined;
  const texts = listAt(block, "nodes").flatMap((node): readonly (string | undefined)[] => {
    if (!isObject(node) || node.object !== "text") return [undefined];
    return node.leaves === undefined ? [leafText(node)] : listAt(node, "leaves").map(leafText);
  });
  return texts.includes(undefined) ? undefined : texts.join("");
}

function leafText(leaf: Json): string | undefined {
  if (!isObject(leaf) || listAt(leaf, "marks").length > 0) return undefined;
  return typeof leaf.text === "string" ? leaf.text : undefined;
}

function listAt(value: JsonObject, key: string): readonly Json[] {
  const list = value[key];
  return Array.isArray(list) ? list : [];
}

/** The value without the attributes that the platform adds, and without empty ones. */
function withoutAdditions(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutAdditions(item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !isAddition(key, inner));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutAdditions(inner)]));
}

function isAddition(key: string, value: Json): boolean {
  if (["key", "meta", "schemaVersion"].includes(key)) return true;
  if (key === "isVoid") return value === false;
  if (key === "marks") return Array.isArray(value) && value.length === 0;
  return key === "data" && isObject(value) && Object.keys(value).every((name) => name === "schemaVersion");
}

function normalize(value: Json): Json {
  if (typeof value === "string") return paragraphsOf(value).join("\n\n");
  const plain = isObject(value) ? plainText(value) : undefined;
  return plain ?? withoutAdditions(value);
}

/**
 * Text that the API takes as a rich document (2.1). People write plain text, paragraphs with empty lines between
 * them, or the document; a live document that is only paragraphs of plain text is equal to that text.
 */
export const richTextField = { schema, write, normalize } as const satisfies Partial<Field>;
