import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Report } from "../check/report.ts";
import type { Entry, ScalarTree } from "../read/tree.ts";

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

/** `name=value` of `--var`: the value has the type of the one that it stands for. */
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
