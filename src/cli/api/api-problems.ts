import type { Schema } from "../../contract/json-schema.ts";
import {
  choiceWords,
  explainIssue,
  type Finding,
  kindOfValue,
  type Path,
} from "../../manifest/check/schema-findings.ts";
import { keysOfSchema } from "../../manifest/schema/schema-keys.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { atPointer, type Json } from "../../text/json.ts";
import { nearMatch } from "../../text/near-match.ts";

/** The problems of a query or body by its schema, in plain words. */
export function schemaProblems(schema: Schema, value: Json, part: "query" | "body"): readonly Diagnostic[] {
  const result = schema.safeParse(value);
  if (result.success) return [];
  const findings = result.error.issues.flatMap((issue) => explainIssue(issue));
  return findings.map((finding) => diagnose(schema, value, part, finding));
}

function diagnose(schema: Schema, value: Json, part: "query" | "body", finding: Finding): Diagnostic {
  const name = nameOf(finding.path) || `the ${part}`;
  const at = valueAt(value, finding.path);
  if (finding.type === "unknown") return unknownField(schema, finding.path, finding.key);
  if (finding.type === "key") return wrong(`the key of ${name} ${finding.words}`);
  if (at === undefined) return wrong(`${name} is missing`, missingHint(finding, name, part));
  switch (finding.type) {
    case "choice":
      return wrong(`${name} must be ${choiceWords(finding.choices)}`, nearChoice(at, finding.choices));
    case "type":
      return wrong(
        `${name} must be ${finding.expected.join(" or ")}, not ${kindOfValue(at)}`,
        jsonHint(at, finding, part),
      );
    case "words":
      return wrong(
        /^(must|is|has|cannot|may) /.test(finding.words)
          ? `${name} ${finding.words}`
          : `${name}: ${finding.words}`,
      );
  }
}

function unknownField(schema: Schema, path: Path, key: string): Diagnostic {
  const keys = keysOfSchema(schema, path);
  const near = nearMatch(key, keys);
  const meant = near === undefined ? "" : `did you mean "${near}"? `;
  return wrong(
    `there is no field "${nameOf([...path, key])}"`,
    keys.length === 0 ? undefined : `${meant}known here: ${keys.join(", ")}`,
  );
}

function missingHint(finding: Finding, name: string, part: "query" | "body"): string | undefined {
  if (finding.path.length !== 1) return undefined;
  const isText = part === "query" || (finding.type === "type" && finding.expected.includes("text"));
  return isText || finding.type === "choice" ? `write ${name}=VALUE` : `write ${name}:=JSON`;
}

function nearChoice(value: Json, choices: readonly unknown[]): string | undefined {
  const texts = choices.filter((choice) => typeof choice === "string");
  const near = typeof value === "string" ? nearMatch(value, texts) : undefined;
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** A text was given for a body field of another type: `:=` gives that. */
function jsonHint(value: Json, finding: Finding, part: "query" | "body"): string | undefined {
  const [name, ...deeper] = finding.path;
  if (part === "query" || typeof value !== "string" || name === undefined || deeper.length > 0)
    return undefined;
  const isList = finding.type === "type" && finding.expected.includes("a list");
  const example = isList ? JSON.stringify([value]) : /^(true|false|null|-?\d+)$/.test(value) ? value : "JSON";
  return `write it as JSON: ${name}:=${isList ? `'${example}'` : example}`;
}

/** `source.url`, `parts[0].body`. */
function nameOf(path: Path): string {
  return path.reduce<string>(
    (name, part) => (typeof part === "number" ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`),
    "",
  );
}

function valueAt(value: Json, path: Path): Json | undefined {
  const pointer = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return atPointer(value, pointer.join(""));
}

function wrong(message: string, hint?: string): Diagnostic {
  return error("DF5001", message, hint === undefined ? {} : { hint });
}
