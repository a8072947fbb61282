import * as z from "zod";
import type { Json } from "../../text/json.ts";

/** A mistake that a schema finds in a value, in plain words. The words follow the name of the value. */
export type Finding =
  | { readonly type: "type"; readonly path: Path; readonly expected: readonly string[] }
  | { readonly type: "choice"; readonly path: Path; readonly choices: readonly unknown[] }
  | {
      readonly type: "words";
      readonly path: Path;
      readonly words: string;
      readonly own?: true;
      readonly isSize?: true;
    }
  | { readonly type: "key"; readonly path: Path; readonly words: string }
  | { readonly type: "unknown"; readonly path: Path; readonly key: string };

/** Keys and indexes from a value to a part of it. */
export type Path = readonly (string | number)[];

type Issue = z.core.$ZodIssue;

/** The findings of one zod issue. `base` is the path of the value that the issue's path starts from. */
export function explainIssue(issue: Issue, base: Path = []): readonly Finding[] {
  const path = [...base, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))];
  if (!isDefaultMessage(issue.message)) return [{ type: "words", path, words: issue.message, own: true }];
  switch (issue.code) {
    case "invalid_type":
      return [{ type: "type", path, expected: [typeWords(issue.expected)] }];
    case "invalid_value":
      return [{ type: "choice", path, choices: issue.values }];
    case "too_big":
      return [
        {
          type: "words",
          path,
          words: sizeWords("at most", issue.origin, issue.maximum, issue),
          isSize: true,
        },
      ];
    case "too_small":
      return [
        {
          type: "words",
          path,
          words: sizeWords("at least", issue.origin, issue.minimum, issue),
          isSize: true,
        },
      ];
    case "invalid_format":
      return [{ type: "words", path, words: formatWords(issue) }];
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ type: "unknown", path, key }));
    case "invalid_key":
      return [{ type: "key", path, words: keyWords(issue.issues) }];
    case "invalid_union":
      return explainUnion(issue, path);
    default:
      return [{ type: "words", path, words: "is not valid" }];
  }
}

/** Text of a schema's author is better than ours; zod's own is not. */
function isDefaultMessage(message: string): boolean {
  return /^(Invalid|Too|Unrecognized)\b/.test(message);
}

const wordsOfTypes: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "a map"],
  ["record", "a map"],
  ["null", "null"],
]);

function typeWords(type: string): string {
  return wordsOfTypes.get(type) ?? type;
}

/** The type of a value, in the same words. */
export function kindOfValue(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value)
    ? "a list"
    : typeof value === "boolean"
      ? String(value)
      : typeWords(typeof value);
}

function sizeWords(
  bound: "at most" | "at least",
  origin: string,
  limit: number | bigint,
  { inclusive }: { readonly inclusive?: boolean | undefined },
): string {
  const unit =
    origin === "string" ? "character" : origin === "array" || origin === "set" ? "item" : undefined;
  if (unit === undefined) {
    const strict = bound === "at most" ? "less than" : "more than";
    return `must be ${inclusive === false ? strict : bound} ${limit}`;
  }
  if (bound === "at least" && Number(limit) === 1) return "must not be empty";
  const amount = `${bound} ${limit} ${unit}${Number(limit) === 1 ? "" : "s"}`;
  return unit === "item" ? `must have ${amount}` : `must be ${amount}`;
}

function formatWords(issue: z.core.$ZodIssueInvalidStringFormat): string {
  switch (issue.format) {
    case "email":
      return "must be an email address";
    case "url":
      return "must be a URL";
    case "regex":
      return `must match ${issue.pattern ?? "the pattern"}`;
    default:
      return `must be a valid ${issue.format}`;
  }
}

function keyWords(issues: readonly Issue[]): string {
  const [finding] = issues.flatMap((issue) => explainIssue(issue));
  if (finding?.type === "choice") return `must be ${choiceWords(finding.choices)}`;
  return finding?.type === "words" ? finding.words : "is not valid";
}

/** A union says what fits the value best: all the types it may have, all the choices, or one variant. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path): readonly Finding[] {
  const branches = issue.errors.map((errors) => errors.flatMap((inner) => explainIssue(inner, path)));
  if (branches.length === 0) {
    const { options } = issue as { options?: readonly unknown[] };
    return [{ type: "choice", path, choices: options ?? [] }];
  }
  const here = (finding: Finding): boolean => finding.path.length === path.length;
  const all = branches.flat();
  const types = all.flatMap((finding) => (finding.type === "type" && here(finding) ? finding.expected : []));
  const choices = all.flatMap((finding) =>
    finding.type === "choice" && here(finding) ? finding.choices : [],
  );
  if (types.length === all.length) return [{ type: "type", path, expected: [...new Set(types)] }];
  if (choices.length > 0 && types.length + choices.length >= branches.length && all.every(here))
    return [{ type: "choice", path, choices: types.includes("null") ? [...choices, null] : choices }];
  const isOther = (finding: Finding): boolean =>
    here(finding) && (finding.type === "type" || finding.type === "choice");
  const fitting = branches.filter((branch) => !branch.some(isOther));
  return fitting.reduce((best, branch) => (branch.length < best.length ? branch : best), fitting[0] ?? all);
}

/** `one of "public", "unlisted"`, or the only choice there is. */
export function choiceWords(choices: readonly unknown[]): string {
  const texts = choices.map((choice) => JSON.stringify(choice));
  return texts.length === 1 ? (texts[0] ?? "") : `one of ${texts.join(", ")}`;
}

/** The keys that a schema knows at a path inside it: what a mistyped key may have meant. */
export function keysOfSchema(schema: z.ZodType, path: Path): readonly string[] {
  const reached = path.reduce<readonly z.core.$ZodType[]>(
    (schemas, part) => schemas.flatMap((at) => variantsOf(at).flatMap((variant) => stepInto(variant, part))),
    [schema],
  );
  const objects = reached.flatMap(variantsOf).filter((variant) => variant instanceof z.ZodObject);
  return [...new Set(objects.flatMap((object) => Object.keys(object.shape)))];
}

/** The schema without what wraps it, and each variant of a union. */
function variantsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(variantsOf);
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType === undefined ? [schema] : variantsOf(innerType);
}

function stepInto(schema: z.core.$ZodType, part: string | number): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, part)) return [];
  return [schema.shape[part]];
}
