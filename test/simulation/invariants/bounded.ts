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
/** Most requests of a run: twice what any took of 2,100 stories. */
const mostRequests = 2 * 249;
/** Milliseconds that a run takes for each of its requests: twice what any took of 2,100 stories. */
const patience = 2 * 18_700;

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
    ...(exchanges.length > mostRequests ? [`${exchanges.length} requests`] : []),
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

function tooLong({ run, exchanges }: Act): readonly string[] {
  const took = run.endedAt - run.startedAt;
  const most = (exchanges.length + 1) * patience;
  return took > most ? [`it took ${Math.round(took / 1000)} s for ${exchanges.length} requests`] : [];
}
