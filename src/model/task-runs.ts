import { atPointer, type JsonObject } from "../text/json.ts";
import type { Step } from "./documents/plan-document.ts";
import type { Kind, Task } from "./kind.ts";

/** The kind whose work a call starts. */
export function startedBy(kinds: readonly Kind[], { operation }: Pick<Step, "operation">): Kind | undefined {
  return kinds.find(({ task }) => task?.operation.name === operation);
}

/**
 * How often a task was started, as far as an answer tells: one that goes on is not counted yet. It stays the same when
 * that ends. Undefined where the platform does not count.
 */
export function timesStarted({ seen }: Task, answer: JsonObject): number | undefined {
  const count = atPointer(answer, seen.count);
  return typeof count !== "number" ? undefined : count + (hasEnded(seen, answer) ? 0 : 1);
}

/**
 * Was a run started since an answer was read? Undefined when that cannot be told: another one was going on, or the
 * platform does not count them.
 */
export function wasStarted({ seen }: Task, before: JsonObject, now: JsonObject): boolean | undefined {
  const [had, has] = [before, now].map((answer) => atPointer(answer, seen.count));
  if (!hasEnded(seen, before) || typeof had !== "number" || typeof has !== "number") return undefined;
  return !hasEnded(seen, now) || has > had;
}

function hasEnded({ ended, state }: Task["seen"], answer: JsonObject): boolean {
  return ended.includes(String(atPointer(answer, state)));
}
