import type { KindIndex } from "../manifest/load/kind-slots.ts";
import type { Field, Kind } from "../model/kind.ts";
import { apiName } from "../model/kind-index.ts";
import { takesField } from "../planner/draft.ts";
import type { Json } from "../text/json.ts";
import { kindWords } from "./kind-facts.ts";
import { type Markup, nameOf } from "./kind-words.ts";

/** What there is to know of a field besides what it takes. */
export function fieldNotes(index: KindIndex, field: Field, markup: Markup): readonly string[] {
  const { code } = markup;
  const { sensitive, set, access, names, unverifiable } = field;
  return [
    ...(sensitive === true ? ["secret: never shown"] : []),
    ...(set === true ? ["the order means nothing"] : []),
    ...(access === true ? ["decides about access"] : []),
    ...(names === undefined
      ? []
      : [
          `each name in it is the email or id of ${kindWords(index, names.kind, markup)}; any other one blocks the change: ${names.stranger}`,
        ]),
    ...(unverifiable === undefined ? [] : [unverifiableWords(unverifiable.reason, code)]),
  ];
}

function unverifiableWords(reason: string, code: Markup["code"]): string {
  return `unverifiable in part: ${reason}, so docform sends it again only when the record of the last apply shows that it changed, or with ${code("--resend ADDRESS")}`;
}

/** What a new one has when the field is left out. */
export function whenNew(kind: Kind, name: string, { code }: Markup): string {
  const field = fieldOf(kind, name);
  if (kind.keyField === name) return "its key";
  if (kind.tree?.copy !== undefined) return whenCopied(field);
  if (kind.operations.create === undefined) return "–";
  if (kind.required.includes(name)) return "needed";
  if (field.unique?.madeFrom !== undefined) return `made from ${code(field.unique.madeFrom)}`;
  if (field.defaultChild !== undefined) return "the first one";
  const value = field.whenNew ?? field.initial;
  return value === undefined ? "nothing" : valueText(value, code);
}

/** What a copy has: all that its original has, unless something else is written. */
function whenCopied({ tree }: Field): string {
  return tree === "copy" ? "needed" : tree === "transfer" ? "nothing" : "as the original";
}

function valueText(value: Json, code: Markup["code"]): string {
  return code(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
}

/** What each field that speaks of the tree does to what is there. */
const laterInTree = {
  holder: "yes, by a move",
  copy: "says nothing later",
  transfer: "takes it away",
} as const satisfies Record<NonNullable<Field["tree"]>, string>;

/** What can become of a field later. */
export function later(kind: Kind, name: string): string {
  const field = fieldOf(kind, name);
  if (field.tree !== undefined) return laterInTree[field.tree];
  if (field.replaces === true) return "by another one";
  if (field.fixed !== undefined) return "no";
  if (field.oneWay !== undefined) return "on, never off";
  if (field.membership !== undefined) return "yes";
  const isSent = kind.operations.update?.some((operation) => takesField(operation, apiName(name, field)));
  return isSent === true ? "yes" : "no";
}

/** Why a field cannot change; undefined when it can. */
export function whyFixed(kind: Kind, name: string, { code }: Markup): string | undefined {
  const { fixed, oneWay, replaces } = fieldOf(kind, name);
  const reason = fixed ?? oneWay?.off;
  if (reason === undefined || replaces !== true) return reason;
  return `${reason}; with another value it is another ${nameOf(kind)}: the old one is deleted and a new one created. What is pinned by ${code("id")}, or named by ${code("previously")}, is never deleted for that, and the change is blocked`;
}

function fieldOf({ name: kind, fields }: Kind, name: string): Field {
  const field = fields[name];
  if (field === undefined) throw new Error(`${kind} has no field ${name}`);
  return field;
}
