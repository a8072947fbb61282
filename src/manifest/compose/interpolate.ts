import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { nearMatch } from "../../text/near-match.ts";
import type { Report } from "../check/report.ts";
import type { Ingredient, ScalarTree, Tree } from "../read/tree.ts";
import type { Allowance } from "./composing.ts";
import type { FileLookup } from "./included-files.ts";
import { type Part, parseTemplate } from "./template.ts";
import type { VariableLookup } from "./variables.ts";

/** What interpolation takes its values from. */
export interface Inputs {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: FileLookup;
  readonly variables: VariableLookup;
  readonly allowance: Allowance;
}

/** Characters of one value after interpolation: a short text may name a large file many times. */
const maxLength = 1024 * 1024;

/** The tree with its texts interpolated. Mistakes go to the report, and their texts stay as written. */
export function interpolate(tree: Tree, inputs: Inputs, report: Report): Tree {
  const done = new Map<Tree, Tree>();
  const visit = (part: Tree): Tree => {
    const known = done.get(part);
    if (known !== undefined) return known;
    const result = visitParts(part);
    done.set(part, result);
    return result;
  };
  const visitParts = (part: Tree): Tree => {
    switch (part.type) {
      case "scalar":
        return interpolateScalar(part, inputs, report);
      case "list":
        return { ...part, items: part.items.map(visit) };
      case "map":
        return { ...part, entries: part.entries.map((entry) => ({ ...entry, value: visit(entry.value) })) };
    }
  };
  return visit(tree);
}

/** What a part of a text stands for, or what is wrong with it (nothing more, when that has been said). */
type Piece =
  | (Pick<ScalarTree, "value" | "origin"> & { readonly madeOf: readonly Ingredient[] })
  | { readonly problems: readonly Diagnostic[] };

/** The scalar with its text interpolated. A text that is nothing but one variable has the type of that. */
export function interpolateScalar(scalar: ScalarTree, inputs: Inputs, report: Report): ScalarTree {
  const { value } = scalar;
  // What failed has been reported.
  if (typeof value !== "string" || !value.includes("$") || scalar.origin === "failed") return scalar;
  const pieces = parseTemplate(value).map((part) => evaluate(part, scalar, inputs));
  const good = pieces.flatMap((piece) => ("problems" in piece ? [] : [piece]));
  const bad = pieces.flatMap((piece) => ("problems" in piece ? piece.problems : []));
  const length = good.reduce((sum, piece) => sum + String(piece.value).length, 0);
  if (good.length < pieces.length) report.add(bad);
  else if (length > maxLength)
    report.add(error("DF1009", "the files in this value are larger than 1 MiB", { source: scalar.source }));
  // A text of one piece is no new text.
  else if (pieces.length < 2 || inputs.allowance.takeText(length, scalar.source, report))
    return joined(scalar, good);
  return { ...scalar, origin: "failed" };
}

function joined(scalar: ScalarTree, pieces: readonly Exclude<Piece, { problems: unknown }>[]): ScalarTree {
  const [only] = pieces;
  const value =
    only !== undefined && pieces.length === 1 ? only.value : pieces.map((one) => one.value).join("");
  const madeOf = [...(scalar.madeOf ?? []), ...pieces.flatMap((piece) => piece.madeOf)];
  const origins = pieces.map(({ origin }) => origin);
  const origin = origins.includes("env") ? "env" : origins.includes("file") ? "file" : undefined;
  return {
    ...scalar,
    value,
    ...(origin === undefined ? {} : { origin }),
    ...(madeOf.length === 0 ? {} : { madeOf }),
  };
}

function evaluate(part: Part, scalar: ScalarTree, inputs: Inputs): Piece {
  const { source } = scalar;
  switch (part.type) {
    case "text":
      return { value: part.text, madeOf: [] };
    case "env":
      return evaluateEnv(part, source, inputs.env);
    case "var":
      return evaluateVar(part, source, inputs.variables);
    case "file":
      return evaluateFile(part, source, inputs.files);
    case "bad":
      return problem(
        error("DF1007", `cannot interpolate ${part.written}`, {
          source,
          ...(part.meant === undefined ? {} : { label: `did you mean ${part.meant}?` }),
          hint: badPartHint(part.written),
        }),
      );
  }
}

function problem(...problems: readonly Diagnostic[]): Piece {
  return { problems };
}

function badPartHint(written: string): string {
  if (/^\$\{each[.[]/.test(written)) return "write ${each:NAME} for a part of a value";
  if (/^\$\{each\b/.test(written)) return "${each} stands only in a resource that has an each: list";
  if (written.includes(":-")) return "what stands after :- is plain text, up to the first }";
  return "${env:NAME}, ${var:name} and ${file:path} are evaluated; $$ writes a plain $";
}

type PartOf<T extends Part["type"]> = Extract<Part, { readonly type: T }>;
type Place = ScalarTree["source"];

/** As in a shell, a default stands for a variable that is not set, and for one that is empty. */
function evaluateEnv({ name, fallback }: PartOf<"env">, source: Place, env: Inputs["env"]): Piece {
  if (name === tokenName) return problem(tokenInManifest(source));
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (fallback !== undefined && (value ?? "") === "")
    return { value: fallback, madeOf: [{ type: "env", name, fallback: true }] };
  if (value === undefined) return problem(missingVariable(name, source, env));
  return { value, origin: "env", madeOf: [{ type: "env", name }] };
}

function evaluateVar({ name, fallback }: PartOf<"var">, source: Place, variables: VariableLookup): Piece {
  const found = variables.valueOf(name);
  if (found === undefined) {
    if (fallback !== undefined) return { value: fallback, madeOf: [{ type: "var", name, fallback: true }] };
    return problem(variables.unknown(name, source));
  }
  const { value, origin, madeOf = [] } = found.value;
  if (origin === "failed") return problem();
  const at = found.source === undefined ? {} : { source: found.source };
  return {
    value,
    ...(origin === undefined ? {} : { origin }),
    madeOf: [{ type: "var", name, ...at }, ...madeOf],
  };
}

function evaluateFile({ path, fallback }: PartOf<"file">, source: Place, files: FileLookup): Piece {
  const found = files(path, source.file);
  if ("text" in found) return { value: found.text, origin: "file", madeOf: [{ type: "file", path }] };
  if (fallback !== undefined && found.isMissing === true)
    return { value: fallback, madeOf: [{ type: "file", path, fallback: true }] };
  return problem(error("DF1009", `the file "${path}" ${found.problem}`, { source, hint: fileHint }));
}

const fileHint =
  "a path is relative to the project folder, or else to the folder of the manifest, and stays inside the project";

/** Where the token comes from. As content it would be sent to the platform, and to who an address there belongs to. */
const tokenName = "DOCFORM_TOKEN";

function tokenInManifest(source: Place): Diagnostic {
  return error("DF1007", `${tokenName} is the access token, which is no content`, {
    source,
    hint: "take another variable; the token goes to the platform by itself, in the header of each call",
  });
}

function missingVariable(name: string, source: Place, env: Inputs["env"]): Diagnostic {
  // Only names are compared and shown; a value is never looked at.
  const near = nearMatch(name, Object.keys(env));
  return error("DF1008", `the environment variable ${name} is not set`, {
    source,
    ...(near === undefined ? {} : { label: `did you mean ${near}?` }),
  });
}
