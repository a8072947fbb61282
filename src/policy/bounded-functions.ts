import { Environment, EvaluationError } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { messageOf } from "../text/message-of.ts";
import type { Budget } from "./budget.ts";

/**
 * Functions of CEL whose work in the library may grow much faster than a text: it matches by the regular expressions of
 * JavaScript, which go back and try again. Each has one of docform in its place, under another name.
 */
export const ownNames: ReadonlyMap<string, string> = new Map([
  ["matches", "matchesBounded"],
  ["duration", "durationBounded"],
]);

/** The functions in their place. */
export function registerBounded(environment: Environment, { take }: Budget): Environment {
  const known = new Map<string, RE2JS>();
  const patternOf = (text: string): RE2JS => {
    const pattern = known.get(text) ?? compilePattern(text);
    if (known.size < 100) known.set(text, pattern);
    return pattern;
  };
  return environment
    .registerFunction("string.matchesBounded(string): bool", (text: string, written: string) => {
      const pattern = patternOf(written);
      take(1 + (pattern.programSize() * (100 + text.length)) / 1000);
      return pattern.test(text);
    })
    .registerFunction("durationBounded(string): google.protobuf.Duration", (text: string) => {
      if (text.length > 100) throw new Error("duration() takes at most 100 characters");
      return durationOf({ text });
    });
}

const durationOf = new Environment().registerVariable("text", "string").parse("duration(text)");

/** Compiles a regular expression of RE2, as CEL wants it: its work grows with the text alone. Throws when it is none. */
export function compilePattern(text: string): RE2JS {
  try {
    return RE2JS.compile(text);
  } catch (problem) {
    const why = messageOf(problem).replace("error parsing regexp: ", "");
    throw new EvaluationError({ message: `RE2 does not take the pattern: ${why}` });
  }
}
