import type { Clock } from "./clock.ts";

/** Why a client sends nothing more. */
export type StopReason = "deadline";

/** Why nothing more is sent, in words. */
export const stopMessages: Readonly<Record<StopReason, string>> = {
  deadline: "the deadline has passed",
};

/** Thrown for a call that was not sent: the deadline has passed, or somebody interrupted. */
export class Stopped extends Error {
  constructor() {
    super(stopMessages.deadline);
    this.name = "Stopped";
  }
}

/** The time from which on a client sends nothing more; shared by all its calls. */
export interface Deadline {
  /** Why nothing more is sent; undefined as long as calls are sent. Once set, it stays. */
  reason(): StopReason | undefined;
  /** May a request go out at that time? The first one that may not ends the client: no later one goes out either. */
  allows(at: number): boolean;
}

/** A deadline in milliseconds since 1970; none when it is left out. */
export function createDeadline(clock: Clock, at = Number.POSITIVE_INFINITY): Deadline {
  let isOver = false;
  const allows = (time: number): boolean => {
    isOver ||= time >= at;
    return !isOver;
  };
  return { allows, reason: () => (allows(clock.now()) ? undefined : "deadline") };
}
