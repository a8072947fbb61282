import { Environment } from "@marcbachmann/cel-js";
import type { PolicySubject } from "../planner/guards/policy.ts";
import { isObject, type Json } from "../text/json.ts";
import { boundExpression } from "./bounded-expression.ts";
import { ownNames, registerBounded } from "./bounded-functions.ts";
import { createBudget, outOfSteps } from "./budget.ts";

/** The variables of an expression. */
export interface Variables extends PolicySubject {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly author: string;
}

/** Why an expression cannot be used, and the part of its text that is meant. */
export interface Mistake {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The expression can be used, and took too many steps for this question. */
  readonly ranOut?: true;
}

/** An expression that is compiled. */
export type Expression = (variables: Variables) => boolean | Mistake;

const budget = createBudget();
const environment = registerBounded(
  new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false }),
  budget,
)
  .registerVariable("change", {
    schema: {
      kind: "string",
      action: "string",
      address: "string",
      field: "string",
      before: "dyn",
      after: "dyn",
    },
  })
  .registerVariable("desired", "map<string, dyn>")
  .registerVariable("live", "map<string, dyn>")
  .registerVariable("now", "google.protobuf.Timestamp")
  .registerVariable("author", "string");

/** Compiles a CEL expression and checks its types: it must give a bool. */
export function compile(text: string): Expression | Mistake {
  try {
    const run = environment.parse(text);
    boundExpression(run.ast, budget);
    const { valid, error, type = "" } = run.check();
    if (!valid) return mistakeOf(error, text);
    if (type !== "bool" && type !== "dyn") return noBool(type, text);
    return (variables) => evaluate(run, variables, text);
  } catch (problem) {
    return mistakeOf(problem, text);
  }
}

function evaluate(
  run: (context: object) => unknown,
  { change, desired, live, now, author }: Variables,
  text: string,
): boolean | Mistake {
  const { before, after } = change;
  budget.begin();
  const { stackTraceLimit } = Error;
  // An error inside of a macro is no failure yet: there may be one for each item, and nobody reads where it was thrown.
  Error.stackTraceLimit = 0;
  try {
    const result = run({
      change: { ...change, before: celValue(before), after: celValue(after) },
      desired: celValue(desired),
      live: celValue(live),
      now: new Date(now),
      author,
    });
    if (budget.isSpent()) return ranOut(text);
    return typeof result === "boolean" ? result : noBool(nameOfType(result), text);
  } catch (problem) {
    return budget.isSpent() ? ranOut(text) : mistakeOf(problem, text);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function ranOut(text: string): Mistake {
  return { message: outOfSteps, start: 0, end: text.length, ranOut: true };
}

/** JSON as CEL has it: whole numbers are ints. */
function celValue(value: Json): unknown {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(celValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, celValue(inner)]));
}

function nameOfType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  const names: Readonly<Record<string, string>> = { bigint: "int", number: "double", object: "map" };
  return names[typeof value] ?? typeof value;
}

function noBool(type: string, text: string): Mistake {
  return { message: `it gives ${type}, not bool`, start: 0, end: text.length };
}

/** The errors of the library say in one line what is wrong, and where. */
function mistakeOf(problem: unknown, text: string): Mistake {
  const { summary, range } = Object(problem) as Partial<Told>;
  let message = summary ?? (problem instanceof Error ? problem.message : String(problem));
  for (const [name, own] of ownNames) message = message.replaceAll(own, name);
  return { message, start: range?.start ?? 0, end: range?.end ?? text.length };
}

interface Told {
  readonly summary: string;
  readonly range: { readonly start: number; readonly end: number };
}
