import type { Act, Story } from "../story.ts";
import { type Invariant, told } from "./invariant.ts";

/** The longest pause that a platform can ask for, in milliseconds. */
const longestPause = 60_000;

/** The platform is not asked for more than it can take. */
export const inFlight: Invariant = {
  name: "in flight: never more than the limit, and none during a pause",
  ofAct: (act, story) =>
    [...tooMany(act, story), ...inPause(act)].map((problem) => `run ${act.run.number}: ${problem}`),
};

function tooMany({ exchanges }: Act, { scenario }: Story): readonly string[] {
  return exchanges
    .filter((exchange) => exchange.inFlight > scenario.concurrency)
    .map(
      (exchange) =>
        `${exchange.inFlight} in flight with ${told(exchange)}, and ${scenario.concurrency} are allowed`,
    );
}

function inPause({ exchanges }: Act): readonly string[] {
  return exchanges.flatMap(({ end, answered, endedAt = 0 }) => {
    if (end !== "answered" || answered?.status !== 429) return [];
    const seconds = answered.headers["retry-after"] ?? "";
    if (!/^\d+$/.test(seconds)) return [];
    const until = endedAt + Math.min(Number(seconds) * 1000, longestPause);
    return exchanges
      .filter(({ sentAt }) => sentAt > endedAt && sentAt < until - 0.001)
      .map(
        (exchange) =>
          `${told(exchange)} was sent ${Math.round(until - exchange.sentAt)} ms before a pause ended`,
      );
  });
}
