import type { Act } from "../story.ts";
import { isMutating } from "../trace.ts";
import type { Invariant } from "./invariant.ts";

/** Most times that one call is sent in a run: three times by the executor, each with four attempts of the client. */
const mostAttempts = 12;
/** Most requests of a run, for each call of its plan and each list that it reads. */
const mostRequests = 3000;
/** Milliseconds for each request of a run: four attempts, each with its timeout and a pause. */
const patience = 4 * (60_000 + 60_000);

/** A run ends, whatever happens. */
export const bounded: Invariant = {
  name: "bounded: attempts, waiting and time",
  ofAct: (act) =>
    [...tooManyAttempts(act), ...tooLong(act)].map((problem) => `run ${act.run.number}: ${problem}`),
};

function tooManyAttempts({ exchanges }: Act): readonly string[] {
  const counts = new Map<string, number>();
  for (const { method, path, body = "" } of exchanges.filter(isMutating)) {
    const call = `${method} ${path} ${body}`;
    counts.set(call, (counts.get(call) ?? 0) + 1);
  }
  const often = [...counts].filter(([, count]) => count > mostAttempts);
  return [
    ...often.map(([call, count]) => `sent ${count} times: ${call}`),
    ...(exchanges.length > mostRequests ? [`${exchanges.length} requests`] : []),
  ];
}

function tooLong({ run, exchanges }: Act): readonly string[] {
  const took = run.endedAt - run.startedAt;
  const most = (exchanges.length + 1) * patience;
  return took > most ? [`it took ${Math.round(took / 1000)} s for ${exchanges.length} requests`] : [];
}
