import { keeping, type Read } from "./keeping.ts";
import type { Reader } from "./reader.ts";

/**
 * The maximum age, in milliseconds, of an answer that is used just before a write. It is about the time of a
 * call that is repeated once. An edit within that time is seen by the next plan only.
 */
export const longestAge = 2000;

/** A reader whose answers are kept for a short while, and read anew before they are too old. */
export interface RecentReads extends Required<Reader> {
  /** Reads now. Others get the known answer meanwhile, and this one afterwards. */
  readonly anew: Reader;
}

interface Known {
  readonly since: number;
  readonly answer: Promise<unknown>;
  /** Milliseconds that the read took; undefined while it runs. */
  took?: number;
}

/**
 * Keeps the answers of a reader. One that is asked for shortly before it is too old is read anew in the background:
 * whoever writes a thousand objects of a list waits for it once.
 */
export function recentReads(reader: Reader, now: () => number): RecentReads {
  const known = new Map<string, Known>();
  const coming = new Map<string, Known>();
  const start = (into: Map<string, Known>, key: string, read: Read, then: (one: Known) => void): Known => {
    const one: Known = { since: now(), answer: read() };
    into.set(key, one);
    const drop = (): void => {
      if (into.get(key) === one) into.delete(key);
    };
    one.answer.then(() => {
      one.took = now() - one.since;
      then(one);
    }, drop);
    return one;
  };
  const begin = (key: string, read: Read): Promise<unknown> => start(known, key, read, () => {}).answer;
  const anew = (key: string, read: Read): Promise<unknown> =>
    start(coming, key, read, (one) => {
      if (coming.get(key) === one) coming.delete(key);
      if ((known.get(key)?.since ?? 0) < one.since) known.set(key, one);
    }).answer;
  const recent = (key: string, read: Read): Promise<unknown> => {
    const one = known.get(key);
    if (one === undefined) return begin(key, read);
    const age = one.took === undefined ? 0 : now() - one.since;
    if (age > longestAge) return coming.get(key)?.answer ?? begin(key, read);
    if (age > renewalAge(one) && !coming.has(key)) void anew(key, read);
    return one.answer;
  };
  return { ...keeping(reader, recent), fresh: keeping(reader, begin), anew: keeping(reader, anew) };
}

/** Early enough that the next one is there in time, if it takes as long. */
function renewalAge({ took = 0 }: Known): number {
  return Math.max(longestAge / 2, longestAge - 2 * took);
}
