import type { Clock } from "./clock.ts";

/** Why a client sends nothing more: its time is over, or everything fails. */
export type StopReason = "deadline" | "outage";

/** Why nothing more is sent, in words. */
export const stopMessages: Readonly<Record<StopReason, string>> = {
  deadline: "the deadline has passed",
  outage: "the platform answered none of the last calls",
};

/** Thrown for a call that was not sent, because nothing is any more. */
export class Stopped extends Error {
  constructor(reason: StopReason) {
    super(stopMessages[reason]);
    this.name = "Stopped";
  }
}

/** Says whether a client still sends; shared by all its calls. Once stopped, it stays so. */
export interface Stopper {
  /** Why nothing more is sent; undefined while it is. */
  reason(): StopReason | undefined;
  /** May something be sent at that time? When it may not, the client is stopped. */
  allows(at: number): boolean;
  stop(reason: StopReason): void;
}

/** A stopper with a deadline in milliseconds since 1970, or without. */
export function createStopper(clock: Clock, deadline = Number.POSITIVE_INFINITY): Stopper {
  let stopped: StopReason | undefined;
  const stop = (reason: StopReason) => {
    stopped ??= reason;
  };
  const allows = (at: number) => {
    if (at >= deadline) stop("deadline");
    return stopped === undefined;
  };
  return {
    stop,
    allows,
    reason: () => (allows(clock.now()) ? undefined : stopped),
  };
}
