import { takesField } from "../../src/core/draft.ts";
import type { Json } from "../../src/core/json.ts";
import type { Field, Kind } from "../../src/core/kind.ts";
import { apiName } from "../../src/core/kind-index.ts";
import type { KindIndex } from "../../src/manifest/kind-index.ts";
import { meaningOfField } from "../../src/manifest/omitted-empty-null.ts";
import { code, sentence, table } from "./markdown.ts";
import { valueWords } from "./value-words.ts";

/** Every field of a kind: what it takes, what a new one has, and what can become of it later. */
export function fieldTable(index: KindIndex, kind: Kind): string {
  const rows = Object.entries(kind.fields).map(([name, field]) => [
    code(name),
    [sentence(field.doc), ...notes(field)].join(" "),
    valueWords(index, field),
    whenNew(kind, name, field),
    later(kind, name, field),
    meaningOfField(kind, name, "null").type === "cleared" ? "clears" : "no",
  ]);
  return table(["field", "what it is", "value", "in a new one", "can change", "`null`"], rows);
}

function notes(field: Field): readonly string[] {
  return [
    ...(field.sensitive === true ? ["Secret: never shown."] : []),
    ...(field.set === true ? ["The order means nothing."] : []),
    ...(field.access === true ? ["Decides about access."] : []),
  ];
}

/** What a new one has when the field is left out. */
function whenNew(kind: Kind, name: string, field: Field): string {
  if (kind.keyField === name) return "its key";
  if (kind.operations.create === undefined) return "–";
  if (kind.required.includes(name)) return "needed";
  if (field.unique !== undefined) return `made from ${code(field.unique.madeFrom)}`;
  if (field.defaultChild !== undefined) return "the first one";
  const value = field.whenNew ?? field.initial;
  return value === undefined ? "nothing" : valueText(value);
}

function valueText(value: Json): string {
  return code(typeof value === "string" ? value : JSON.stringify(value));
}

function later(kind: Kind, name: string, field: Field): string {
  if (field.fixed !== undefined) return "no";
  if (field.oneWay !== undefined) return "on, never off";
  if (field.membership !== undefined) return "yes";
  const isSent = kind.operations.update?.some((operation) => takesField(operation, apiName(name, field)));
  return isSent === true ? "yes" : "no";
}

/** Why fields cannot change, one line a field; empty when all can. */
export function unchangeable(kind: Kind): readonly string[] {
  return Object.entries(kind.fields).flatMap(([name, { fixed, oneWay }]) => {
    const reason = fixed ?? oneWay?.off;
    return reason === undefined ? [] : [`- ${code(name)}: ${sentence(reason).replace(/^The/, "the")}`];
  });
}
