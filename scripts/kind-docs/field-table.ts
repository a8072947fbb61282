import { takesField } from "../../src/core/draft.ts";
import type { Json } from "../../src/core/json.ts";
import type { Field, Kind } from "../../src/core/kind.ts";
import { apiName } from "../../src/core/kind-index.ts";
import type { KindIndex } from "../../src/manifest/kind-index.ts";
import { meaningOfField } from "../../src/manifest/omitted-empty-null.ts";
import { code, linkTo, nameOf, sentence, table } from "./markdown.ts";
import { valueWords } from "./value-words.ts";

/** Every field of a kind: what it is and what it takes, a line a field. */
export function fieldList(index: KindIndex, kind: Kind): string {
  const lines = Object.entries(kind.fields).map(([name, field]) => {
    const texts = [field.doc, valueWords(index, field), ...notes(index, field)].map(sentence);
    return `- ${code(name)}: ${texts.join(" ")}`;
  });
  return lines.join("\n");
}

/** Every field of a kind: what a new one has, and what can become of it later. */
export function fieldTable(kind: Kind): string {
  const rows = Object.entries(kind.fields).map(([name, field]) => [
    code(name),
    whenNew(kind, name, field),
    later(kind, name, field),
    meaningOfField(kind, name, "null").type === "cleared" ? "clears" : "no",
  ]);
  return table(["field", "in a new one", "can change", "`null`"], rows);
}

function notes(index: KindIndex, field: Field): readonly string[] {
  const { sensitive, set, access, names, unverifiable } = field;
  return [
    ...(sensitive === true ? ["secret: never shown"] : []),
    ...(set === true ? ["the order means nothing"] : []),
    ...(access === true ? ["decides about access"] : []),
    ...(names === undefined
      ? []
      : [
          `each name in it is the email or id of ${linkTo(index, names.kind)}; any other one blocks the change: ${names.stranger}`,
        ]),
    ...(unverifiable === undefined ? [] : [unverifiableWords(unverifiable.reason)]),
  ];
}

function unverifiableWords(reason: string): string {
  return `unverifiable in part: ${reason}, so docform sends it again only when the record of the last apply shows that it changed, or with ${code("--resend ADDRESS")}`;
}

/** What a new one has when the field is left out. */
function whenNew(kind: Kind, name: string, field: Field): string {
  if (kind.keyField === name) return "its key";
  if (kind.tree?.copy !== undefined) return whenCopied(field);
  if (kind.operations.create === undefined) return "–";
  if (kind.required.includes(name)) return "needed";
  if (field.unique !== undefined) return `made from ${code(field.unique.madeFrom)}`;
  if (field.defaultChild !== undefined) return "the first one";
  const value = field.whenNew ?? field.initial;
  return value === undefined ? "nothing" : valueText(value);
}

/** What a copy has: all that its original has, unless something else is written. */
function whenCopied({ tree }: Field): string {
  return tree === "copy" ? "needed" : tree === "transfer" ? "nothing" : "as the original";
}

function valueText(value: Json): string {
  return code(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
}

/** What each field that speaks of the tree does to what is there. */
const laterInTree = {
  holder: "yes, by a move",
  copy: "says nothing later",
  transfer: "takes it away",
} as const satisfies Record<NonNullable<Field["tree"]>, string>;

function later(kind: Kind, name: string, field: Field): string {
  if (field.tree !== undefined) return laterInTree[field.tree];
  if (field.replaces === true) return "by another one";
  if (field.fixed !== undefined) return "no";
  if (field.oneWay !== undefined) return "on, never off";
  if (field.membership !== undefined) return "yes";
  const isSent = kind.operations.update?.some((operation) => takesField(operation, apiName(name, field)));
  return isSent === true ? "yes" : "no";
}

/** Why fields cannot change, a line for each reason; empty when all can. */
export function unchangeable(kind: Kind): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const [name, { fixed, oneWay, replaces }] of Object.entries(kind.fields)) {
    const reason = fixed ?? oneWay?.off;
    if (reason === undefined) continue;
    const text = replaces === true ? `${reason}; ${replaced(kind)}` : reason;
    reasons.set(text, [...(reasons.get(text) ?? []), code(name)]);
  }
  return [...reasons].map(([text, names]) => `- ${names.join(", ")}: ${sentence(text)}`);
}

function replaced(kind: Kind): string {
  return `with another value it is another ${nameOf(kind)}: the old one is deleted and a new one created. What is pinned by ${code("id")}, or named by ${code("previously")}, is never deleted for that, and the change is blocked`;
}
