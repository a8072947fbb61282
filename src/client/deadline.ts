import type { Clock } from "./clock.ts";

/** The reason why a client sends nothing more. */
export type StopReason = "deadline";

/** The reason why nothing more is sent, as text. */
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
  /** The reason why nothing more is sent; undefined while calls are sent. Once set, it stays. */
  reason(): StopReason | undefined;
  /** Whether a request may be sent at that time. After the first refusal, all later ones are refused too. */
  allows(at: number): boolean;
}

/** A deadline in milliseconds since 1970; none by default. */
export function createDeadline(clock: Clock, at = Number.POSITIVE_INFINITY): Deadline {
  let isOver = false;
  const allows = (time: number): boolean => {
    isOver ||= time >= at;
    return !isOver;
  };
  return { allows, reason: () => (allows(clock.now()) ? undefined : "deadline") };
}
