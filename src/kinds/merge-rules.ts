import * as z from "zod";
import { gitbookMergeRule } from "../contract/gitbook/merge-rules.ts";
import { mergeRulesBodyOf } from "../contract/resource.ts";
import type { Field } from "../model/field.ts";
import { canonicalJson, compareText, isObject, type Json } from "../text/json.ts";

const rule = z.strictObject({
  rule: z.literal("require_specific_reviewers").describe("Kind of rule"),
  users: z.array(z.string().min(1)).describe("The people who must review: emails (or ids) of members"),
});

const gitbookRule = gitbookMergeRule(
  z.array(z.string().min(1)).describe("The people it is about: emails (or ids) of members"),
);

/** Rules and their people with each name replaced; neither has an order that means something (2.1). */
function withUsers(value: Json, each: (users: readonly Json[]) => readonly Json[]): Json {
  if (!isObject(value) || !Array.isArray(value.rules)) return value;
  const rules = value.rules.map((one: Json) =>
    isObject(one) && Array.isArray(one.users) ? { ...one, users: each(one.users) } : one,
  );
  return { ...value, rules };
}

function inOrder(values: readonly Json[]): readonly Json[] {
  const texts = new Set(values.map((value) => canonicalJson(value)));
  return [...texts].sort(compareText).map((text) => JSON.parse(text) as Json);
}

function normalize(value: Json): Json {
  const sorted = withUsers(value, inOrder);
  return isObject(sorted) && Array.isArray(sorted.rules)
    ? { ...sorted, rules: inOrder(sorted.rules) }
    : sorted;
}

/** The conditions for merging a change request: of an organization (2.8) or of a space (2.6). */
export const mergeRulesField = {
  schema: mergeRulesBodyOf(rule),
  doc: "What a change request has to meet before it is merged: inherit, none, or rules that name people by email",
  normalize,
  names: {
    kind: "member",
    rename: (value, rename) => withUsers(value, (users) => users.map((user) => rename(String(user)))),
    stranger: "no member of the organization has this email or id, and only members can be asked to review",
  },
} as const satisfies Field;

/** The same with the rules of the published API: of people, by their name alone, or with an expression. */
export const gitbookMergeRulesField = {
  ...mergeRulesField,
  schema: mergeRulesBodyOf(gitbookRule),
  doc: "What a change request has to meet before it is merged: inherit, none, or rules, of which some name people by email",
} as const satisfies Field;
