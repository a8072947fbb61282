import { type ASTNode, EvaluationError } from "@marcbachmann/cel-js";
import { messageOf } from "../text/message-of.ts";
import { compilePattern, ownNames } from "./bounded-functions.ts";
import type { Budget } from "./budget.ts";

/** A part of an expression. The types of the library leave `meta` out: a test holds that steps are counted. */
interface Node {
  readonly op: string;
  readonly args: unknown;
  /** For a macro: the loop that it expands to. */
  readonly meta?: { readonly alternate?: { readonly op: string; readonly args: Loop } };
}

interface Loop {
  /** Asked before each item. */
  condition?: (result: unknown) => unknown;
}

/**
 * Bounds an expression that is parsed and not yet checked: each item of a macro takes a step, and functions without a
 * bound become functions of docform with one. Throws for a pattern that is no regular expression of RE2.
 */
export function boundExpression(expression: ASTNode, { take }: Budget): void {
  const open: unknown[] = [expression];
  while (open.length > 0) {
    const one = open.pop();
    if (Array.isArray(one)) open.push(...one);
    if (!isNode(one)) continue;
    const { alternate } = one.meta ?? {};
    if (alternate?.op === "comprehension") countItems(alternate.args, take);
    if (one.op === "call" || one.op === "rcall") callBounded(one.args as unknown[]);
    open.push(one.args);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}

function countItems(loop: Loop, take: Budget["take"]): void {
  const { condition = () => true } = loop;
  loop.condition = (result) => {
    take(1);
    return condition(result);
  };
}

/** Has the name of a function first, and the list of its arguments last. */
function callBounded(call: unknown[]): void {
  const [name] = call;
  const own = ownNames.get(String(name));
  if (own === undefined) return;
  call[0] = own;
  const [written] = call.at(-1) as readonly ASTNode[];
  if (name === "matches" && written?.op === "value" && typeof written.args === "string")
    checkPattern(written, written.args);
}

function checkPattern(node: ASTNode, text: string): void {
  try {
    compilePattern(text);
  } catch (problem) {
    throw new EvaluationError({ message: messageOf(problem), node });
  }
}
