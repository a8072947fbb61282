import { atPointer, type JsonObject } from "./json.ts";
import type { Kind, Task } from "./kind.ts";
import type { Step } from "./plan-document.ts";

/** The kind whose work a call starts. */
export function startedBy(kinds: readonly Kind[], { operation }: Pick<Step, "operation">): Kind | undefined {
  return kinds.find(({ task }) => task?.operation.name === operation);
}

/**
 * Was a run started since an answer was read? Undefined when that cannot be told: another one was going on, or the
 * platform does not count them.
 */
export function wasStarted({ seen }: Task, before: JsonObject, now: JsonObject): boolean | undefined {
  const hasEnded = (answer: JsonObject): boolean =>
    seen.ended.includes(String(atPointer(answer, seen.state)));
  const [had, has] = [before, now].map((answer) => atPointer(answer, seen.count));
  if (!hasEnded(before) || typeof had !== "number" || typeof has !== "number") return undefined;
  return !hasEnded(now) || has > had;
}
