import { describe, expect, test } from "vitest";
import { editions } from "../contract/edition.ts";
import { kindsOf } from "../kinds/kinds-of.ts";
import { editionIndex } from "../manifest/schema/edition-index.ts";
import { explainDocument } from "../model/documents/explain-document.ts";
import { isObject } from "../text/json.ts";
import { explainField, explainKind, subjectOf } from "./explain-kind.ts";

const explainable = editions.flatMap((edition) =>
  kindsOf(edition).all.map((kind) => ({
    edition,
    kind,
    name: kind.name,
    slots: [...editionIndex(edition).slots(kind)],
  })),
);

test.each(explainable)("$name of $edition is explained: all that it takes, and an example", (one) => {
  const explained = explainKind(one.edition, one.kind);
  expect(explainDocument.parse(explained)).toEqual(explained);
  expect(explained.fields.map(({ name }) => name)).toEqual(
    one.slots.filter(([, { type }]) => type !== "meta").map(([name]) => name),
  );
});

describe("says what it takes, and what it means to write nothing:", () => {
  test.each(explainable)("$name of $edition", ({ edition, kind, slots }) => {
    for (const [name, slot] of slots) {
      const explained = explainField(edition, kind, name);
      expect(explainDocument.parse(explained)).toEqual(explained);
      for (const text of [explained.doc, explained.takes, explained.omitted, explained.empty, explained.null])
        expect(text).not.toBe("");
      // Nothing of Markdown: it is read on a terminal.
      expect(JSON.stringify(explained)).not.toMatch(/`|\]\(/);
      if (slot.type !== "field") continue;
      const example = isObject(explained.example) ? explained.example[name] : undefined;
      expect(slot.field.schema.safeParse(example).success, name).toBe(true);
    }
  });
});

test("what an edition lacks is said, with the edition that has it", () => {
  expect(() => subjectOf(editionIndex("gitbook"), "site.agentsContext")).toThrow(
    '"site.agentsContext" is not in the API edition gitbook; it is in reference',
  );
});

test.each([
  ["spaces.relay", { type: "address", written: "spaces.relay" }],
  ["spaces.path", { type: "field", kind: expect.objectContaining({ name: "site-space" }), name: "path" }],
  ["spaces", { type: "kind", kind: expect.objectContaining({ name: "space" }) }],
])("%s: what two kinds call their items is of the organization first", (written, subject) => {
  expect(subjectOf(editionIndex("gitbook"), written)).toEqual(subject);
});
