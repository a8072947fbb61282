import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Labels } from "../../model/labels.ts";
import { didYouMean, type Report } from "../read/report.ts";
import { type Entry, type Ingredient, mapScalars, type ScalarTree, type Tree } from "../read/tree.ts";
import { limits } from "../read/yaml-limits.ts";
import type { Allowance, GoodPiece, Piece } from "./composing.ts";
import { environmentVariable } from "./environment.ts";
import type { FileLookup } from "./included-files.ts";
import { type Part, parseTemplate, type Reference } from "./template.ts";

/** The sources of interpolated values. */
export interface Inputs {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Masks texts wherever output leaves. */
  readonly hide: (texts: readonly string[]) => void;
  readonly files: FileLookup;
  readonly variables: (name: string, source: Source) => Piece;
  readonly allowance: Allowance;
  /** The organization of the document; undefined in docform.yaml. */
  readonly organization?: { readonly alias: string; readonly labels: Labels };
}

/** Characters of one value after interpolation: a short text may name a large file many times. */
const maxLength = 1024 * 1024;

/** The tree with its texts interpolated. Mistakes go to the report, and their texts stay as written. */
export function interpolate(tree: Tree, inputs: Inputs, report: Report): Tree {
  return mapScalars(tree, (scalar) => interpolateScalar(scalar, inputs, report));
}

/** A text that is nothing but one variable has the type of that. */
function interpolateScalar(scalar: ScalarTree, inputs: Inputs, report: Report): ScalarTree {
  const { value, source } = scalar;
  // A failed value has been reported.
  if (typeof value !== "string" || !value.includes("$") || scalar.origin === "failed") return scalar;
  const pieces = parseTemplate(value).map((part) => evaluate(part, source, inputs));
  const good = pieces.flatMap((piece) => ("problems" in piece ? [] : [piece]));
  const bad = pieces.flatMap((piece) => ("problems" in piece ? piece.problems : []));
  const length = good.reduce((sum, piece) => sum + String(piece.value).length, 0);
  if (good.length < pieces.length) report.add(bad);
  else if (length > maxLength)
    report.add(error("DF1009", "the files in this value are larger than 1 MiB", { source }));
  // A text of one piece is no new text.
  else if (pieces.length < 2 || inputs.allowance("characters", length, source))
    return hidden(joined(scalar, good), good, inputs);
  return { ...scalar, origin: "failed" };
}

/** The value itself. A value from the environment is masked from now on, alone and within its whole text. */
function hidden(value: ScalarTree, pieces: readonly GoodPiece[], { hide }: Inputs): ScalarTree {
  if (value.origin === "env")
    hide([value, ...pieces.filter(({ origin }) => origin === "env")].map((one) => String(one.value)));
  return value;
}

function joined(scalar: ScalarTree, pieces: readonly GoodPiece[]): ScalarTree {
  const [only] = pieces;
  const value =
    only !== undefined && pieces.length === 1 ? only.value : pieces.map((one) => one.value).join("");
  const madeOf = [...(scalar.madeOf ?? []), ...pieces.flatMap((piece) => piece.madeOf)];
  const origins = pieces.map(({ origin }) => origin);
  const origin = (["env", "file"] as const).find((one) => origins.includes(one));
  return {
    ...scalar,
    value,
    ...(origin === undefined ? {} : { origin }),
    ...(madeOf.length === 0 ? {} : { madeOf }),
  };
}

function evaluate(part: Part, source: Source, inputs: Inputs): Piece {
  if (part.type === "text") return { value: part.text, madeOf: [] };
  if (part.type === "bad") {
    const hint = badPartHint(part.written);
    return { problems: [error("DF1007", `cannot interpolate ${part.written}`, { source, hint })] };
  }
  const { type, name, fallback } = part;
  const found = lookUp(part, source, inputs);
  if (fallback === undefined) return found;
  // As in a shell, a default is taken for a variable that is not set, and for an empty one.
  const isMissing = "problems" in found ? found.isMissing === true : type === "env" && found.value === "";
  if (!isMissing) return found;
  return { value: fallback, madeOf: [missingIngredient(type, name)] };
}

function missingIngredient(type: Reference["type"], name: string): Ingredient {
  if (type === "file") return { type, path: name, fallback: true };
  return type === "organization" ? { type, name } : { type, name, fallback: true };
}

function badPartHint(written: string): string {
  if (written.startsWith("${each"))
    return "${each} and ${each:NAME} can be used only in a resource that has an each: list";
  if (written.includes(":-")) return "the text after :- is plain, up to the first }";
  return "${env:NAME}, ${var:name}, ${file:path}, ${label:name} and ${organization} are evaluated; $$ writes a plain $";
}

function lookUp({ type, name }: Reference, source: Source, inputs: Inputs): Piece {
  switch (type) {
    case "env":
      return environmentVariable(name, source, inputs.env);
    case "var":
      return inputs.variables(name, source);
    case "label":
    case "organization":
      return ofOrganization(type, name, source, inputs);
    case "file": {
      const found = inputs.files(name, source.file);
      if ("text" in found) return { value: found.text, origin: "file", madeOf: [{ type, path: name }] };
      const problem = error("DF1009", `the file "${name}" ${found.problem}`, { source, hint: fileHint });
      return { problems: [problem], isMissing: found.isMissing === true };
    }
  }
}

/** The alias or a label of the organization that a document is for. */
function ofOrganization(
  type: "label" | "organization",
  name: string,
  source: Source,
  { organization }: Inputs,
): Piece {
  if (organization === undefined) {
    const hint = "write it in a manifest, or in defaults";
    return {
      problems: [error("DF1007", "there is no organization here, and so no label", { source, hint })],
    };
  }
  const { alias, labels } = organization;
  if (type === "organization") return { value: alias, madeOf: [{ type, name: alias }] };
  const label = labels.get(name);
  if (label !== undefined) return { value: label.value, madeOf: [{ type, name, source: label.source }] };
  const hint = "give it that label in docform.yaml, or write a default: ${label:name:-text}";
  const problem = error("DF1025", `the organization ${alias} has no label "${name}"`, {
    source,
    ...didYouMean(name, labels.keys()),
    hint,
  });
  return { problems: [problem], isMissing: true };
}

const fileHint =
  "a path is relative to the project folder, or else to the folder of the manifest, and stays inside the project";

/** Looks variables up, each evaluated once and only when it is used: the secrets of others need not be set. */
export function variableLookup(
  declared: ReadonlyMap<string, Variable>,
  inputs: Omit<Inputs, "variables">,
  report: Report,
): Inputs["variables"] {
  const known = new Map<string, ScalarTree>();
  const open = new Set<string>();
  const read = ({ name, value, source }: Variable): ScalarTree => {
    if (open.has(name) || open.size >= limits.depth) {
      const message = `the variable ${name} is made of itself, or of more than ${limits.depth} others`;
      report.add(error("DF1020", message, { source }));
      return { ...value, origin: "failed" };
    }
    open.add(name);
    const found = interpolateScalar(value, { ...inputs, variables: lookup }, report);
    open.delete(name);
    known.set(name, found);
    return found;
  };
  const lookup = (name: string, at: Source): Piece => {
    const variable = declared.get(name);
    if (variable === undefined) return { problems: [unknownVariable(name, at, declared)], isMissing: true };
    const { value, origin, madeOf = [] } = known.get(name) ?? read(variable);
    if (origin === "failed") return { problems: [] };
    const place = variable.layer === "option" ? {} : { source: variable.source };
    return {
      value,
      ...(origin === undefined ? {} : { origin }),
      madeOf: [{ type: "var", name, ...place }, ...madeOf],
    };
  };
  return lookup;
}

function unknownVariable(name: string, source: Source, declared: ReadonlyMap<string, Variable>): Diagnostic {
  const names = [...declared.keys()].slice(0, 20);
  return error("DF1020", `docform.yaml declares no variable "${name}"`, {
    source,
    ...didYouMean(name, declared.keys()),
    hint: names.length === 0 ? "it declares none" : `it declares: ${names.join(", ")}`,
  });
}

/** A setting of docform.yaml, and the layer that says it. */
export interface Layered {
  readonly entry: Entry;
  readonly from: "project" | "environment";
}

/** A variable as it holds in the environment that was asked for. */
export interface Variable {
  readonly name: string;
  /** The value as it is written. */
  readonly value: ScalarTree;
  /** Place of its key. */
  readonly source: Source;
  readonly layer: Layered["from"] | "option";
}

/** The variables that docform.yaml declares; those of the command line come before them. */
export function declaredVariables(
  written: readonly Layered[],
  given: readonly string[],
  report: Report,
): ReadonlyMap<string, Variable> {
  const declared = new Map<string, Variable>();
  for (const { entry, from } of written) {
    const { key: name, source, value } = entry;
    if (value.type === "scalar") declared.set(name, { name, value, source, layer: from });
  }
  for (const text of given) {
    const read = readGiven(text, declared);
    if ("name" in read) declared.set(read.name, read);
    else report.add(read);
  }
  return declared;
}

/** `name=value` of `--var`: the value gets the type of the declared one. */
function readGiven(text: string, declared: ReadonlyMap<string, Variable>): Variable | Diagnostic {
  const [, name = text, written] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? [];
  if (written === undefined)
    return error("DF1020", `--var ${name} has no value`, { hint: "write --var name=value" });
  const known = declared.get(name);
  if (known === undefined) {
    const message = `--var names "${name}", which docform.yaml does not declare`;
    return error("DF1020", message, { hint: `it declares: ${[...declared.keys()].join(", ") || "none"}` });
  }
  const value = typed(written, known.value.value);
  if (value === undefined) {
    const what = typeof known.value.value === "number" ? "a number" : "true or false";
    return error("DF1020", `--var ${name} must be ${what}, as in docform.yaml`, { source: known.source });
  }
  return { ...known, value: { ...known.value, value }, layer: "option" };
}

function typed(text: string, like: ScalarTree["value"]): ScalarTree["value"] | undefined {
  if (typeof like === "number") return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (typeof like === "boolean") return text === "true" || (text === "false" ? false : undefined);
  // It is plain text: what a shell has put in is not evaluated again.
  return text.replaceAll("$", "$$$$");
}
