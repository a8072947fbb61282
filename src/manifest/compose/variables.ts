import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { nearMatch } from "../../text/near-match.ts";
import type { Report } from "../check/report.ts";
import { type Entry, entryOf, type ScalarTree, type Tree } from "../read/tree.ts";
import { limits } from "../read/yaml-limits.ts";

/** What `${var:name}` stands for. */
export interface VariableLookup {
  /** Its value, evaluated when it is first asked for; undefined when nothing declares it. */
  valueOf(name: string): VariableValue | undefined;
  /** What to say of a name that nothing declares. */
  unknown(name: string, source: Source): Diagnostic;
}

/** A value, and the place of its declaration; without one when the command line gives it. */
export interface VariableValue {
  readonly value: ScalarTree;
  readonly source?: Source;
}

/** A variable as it holds in the environment that was asked for. */
export interface Variable {
  readonly name: string;
  /** The value as it is written. */
  readonly value: ScalarTree;
  /** Place of its key. */
  readonly source: Source;
  readonly layer: "project" | "environment" | "option";
}

/** The variables of docform.yaml; those of the environment come first, those of the command line before all. */
export function declaredVariables(
  project: Tree,
  environment: Tree | undefined,
  given: readonly string[],
  report: Report,
): ReadonlyMap<string, Variable> {
  const declared = new Map([...variablesIn(project, "project"), ...variablesIn(environment, "environment")]);
  for (const text of given) {
    const read = readGiven(text, declared);
    if ("name" in read) declared.set(read.name, read);
    else report.add(read);
  }
  return declared;
}

function variablesIn(
  tree: Tree | undefined,
  layer: Variable["layer"],
): readonly (readonly [string, Variable])[] {
  const map = entryOf(tree, "variables")?.value;
  return (map?.type === "map" ? map.entries : []).flatMap(({ key, source, value }: Entry) =>
    value.type === "scalar" ? [[key, { name: key, value, source, layer }] as const] : [],
  );
}

/** `name=value` of `--var`: the value has the type of the one that it stands for. */
function readGiven(text: string, declared: ReadonlyMap<string, Variable>): Variable | Diagnostic {
  const [, name = text, written] = /^([^=]*)=([\s\S]*)$/.exec(text) ?? [];
  if (written === undefined)
    return error("DF1020", `--var ${name} has no value`, { hint: "write --var name=value" });
  const known = declared.get(name);
  if (known === undefined) {
    const near = nearMatch(name, declared.keys());
    return error("DF1020", `--var names "${name}", which docform.yaml does not declare`, {
      hint: near === undefined ? "declare it under variables" : `did you mean "${near}"?`,
    });
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

/** Looks variables up, each evaluated once and only when it is used: the secrets of others need not be set. */
export function variableLookup(
  declared: ReadonlyMap<string, Variable>,
  evaluate: (value: ScalarTree, variables: VariableLookup) => ScalarTree,
  report: Report,
): VariableLookup {
  const known = new Map<string, VariableValue>();
  const open = new Set<string>();
  const read = (variable: Variable): VariableValue => {
    const { name, value, source, layer } = variable;
    if (open.has(name) || open.size >= limits.depth) {
      report.add(endless(variable, open.has(name)));
      return { value: { ...value, origin: "failed" } };
    }
    open.add(name);
    const found = { value: evaluate(value, lookup), ...(layer === "option" ? {} : { source }) };
    open.delete(name);
    known.set(name, found);
    return found;
  };
  const lookup: VariableLookup = {
    valueOf: (name) => {
      const variable = declared.get(name);
      return variable && (known.get(name) ?? read(variable));
    },
    unknown: (name, source) => unknownVariable(name, source, declared),
  };
  return lookup;
}

function endless({ name, source }: Variable, isCircle: boolean): Diagnostic {
  const what = isCircle ? "itself" : `more than ${limits.depth} others`;
  return error("DF1020", `the variable ${name} is made of ${what}`, { source });
}

function unknownVariable(name: string, source: Source, declared: ReadonlyMap<string, Variable>): Diagnostic {
  const near = nearMatch(name, declared.keys());
  const names = [...declared.keys()].slice(0, 20);
  return error("DF1020", `docform.yaml declares no variable "${name}"`, {
    source,
    ...(near === undefined ? {} : { label: `did you mean "${near}"?` }),
    hint: names.length === 0 ? "it declares none" : `it declares: ${names.join(", ")}`,
  });
}
