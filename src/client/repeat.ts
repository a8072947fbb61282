import { mutates, type Operation, pathParameters } from "../contract/operation.ts";
import type { Json } from "../text/json.ts";
import { ApiError } from "./errors.ts";
import { type Call, prepareCall, type Send, sendOnce, type Wire } from "./exchange.ts";
import { backoff, mayRepeat } from "./retry.ts";

/** The sending of operations over a wire, with repeats where an operation allows them. */
export function createSend(wire: Wire): Send {
  return async (operation, args) => {
    const call = prepareCall(wire, operation, args);
    const once = (): Promise<Json | undefined> => sendOnce(wire, call);
    const attempt = mutates(operation) ? () => wire.stillness.change(once) : once;
    wire.budget.called();
    for (;;) {
      try {
        return await attempt();
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause === call.last) throw cause;
        if (isGone(operation, cause, call)) return undefined;
        note(call, cause);
        const lostAt = wire.clock.now();
        await waitOrFail(wire, call, cause);
        if (cause.inDoubt) wire.onResend(lostAt);
      }
    }
  };
}

/**
 * A delete that finds nothing after an attempt that was lost: that attempt did it. Unless it is inside something else,
 * which may be what is not there, since a delete in that would be told that it has nothing to do (A3): nobody knows then.
 */
function isGone(operation: Operation, { kind }: ApiError, { wasLost }: Call): boolean {
  return wasLost && operation.method === "DELETE" && kind === "not-found" && !isInside(operation);
}

/** Does its path name, besides the organization, what that is in which it deletes something? */
function isInside(operation: Operation): boolean {
  return pathParameters(operation).filter((name) => name !== "organizationId").length > 1;
}

function note(call: Call, failure: ApiError): void {
  if (failure.kind === "rate-limited") call.limited += 1;
  else call.failed += 1;
  call.wasLost ||= failure.inDoubt;
  call.wasCalledDone ||= failure.isCalledDone;
  call.last = failure;
}

/** Waits for the next attempt, or fails when there is none. After a limit, the pacing waits for all calls. */
async function waitOrFail(wire: Wire, call: Call, failure: ApiError): Promise<void> {
  const { clock, stopper, signal, budget, circuit } = wire;
  const isLimited = failure.kind === "rate-limited";
  if (!mayRepeat(call.operation.retry, failure, call) || signal?.aborted) throw failure;
  if (!isLimited && circuit.isHopeless()) throw failure;
  const wait = isLimited ? 0 : Math.max(failure.retryAfterMs ?? 0, backoff(call.failed, wire.random));
  if (stopper.reason() !== undefined || !stopper.allows(clock.now() + wait)) throw failure;
  if (isLimited) return;
  if (!budget.take()) throw failure;
  await clock.sleep(wait, signal).catch(() => {
    throw failure;
  });
}
