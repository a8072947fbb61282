import { backoff } from "./retry.ts";

/** Calls that fail with no answer between them until the circuit opens. */
const mostCalls = 10;
/** Rounds of failures that a run outlasts: an outage of a second or two is no reason to end it. */
const mostRounds = 6;
/** The round from which on the wait no longer grows: two seconds at most. */
const longestPauseFrom = 4;
/** Failing calls from which on all wait: one alone waits by itself. */
const callsInTrouble = 3;

/** What a failure means for all calls: nothing, a wait, or the end. */
export type Trouble = { readonly pause: number } | "open" | undefined;

/** Watches whether anything at all still gets through. */
export interface Circuit {
  /** The platform answered, be it with a refusal. */
  answered(): void;
  /**
   * A request of a call was lost, met a fault or was not sent. `ticket` is its number, `latest` that of the last
   * request that went out.
   */
  failed(call: object, ticket: number, latest: number): Trouble;
  /** Has it been so for so long that repeating what failed is of no use? */
  isHopeless(): boolean;
}

/**
 * A circuit that opens once ten different calls failed with no answer between them, in six rounds at least. A round is
 * all that is in flight when the first of it fails: eight requests that one reset ends are one. Between rounds all
 * calls of the client wait together. After six, no call is repeated any more, so that ten are soon reached.
 */
export function createCircuit(random: () => number): Circuit {
  const calls = new Set<object>();
  let rounds = 0;
  let lastOfRound = 0;
  let pausedRound = 0;
  return {
    answered: () => {
      calls.clear();
      rounds = 0;
      pausedRound = 0;
    },
    failed: (call, ticket, latest) => {
      calls.add(call);
      if (ticket > lastOfRound) {
        rounds += 1;
        lastOfRound = latest;
      }
      if (calls.size >= mostCalls && rounds >= mostRounds) return "open";
      if (calls.size < callsInTrouble || pausedRound === rounds) return undefined;
      pausedRound = rounds;
      return { pause: backoff(Math.min(rounds, longestPauseFrom), random) };
    },
    isHopeless: () => rounds >= mostRounds && calls.size >= callsInTrouble,
  };
}
