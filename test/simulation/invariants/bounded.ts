import { groupBy } from "../../../src/model/group-by.ts";
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
/** Most requests of a run, besides the further pages of lists: twice what any took of 2,100 stories. */
const mostRequests = 2 * 170;
/** Milliseconds that a run waits for each of its requests while none is on its way: twice what any did of 2,100 stories. */
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
    ...tooMany(exchanges),
  ];
}

/**
 * A list of one item a page takes many requests, but never more pages each time than it has items; besides those that a
 * fault makes it ask for again. How many items an old answer had, nobody knows.
 */
function tooMany(exchanges: readonly Exchange[]): readonly string[] {
  const [further, others] = [exchanges.filter(isFurtherPage), exchanges.filter((one) => !isFurtherPage(one))];
  const begun = groupBy(others, ({ path }) => path);
  const lists = [...groupBy(further, ({ path }) => path)].flatMap(([path, pages]) => {
    const readings = begun.get(path) ?? [];
    const all = [...readings, ...pages];
    if (all.some(({ fault }) => fault === "stale-read")) return [];
    const whole = pages.filter(({ fault, answered }) => fault === undefined && answered?.status === 200);
    // A cursor that leads nowhere may follow no item at all.
    const items = Math.max(1, ...all.map(countIn));
    const isTooMany = whole.length > readings.length * items;
    return isTooMany
      ? [`${whole.length} pages in ${readings.length} readings of ${items} items: ${path}`]
      : [];
  });
  const isTooMany = others.length > mostRequests;
  return [...(isTooMany ? [`${others.length} requests, besides further pages`] : []), ...lists];
}

function isFurtherPage({ method, search }: Exchange): boolean {
  return method === "GET" && new URLSearchParams(search).has("page");
}

/** How many items a list has, by its answer; none where there was no answer. */
function countIn({ done }: Exchange): number {
  if (done === undefined || done.status !== 200) return 0;
  const { count, items } = JSON.parse(done.bodyText) as { count?: number; items?: readonly unknown[] };
  return count ?? items?.length ?? 0;
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
  const waited = run.endedAt - run.startedAt - inFlight(exchanges, run.endedAt);
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
