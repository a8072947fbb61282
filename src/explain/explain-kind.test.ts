import { describe, expect, test } from "vitest";
import { kinds } from "../kinds/kinds.ts";
import { indexKinds } from "../manifest/schema/kind-slots.ts";
import { explainDocument } from "../model/documents/explain-document.ts";
import { isObject } from "../text/json.ts";
import { explainField, explainKind } from "./explain-kind.ts";

const index = indexKinds(kinds);
const slots = kinds.flatMap((kind) =>
  [...index.slots(kind)].map(([name, slot]) => ({ title: `${kind.name}.${name}`, kind, name, slot })),
);

test.each(kinds)("$name is explained: all that it takes, and an example", (kind) => {
  const explained = explainKind(kind);
  expect(explainDocument.parse(explained)).toEqual(explained);
  expect(explained.fields.map(({ name }) => name)).toEqual(
    [...index.slots(kind)].filter(([, { type }]) => type !== "meta").map(([name]) => name),
  );
});

describe("says what it takes, and what it means to write nothing:", () => {
  test.each(slots)("$title", ({ kind, name, slot }) => {
    const explained = explainField(kind, name);
    expect(explainDocument.parse(explained)).toEqual(explained);
    for (const text of [explained.doc, explained.takes, explained.omitted, explained.empty, explained.null])
      expect(text).not.toBe("");
    // Nothing of Markdown: it is read on a terminal.
    expect(JSON.stringify(explained)).not.toMatch(/`|\]\(/);
    if (slot.type !== "field") return;
    const example = isObject(explained.example) ? explained.example[name] : undefined;
    expect(slot.field.schema.safeParse(example).success).toBe(true);
  });
});
