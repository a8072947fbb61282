import { keyPattern } from "../../model/address.ts";
import { error } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { checkValue } from "../check/check-value.ts";
import { type Entry, entryOf, isFailed, isInterpolated, placeOf, textOf, toJson } from "../read/tree.ts";
import type { Context } from "./context.ts";
import { withArticle } from "./kind-slots.ts";

const keyHint = 'a key is letters, digits, "-" and "_", and starts with a letter or a digit';

/** Checks the key of a resource in a map. The schema of its key field says what it may be, unless that is written. */
export function checkKey({ report }: Context, kind: Kind, { key, source, value }: Entry): void {
  const field = kind.keyField === undefined ? undefined : kind.fields[kind.keyField];
  const isWritten = kind.keyField !== undefined && entryOf(value, kind.keyField) !== undefined;
  if ((field === undefined || isWritten) && keyPattern.test(key)) return;
  if (field === undefined) report.add(error("DF1005", `"${key}" cannot be a key`, { source, hint: keyHint }));
  else {
    const name = `the key "${key}" of ${withArticle(kind)}`;
    report.add(checkValue(field.schema, { name, source, value: { type: "scalar", source, value: key } }));
  }
}

/** The text of a key that is written as a value, `section: guides`; undefined, with an error, when it is none. */
export function readKey({ report }: Context, entry: Entry, pattern = /(?:)/): string | undefined {
  const { key: name, value } = entry;
  const source = placeOf(entry);
  const text = textOf(value);
  if (isFailed(value)) return undefined;
  if (isInterpolated(value)) {
    report.add(error("DF1007", `${name} is a key here, so it cannot be interpolated`, { source }));
    return undefined;
  }
  if (text !== undefined && pattern.test(text)) return text;
  const message = text === undefined ? `${name} must be a key` : `"${text}" cannot be a key`;
  const hint = typeof toJson(value) === "number" ? "put it in quotes to make it text" : keyHint;
  report.add(error("DF1005", message, { source, hint }));
  return text;
}
