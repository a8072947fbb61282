import type { ZodType } from "zod";
import * as z from "zod";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { DiagnosticCode } from "../../model/diagnostic-codes.ts";
import type { Json } from "../../text/json.ts";
import { didYouMean } from "../read/report.ts";
import {
  type Entry,
  entryOf,
  isFailed,
  isHidden,
  scalarText,
  type Tree,
  toJson,
  valueSource,
} from "../read/tree.ts";
import {
  choiceWords,
  explainIssue,
  type Finding,
  keysOfSchema,
  kindOfValue,
  type Path,
} from "./schema-findings.ts";

/** A written value: its name in messages (empty for a whole file), the place of its key, and the value. */
export interface Written {
  readonly name: string;
  readonly source: Source;
  readonly value: Tree;
}

const nothingWrong: readonly Diagnostic[] = [];

/** The mistakes in a value by its schema, in plain words and at their places. `json` is the value without places. */
export function checkValue(
  schema: z.ZodType,
  written: Written,
  json: Json = toJson(written.value),
): readonly Diagnostic[] {
  const result = schema.safeParse(json);
  if (result.success || isFailed(written.value)) return nothingWrong;
  const findings = withoutFollowing(result.error.issues).flatMap((issue) => explainIssue(issue));
  return findings.map((finding) => diagnose(schema, written, finding));
}

/** A text of the wrong length, or none, is not told its form as well. */
function withoutFollowing(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const wrong = issues.filter(({ code }) => code !== "invalid_format").map(({ path }) => path.join("."));
  return issues.filter(({ code, path }) => code !== "invalid_format" || !wrong.includes(path.join(".")));
}

function diagnose(schema: z.ZodType, written: Written, finding: Finding): Diagnostic {
  const { path } = finding;
  const at = locate(written, finding.type === "unknown" ? [...path, finding.key] : path);
  const name = pathName(written.name, path) || written.source.file;
  if (finding.type === "unknown") return unknownKey(schema, written, path, finding.key);
  if (finding.type === "key")
    return error("DF1005", `the key of ${name} ${finding.words}`, { source: at.source });
  if (at.value === undefined) return error("DF1006", `${name} is missing`, { source: at.source });
  const source = valueSource({ source: at.source, value: at.value });
  return error("DF1005", `${name}${findingText(finding, at.value)}`, {
    source,
    ...extras(finding, at.value),
  });
}

function findingText(finding: Exclude<Finding, { type: "unknown" | "key" }>, value: Tree): string {
  switch (finding.type) {
    case "choice":
      return ` must be ${choiceWords(finding.choices)}`;
    case "words":
      if (finding.own === true && isHidden(value)) return " is not valid";
      return `${/^(must|is|has|cannot|may) /.test(finding.words) ? ` ${finding.words}` : `: ${finding.words}`}${sizeText(finding, value)}`;
    case "type":
      return ` must be ${finding.expected.join(" or ")}${contrast(finding.expected, toJson(value))}`;
  }
}

/** How long a text or a list of the wrong length is. Of what is hidden, not even that is told. */
function sizeText({ words }: Extract<Finding, { type: "words" }>, value: Tree): string {
  if (isHidden(value) || !/ \d+ (character|item)s?$/.test(words)) return "";
  const json = toJson(value);
  return typeof json === "string" || Array.isArray(json) ? `, and has ${json.length}` : "";
}

function contrast(expected: readonly string[], value: Json): string {
  const actual = kindOfValue(value);
  return expected.includes("a whole number") && actual === "a number" ? "" : `, not ${actual}`;
}

function extras(finding: Finding, value: Tree): Pick<Diagnostic, "label" | "hint"> {
  if (value.type !== "scalar" || value.origin !== undefined) return {};
  if (finding.type === "choice" && value.value === null)
    return { hint: "leave the line out instead of null" };
  if (finding.type === "choice" && typeof value.value === "string")
    return didYouMean(
      value.value,
      finding.choices.filter((choice) => typeof choice === "string"),
    );
  if (finding.type === "type" && finding.expected.includes("text") && value.value !== null)
    return { hint: "put it in quotes to make it text" };
  return {};
}

function unknownKey(schema: z.ZodType, written: Written, path: Path, key: string): Diagnostic {
  const keys = keysOfSchema(schema, path);
  const { source } = locate(written, [...path, key]);
  // It is a field of another form of the value, which does not go with what else is written.
  if (keys.includes(key)) {
    const { value } = locate(written, path);
    const others = keys.flatMap((one) => (one === key ? [] : (entryOf(value, one) ?? [])));
    const name = pathName(written.name, path) || written.source.file;
    const hint = "take one of them out, or change what the other says";
    const beside = others.map(besideText).join(" and ");
    return error("DF1005", `${name} takes no ${key} beside ${beside}`, { source, hint });
  }
  return error("DF1004", `unknown field "${key}"`, {
    source,
    ...didYouMean(key, keys),
    ...(keys.length === 0 ? {} : { hint: `known here: ${keys.join(", ")}` }),
  });
}

/** A key, with its value where that names a form: `type: none`. Other values may be long or secret. */
function besideText({ key, value }: Entry): string {
  const text = isHidden(value) ? undefined : scalarText(value);
  return key === "type" && text !== undefined ? `type: ${text}` : key;
}

/** `source.url`, `items[0].name`. */
function pathName(base: string, path: Path): string {
  return path.reduce<string>(
    (name, part) => (typeof part === "number" ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`),
    base,
  );
}

/** The value at a path with the place of its key; without the value, the place of the nearest that is there. */
function locate(written: Written, path: Path): { readonly source: Source; readonly value?: Tree } {
  let at: { readonly source: Source; readonly value: Tree } = written;
  for (const part of path) {
    const next = childAt(at.value, part);
    if (next === undefined) return { source: at.source };
    at = next;
  }
  return at;
}

function childAt(tree: Tree, part: string | number): { source: Source; value: Tree } | undefined {
  if (tree.type === "map") return entryOf(tree, String(part));
  const item = tree.type === "list" && typeof part === "number" ? tree.items[part] : undefined;
  return item && { source: item.source, value: item };
}

/** Text that is not empty. */
export const someText = z.string().min(1);

/** How mistakes in a kind of data are told: under one code, with where its form is described. */
export interface DataForm {
  readonly schema: ZodType;
  readonly code: DiagnosticCode;
  readonly hint: string;
}

/** The mistakes in data by its schema, in the words of manifests and at their places. */
export function checkData({ schema, code, hint }: DataForm, value: Tree): readonly Diagnostic[] {
  const source = { ...value.source, length: 1 };
  return checkValue(schema, { name: "", source, value }).map((found) => ({ hint, ...found, code }));
}
