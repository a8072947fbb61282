import type { KindIndex } from "../../src/manifest/schema/kind-slots.ts";
import { meaningOfField } from "../../src/manifest/schema/omitted-empty-null.ts";
import type { Kind } from "../../src/model/kind.ts";
import { fieldNotes, later, valueWords, whenNew, whyFixed } from "./field-words.ts";
import { code, markdown, sentence, table } from "./markdown.ts";

/** Every field of a kind: what it is and what it takes, a line a field. */
export function fieldLines(index: KindIndex, kind: Kind): ReadonlyMap<string, string> {
  const lines = Object.entries(kind.fields).map(([name, field]): [string, string] => {
    const notes = fieldNotes(index, field, markdown);
    const texts = [field.doc, valueWords(index, field, markdown), ...notes].map(sentence);
    return [name, `- ${code(name)}: ${texts.join(" ")}`];
  });
  return new Map(lines);
}

/** Every field of a kind: what a new one has, and what can become of it later. */
export function fieldRows(kind: Kind): readonly (readonly string[])[] {
  return Object.keys(kind.fields).map((name) => [
    code(name),
    whenNew(kind, name, markdown),
    later(kind, name),
    nullCell(kind, name),
  ]);
}

/** The same as a table. */
export function fieldTable(rows: readonly (readonly string[])[]): string {
  return table(["field", "in a new one", "can change", "`null`"], rows);
}

function nullCell(kind: Kind, name: string): string {
  const meaning = meaningOfField(kind, name, "null");
  if (meaning.type === "set") return meaning.as ?? "a value";
  return meaning.type === "cleared" ? "clears" : "no";
}

/** Why fields cannot change, a line for each reason; empty when all can. */
export function unchangeable(kind: Kind): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const name of Object.keys(kind.fields)) {
    const text = whyFixed(kind, name, markdown);
    if (text !== undefined) reasons.set(text, [...(reasons.get(text) ?? []), code(name)]);
  }
  return [...reasons].map(([text, names]) => `- ${names.join(", ")}: ${sentence(text)}`);
}
