import { keyPattern } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { idOfKey } from "../../model/kind-index.ts";
import { nearMatch } from "../../text/near-match.ts";
import { didYouMean, type Report } from "../read/report.ts";
import {
  type Entry,
  entryOf,
  isFailed,
  isInterpolated,
  scalarText,
  type Tree,
  toJson,
  valueSource,
} from "../read/tree.ts";
import { checkValue } from "./check-value.ts";
import { withArticle } from "./kind-slots.ts";

/** Anything that collects mistakes. */
type Reporting = { readonly report: Report };

const keyHint = 'a key is letters, digits, "-" and "_", and starts with a letter or a digit';

/** Checks the key of a resource in a map. The schema of its key field says what it may be, unless that is written. */
export function checkKey({ report }: Reporting, kind: Kind, { key, source, value }: Entry): void {
  const field = kind.keyField === undefined ? undefined : kind.fields[kind.keyField];
  const isWritten = kind.keyField !== undefined && entryOf(value, kind.keyField) !== undefined;
  if (idOfKey(kind, key) !== undefined) return;
  if ((field === undefined || isWritten) && keyPattern.test(key)) return;
  if (field === undefined) report.add(error("DF1005", `"${key}" cannot be a key`, { source, hint: keyHint }));
  else {
    const name = `the key "${key}" of ${withArticle(kind)}`;
    report.add(checkValue(field.schema, { name, source, value: { type: "scalar", source, value: key } }));
  }
}

/** The text of a key that is written as a value, `section: guides`; undefined, with an error, when it is none. */
export function readKey({ report }: Reporting, entry: Entry, pattern = /(?:)/): string | undefined {
  const { key: name, value } = entry;
  const source = valueSource(entry);
  const text = scalarText(value);
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

/** The alias of the document's organization; for a wrong one that which it most likely means. */
export function readAlias(
  { report }: Reporting,
  document: Tree,
  aliases: ReadonlySet<string> | undefined,
): string {
  const entry = entryOf(document, "organization");
  const alias = entry && readKey({ report }, entry);
  if (entry === undefined) {
    const source = { ...document.source, length: 1 };
    const hint = "name an organization of docform.yaml";
    report.add(error("DF1006", "organization is missing", { source, hint }));
  }
  if (entry === undefined || alias === undefined) {
    const [only, ...others] = aliases ?? [];
    if (only !== undefined && others.length === 0) return only;
    report.lose();
    return "";
  }
  if (aliases === undefined || aliases.has(alias)) return alias;
  report.add(unknownAlias(alias, valueSource(entry), aliases));
  return nearMatch(alias, aliases) ?? alias;
}

/** Longest list of names in a hint. */
const mostNames = 20;

/** An alias that docform.yaml does not list. */
export function unknownAlias(alias: string, source: Source, aliases: ReadonlySet<string>): Diagnostic {
  const names = [...aliases].slice(0, mostNames).join(", ");
  const more = aliases.size > mostNames ? ` and ${aliases.size - mostNames} more` : "";
  return error("DF2003", `docform.yaml has no organization "${alias}"`, {
    source,
    ...didYouMean(alias, aliases),
    hint: aliases.size === 0 ? "it lists none" : `it lists: ${names}${more}`,
  });
}
