import type { Step } from "../../model/documents/plan-document.ts";
import { isObject, type Json } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";
import type { CallFailure, Execution } from "../execution.ts";
import type { InDoubtCall } from "./in-doubt-call.ts";

/** A create that is done, and was sent more than once. */
export interface SentTwice {
  readonly shown: Step;
  readonly answer: Json;
  /** Whether the answer was found by reading. */
  readonly found?: true;
  readonly id: string;
  readonly made: NonNullable<InDoubtCall["made"]>;
}

/** The object to look for again after the run; undefined for a call that cannot have made two. */
export function sentTwice(
  call: InDoubtCall,
  shown: Step,
  { answer, found }: { readonly answer: Json; readonly found?: true },
): SentTwice | undefined {
  if (call.made === undefined || !isObject(answer) || typeof answer.id !== "string") return undefined;
  return { shown, answer, ...(found && { found }), id: answer.id, made: call.made };
}

/**
 * Looks for creates that were sent more than once: a list may have lagged when it showed nothing, or a call arrived late.
 * Each that may have made two objects is unknown.
 */
export async function doneTwice(
  all: readonly SentTwice[],
  idsOfThisRun: ReadonlySet<string>,
  pauses: readonly number[],
  sleep: Execution["sleep"],
): Promise<ReadonlyMap<SentTwice, CallFailure>> {
  const found = new Map<SentTwice, CallFailure>();
  for (const [index, pause] of pauses.entries()) {
    const open = all.filter((one) => !found.has(one));
    if (open.length === 0) return found;
    await sleep(pause);
    for (const one of open) {
      const why = await whyUnknown(one, idsOfThisRun, index === pauses.length - 1);
      if (why !== undefined) found.set(one, { outcome: "unknown", message: why, next: keepOne });
    }
  }
  return found;
}

const keepOne = "keep one: write its id into the manifest as id: …, and delete the other one";

async function whyUnknown(
  { id, made }: SentTwice,
  idsOfThisRun: ReadonlySet<string>,
  isLast: boolean,
): Promise<string | undefined> {
  try {
    const others = new Set([...idsOfThisRun].filter((one) => one !== id));
    const ids = [...new Set([id, ...(await made(others))])];
    if (ids.length === 1) return undefined;
    return `the call was sent more than once, and can have made each of these: ${ids.map((one) => `"${one}"`).join(", ")}`;
  } catch (problem) {
    if (!isLast) return undefined;
    return `the call was sent more than once, and whether it was done twice could not be read: ${messageOf(problem)}`;
  }
}
