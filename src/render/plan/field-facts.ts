import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import { equalJson, isObject, type Json, type JsonObject } from "../../text/json.ts";
import { sensitiveText, unreadableText } from "../value.ts";
import { ordinal } from "../words.ts";

/** A fact about one field of a change. */
export type FieldFact =
  | { readonly form: "hidden"; readonly path: string; readonly said: string }
  | { readonly form: "lines"; readonly path: string; readonly before: string; readonly after: string }
  | { readonly form: "values"; readonly path: string; readonly before?: Side; readonly after?: Side };

/** A field before or after a change: a value, or words in its place. */
export type Side = { readonly value: Json | undefined } | { readonly said: string };

/** A person who joins or leaves a team, or a team or person who gains or loses access, or gets another role. */
export interface MemberFact {
  readonly mark: "joins" | "leaves" | "changes";
  /** The field that they are in: `members` or `access`. */
  readonly list: string;
  readonly member: string;
  /** Roles. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** Of a team with access, the people in it; undefined when nobody knows. */
  readonly people?: number | undefined;
}

/** The facts about the fields of a change. */
export interface Facts {
  readonly fields: readonly FieldFact[];
  readonly members: readonly MemberFact[];
}

/** The fields of a change as they are to be shown, those of members apart. */
export function factsOf(change: Change): Facts {
  const fields = (change.fields ?? []).flatMap(flatten);
  return {
    fields: fields.filter((field) => !isMember(field)).map((field) => fieldFact(field, change)),
    members: fields.filter(isMember).map(memberFact),
  };
}

/** The start of the path of an entry: a member of a team, or a team or person with access. */
const entryPath = /^(?:members|access\.users|access\.(team)s)\.(?=.)/;

/** Whether the field is the entry of one person or team. */
function isMember(field: FieldChange): boolean {
  return entryPath.test(field.path);
}

/** The name of an entry by its path: of a person the email, and `team docs`. */
function memberName(path: string): string {
  return path.replace(entryPath, (_, sort) => (sort === undefined ? "" : `${sort} `));
}

function memberFact({ path, before, after, people }: FieldChange): MemberFact {
  const mark = before === undefined ? "joins" : after === undefined ? "leaves" : "changes";
  return { mark, list: path.split(".", 1)[0] ?? "", member: memberName(path), before, after, people };
}

function fieldFact(field: FieldChange, change: Change): FieldFact {
  const { path, sensitive, before, after } = field;
  if (sensitive) return { form: "hidden", path, said: sensitiveWords(change) };
  if (typeof before === "string" && typeof after === "string" && `${before}${after}`.includes("\n"))
    return { form: "lines", path, before, after };
  return { form: "values", path, ...sides(field, change) };
}

function sides(field: FieldChange, { action }: Change): { readonly before?: Side; readonly after?: Side } {
  const { path, before, after, unreadable } = field;
  if (unreadable === true) return { before: { said: unreadableText }, after: { value: after } };
  if (path === "position" && typeof after === "number") {
    const now = { after: { said: ordinal(after) } };
    if (before === undefined) return now;
    if (typeof before === "number") return { before: { said: ordinal(before) }, ...now };
  }
  if (action === "create") return { after: { value: after } };
  if (action === "delete" && after === undefined) return { before: { value: before } };
  return { before: { value: before }, after: { value: after } };
}

function sensitiveWords({ action }: Change): string {
  return action === "create" || action === "delete" ? sensitiveText : `${sensitiveText} differs`;
}

/** A difference between two objects as differences between their fields. */
function flatten(field: FieldChange): readonly FieldChange[] {
  const { before, after } = field;
  if (!isPlainObject(before) || !isPlainObject(after)) return [field];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const parts = keys
    .map((key) => ({
      path: `${field.path}.${key}`,
      ...own("before", before, key),
      ...own("after", after, key),
    }))
    .filter((one) => !equalJson(one.before, one.after))
    .flatMap(flatten);
  return parts.length > 0 ? parts : [field];
}

function own(side: "before" | "after", object: JsonObject, key: string): Partial<FieldChange> {
  return Object.hasOwn(object, key) ? { [side]: object[key] } : {};
}

function isPlainObject(value: Json | undefined): value is JsonObject {
  return isObject(value) && !Object.hasOwn(value, "$sensitive") && !Object.hasOwn(value, "$from");
}
