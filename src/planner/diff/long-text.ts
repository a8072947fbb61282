import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import { isObject, type Json } from "../../text/json.ts";

/** Characters of one text that a plan shows at most; a spec has thousands of them. */
const longest = 2000;

/** Changes with long texts shown by their length and hash. */
export function shortChanges(changes: readonly Change[], hash: (text: string) => string): readonly Change[] {
  const short = (text: string): string => `(${text.length} characters, sha256 ${hash(text).slice(0, 16)})`;
  const shortField = (field: FieldChange): FieldChange => ({
    ...field,
    ...(field.before === undefined ? {} : { before: withTexts(field.before, short) }),
    ...(field.after === undefined ? {} : { after: withTexts(field.after, short) }),
  });
  return changes.map((change) => {
    if (change.fields === undefined) return change;
    return { ...change, fields: change.fields.map(shortField) };
  });
}

/** Does a value hold a text that is too long to be shown? In calls, what is hidden stands for it. */
export function isLong(value: Json): boolean {
  if (typeof value === "string") return value.length > longest;
  return value !== null && typeof value === "object" && Object.values(value).some(isLong);
}

/** A value with something in place of each long text; the same value when it has none. */
function withTexts(value: Json, replace: (text: string) => Json): Json {
  if (typeof value === "string") return value.length > longest ? replace(value) : value;
  if (Array.isArray(value)) return value.map((item: Json) => withTexts(item, replace));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner, replace)]));
}

/** The beginning of a text in so many UTF-16 units, or one less: no character is cut in two. */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
