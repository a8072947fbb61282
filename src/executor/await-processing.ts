import type { Wait } from "../model/documents/plan-document.ts";
import { processingProblem } from "../planner/diff/processing.ts";
import { atPointer, type Json, type JsonObject } from "../text/json.ts";
import { shellWord } from "../text/shell-word.ts";
import type { CallFailure, Waiting } from "./execution.ts";

/** Pauses between two reads, in milliseconds: from the first, twice as long each time, up to the longest. */
const firstPause = 250;
const longestPause = 5000;

/**
 * Reads until the platform has finished its own processing, with growing pauses. Resolves to undefined on
 * success. The limit counts the pauses only, so that it does not depend on the speed of answers.
 */
export async function awaitProcessing(
  wait: Wait,
  params: JsonObject,
  answer: Json,
  { readOne, sleep }: Waiting,
): Promise<CallFailure | undefined> {
  let latest = answer;
  let left = wait.seconds * 1000;
  for (let pause = firstPause; !hasEnded(wait, latest); pause = Math.min(pause * 2, longestPause)) {
    if (left <= 0) return tooLong(wait, params, latest);
    await sleep(Math.min(pause, left));
    left -= pause;
    const read = await readOne(wait.operation, params);
    if (!("answer" in read)) return lost(wait, params, read);
    latest = read.answer;
  }
  const problem = processingProblem(latest, wait);
  if (problem === undefined) return undefined;
  return { outcome: "failed", message: `the platform could not process it: ${problem}`, next: wait.next };
}

function hasEnded({ state, running }: Wait, answer: Json): boolean {
  return !running.includes(String(atPointer(answer, state)));
}

function tooLong(wait: Wait, params: JsonObject, answer: Json): CallFailure {
  const state = atPointer(answer, wait.state);
  return {
    outcome: "unknown",
    message: `the platform is still processing it after ${wait.seconds} seconds (${String(state ?? "no state")})`,
    next: `read it later: docform api ${readCommand(wait, params)}`,
  };
}

function lost(wait: Wait, params: JsonObject, { message }: CallFailure): CallFailure {
  return {
    outcome: "unknown",
    message: `it was sent, and reading whether it was processed failed: ${message}`,
    next: `read it later: docform api ${readCommand(wait, params)}`,
  };
}

function readCommand({ operation }: Wait, params: JsonObject): string {
  const keys = Object.entries(params).map(([name, value]) => shellWord(`${name}=${String(value)}`));
  return [operation, ...keys].join(" ");
}
