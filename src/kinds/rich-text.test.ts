import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, isObject, type Json } from "../text/json.ts";
import { richTextField } from "./rich-text.ts";

const { write, normalize } = richTextField;

/** A document as a platform may give it back: every node has a key, and the document a token. */
function givenBack(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => givenBack(item));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, one]) => [key, givenBack(one)] as const);
  const added = value.object === "document" ? { meta: { token: "t" } } : { key: "k7", isVoid: false };
  return { ...Object.fromEntries(inner), ...added };
}

const text = fc.stringMatching(/^[ \na-c*#.\r]{0,40}$/);

test("what is written as text is equal to what the platform gives back of it, always", () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(normalize(givenBack(write(written)))).toEqual(normalize(written));
    }),
  );
});

test("empty lines at the ends, and more than one between paragraphs, say nothing", () => {
  expect(normalize("\n\nOne\n \n\n\nTwo  \n")).toBe("One\n\nTwo");
});

const paragraph = (nodes: Json): Json => ({
  object: "document",
  nodes: [{ object: "block", type: "paragraph", nodes }],
});
const leaf = (marks: Json): Json => ({ object: "leaf", text: "One", marks });

test.each<[string, Json]>([
  ["a heading", { object: "document", nodes: [{ object: "block", type: "heading-1", nodes: [] }] }],
  ["bold text", paragraph([{ object: "text", leaves: [leaf([{ object: "mark", type: "bold" }])] }])],
  ["a link", paragraph([{ object: "inline", type: "link", nodes: [] }])],
])("a document with %s is not taken for text, and stays what it is", (_, document) => {
  expect(typeof normalize(document)).toBe("object");
  expect(canonicalJson(normalize(givenBack(document)))).toBe(canonicalJson(normalize(document)));
});
