import { Environment, EvaluationError } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { messageOf } from "../text/message-of.ts";
import type { Budget } from "./budget.ts";

/**
 * Functions of CEL whose work grows with the length of a text, as the library declares them. Each has one of docform in its
 * place that takes steps by the length, and then asks the library.
 */
const textFunctions: readonly string[] = [
  ...["string", "bytes", "list", "map"].flatMap((type) => [`${type}.size(): int`, `size(${type}): int`]),
  ...["startsWith", "endsWith", "contains"].map((name) => `string.${name}(string): bool`),
  ...["lowerAscii", "upperAscii", "trim"].map((name) => `string.${name}(): string`),
  ...["indexOf", "lastIndexOf"].flatMap((name) => [
    `string.${name}(string): int`,
    `string.${name}(string, int): int`,
  ]),
  ...["string.substring(int): string", "string.substring(int, int): string"],
  ...["string.split(string): list<string>", "string.split(string, int): list<string>"],
  ...["list<string>.join(): string", "list<string>.join(string): string"],
  ...["string", "bool", "int", "uint", "bytes", "double"].map((type) => `string(${type}): string`),
  ...["hex", "base64", "string"].map((name) => `bytes.${name}(): string`),
  ...["bytes.json(): map", "bytes(string): bytes", "bytes(bytes): bytes"],
];

/** The parts of a signature. A function without a receiver takes its first argument in its place. */
const signature = /^(?:(?<receiver>[\w<>]+)\.)?(?<name>\w+)\((?<params>[^)]*)\): (?<result>.+)$/;

/**
 * Functions of CEL that have one of docform in their place, under another name. Two others match by the regular expressions
 * of JavaScript, which go back and try again.
 */
export const ownNames: ReadonlyMap<string, string> = new Map(
  ["matches", "duration", ...textFunctions.map((one) => signature.exec(one)?.groups?.name ?? "")].map(
    (name) => [name, `${name}Bounded`],
  ),
);

/** The functions in their place. */
export function registerBounded(environment: Environment, { take }: Budget): Environment {
  const known = new Map<string, RE2JS>();
  const patternOf = (text: string): RE2JS => {
    const pattern = known.get(text) ?? compilePattern(text);
    if (known.size < 100) known.set(text, pattern);
    return pattern;
  };
  for (const one of textFunctions) registerByLength(environment, one, take);
  return environment
    .registerFunction("string.matchesBounded(string): bool", (text: string, written: string) => {
      const pattern = patternOf(written);
      take(1 + (pattern.programSize() * (100 + text.length)) / 1000);
      return pattern.test(text);
    })
    .registerFunction("durationBounded(string): google.protobuf.Duration", (text: string) => {
      if (text.length > 100) throw new Error("duration() takes at most 100 characters");
      return durationOf({ value0: text });
    });
}

/** The functions of the library itself, for values of any type. */
const library = ["value0", "value1", "value2"].reduce(
  (environment, name) => environment.registerVariable(name, "dyn"),
  new Environment(),
);
const durationOf = library.parse("duration(value0)");

/** Compiles a regular expression of RE2, as CEL wants it: its work grows with the text alone. Throws when it is none. */
export function compilePattern(text: string): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (problem) {
    const why = messageOf(problem).replace("error parsing regexp: ", "");
    throw new EvaluationError({ message: `RE2 does not take the pattern: ${why}` });
  }
}

function registerByLength(environment: Environment, declared: string, take: Budget["take"]): void {
  const { receiver, name = "", params = "", result = "" } = signature.exec(declared)?.groups ?? {};
  const types = [...(receiver === undefined ? [] : [receiver]), ...params.split(", ")].filter(Boolean);
  const names = types.map((_, at) => `value${at}`);
  const [first = "", ...more] = names;
  const call =
    receiver === undefined ? `${name}(${names.join(", ")})` : `${first}.${name}(${more.join(", ")})`;
  const run = library.parse(call);
  const own = `${receiver === undefined ? "" : `${receiver}.`}${ownNames.get(name)}(${params}): ${result}`;
  environment.registerFunction(own, (...values: readonly unknown[]) => {
    const [text, ...parts] = values.map((value, at) => lengthOf(value, types[at]));
    // A search for a long part may look at it again for each character.
    take(1 + ((text ?? 0) * (1 + (parts[0] ?? 0) / 100)) / 1000);
    return withoutPlace(() => run(Object.fromEntries(values.map((value, at) => [`value${at}`, value]))));
  });
}

/** The characters or bytes of a value, and of the texts of a list that is joined. */
function lengthOf(value: unknown, type?: string): number {
  if (typeof value === "string" || value instanceof Uint8Array) return value.length;
  const items = type === "list<string>" && Array.isArray(value) ? value : [];
  return items.reduce((sum: number, item) => sum + 1 + lengthOf(item), 0);
}

/** An error of the library without its place, which is in the expression of this file. */
function withoutPlace<T>(run: () => T): T {
  try {
    return run();
  } catch (problem) {
    const { summary } = Object(problem) as { readonly summary?: string };
    throw new EvaluationError({ message: summary ?? messageOf(problem) });
  }
}
