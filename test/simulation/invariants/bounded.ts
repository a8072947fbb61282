import { timeOfState } from "../state/state-wire.ts";
import type { Act } from "../story.ts";
import { type Exchange, isMutating } from "../trace.ts";
import type { Invariant } from "./invariant.ts";

/**
 * Most times that one call is sent in a run, besides those that a limit turns away: three times by the executor, each
 * with four attempts of the client.
 */
const mostAttempts = 12;
/** Most times that a limit turns one call away: ten for each time that a step sends it. */
const mostRefusals = 30;
/** Milliseconds that a run waits for each of its requests while none is on its way. */
const patience = 2 * 10_000;
/** Milliseconds that a limit which turns a request away can make a run wait: `Retry-After` is capped. */
const longestPause = 60_000;

/** A run ends, whatever happens. */
export const bounded: Invariant = {
  name: "bounded: attempts, waiting and time",
  ofAct: (act) =>
    [...tooManyAttempts(act), ...tooLong(act)].map((problem) => `run ${act.run.number}: ${problem}`),
};

function tooManyAttempts({ exchanges }: Act): readonly string[] {
  const changes = exchanges.filter(isMutating);
  const isRefused = ({ answered }: Exchange): boolean => answered?.status === 429;
  return [
    ...oftenIn(
      changes.filter((one) => !isRefused(one)),
      mostAttempts,
      "sent",
    ),
    ...oftenIn(changes.filter(isRefused), mostRefusals, "turned away"),
  ];
}

function oftenIn(exchanges: readonly Exchange[], most: number, what: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const { method, path, body = "" } of exchanges) {
    const call = `${method} ${path} ${body}`;
    counts.set(call, (counts.get(call) ?? 0) + 1);
  }
  const often = [...counts].filter(([, count]) => count > most);
  return often.map(([call, count]) => `${what} ${count} times: ${call}`);
}

function tooLong({ run, exchanges, stateExchanges }: Act): readonly string[] {
  const ofState = timeOfState(stateExchanges, run.startedAt, run.endedAt);
  const waited = run.endedAt - run.startedAt - inFlight(exchanges, run.endedAt) - ofState;
  const pauses = exchanges.filter(({ answered }) => answered?.status === 429).length;
  const most = (exchanges.length + 1) * patience + pauses * longestPause;
  return waited > most ? [`it waited ${Math.round(waited / 1000)} s for ${exchanges.length} requests`] : [];
}

/** Milliseconds in which any request was on its way. */
function inFlight(exchanges: readonly Exchange[], now: number): number {
  let until = 0;
  let sum = 0;
  for (const { sentAt, endedAt = now } of exchanges) {
    sum += Math.max(0, endedAt - Math.max(sentAt, until));
    until = Math.max(until, endedAt);
  }
  return sum;
}
