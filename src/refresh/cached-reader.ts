import type { Operation } from "../contract/operation.ts";
import { canonicalJson, type JsonObject } from "../text/json.ts";
import type { MayHaveChanged } from "./changed-reads.ts";
import type { Reader } from "./reader.ts";

type Read = () => Promise<unknown>;
type Cached = (key: string, read: Read, operation: Operation, params: JsonObject) => Promise<unknown>;

/** A reader that gets each answer from a cache, by its key. */
function readerOn(reader: Reader, cached: Cached): Reader {
  const through =
    <T>(read: (operation: Operation, params: JsonObject) => Promise<T>) =>
    (operation: Operation, params: JsonObject): Promise<T> => {
      const key = `${operation.name} ${canonicalJson(params)}`;
      return cached(key, () => read(operation, params), operation, params) as Promise<T>;
    };
  return {
    requests: reader.requests,
    one: through(reader.one),
    find: through(reader.find),
    list: through(reader.list),
  };
}

/** A reader that asks for everything once, so that all results use the same answers. */
export function readingOnce(reader: Reader): Reader {
  const known = new Map<string, Promise<unknown>>();
  return readerOn(reader, (key, read) => {
    const answer = known.get(key) ?? read();
    known.set(key, answer);
    return answer;
  });
}

/**
 * The maximum age, in milliseconds, of an answer that is used just before a write. It is about the time of a
 * call that is repeated once. An edit within that time is seen by the next plan only.
 */
export const longestAge = 2000;

/** A reader whose answers are at most `longestAge` old. */
export interface RecentReads extends Reader {
  /** Reads now. Others get the known answer meanwhile, and this one afterwards. */
  readonly fresh: Reader;
  /** A reader of answers whose read has begun later than now. */
  readonly later: () => Reader;
  /** Reads now what may have changed; all else, as it was read last. */
  readonly after: (mayHaveChanged: MayHaveChanged) => Reader;
}

interface Answer {
  readonly since: number;
  readonly value: Promise<unknown>;
  /** Milliseconds that the read took. */
  readonly took: number;
}

/**
 * Keeps the answers of a reader. An answer that is asked for shortly before it is too old is read again in the
 * background: a run that writes a thousand objects of a list waits for that list once.
 */
export function recentReads(reader: Reader, monotonic: () => number): RecentReads {
  const known = new Map<string, Answer>();
  const coming = new Map<string, Pick<Answer, "since" | "value">>();
  const fresh = (key: string, read: Read): Promise<unknown> => {
    const since = monotonic();
    const value = read();
    coming.set(key, { since, value });
    const ended = (): void => {
      if (coming.get(key)?.value === value) coming.delete(key);
    };
    value.then(() => {
      ended();
      if ((known.get(key)?.since ?? Number.NEGATIVE_INFINITY) < since)
        known.set(key, { since, value, took: monotonic() - since });
    }, ended);
    return value;
  };
  const recent = (key: string, read: Read): Promise<unknown> => {
    const one = known.get(key);
    const age = one === undefined ? Infinity : monotonic() - one.since;
    if (one === undefined || age > longestAge) return coming.get(key)?.value ?? fresh(key, read);
    // Early enough that the next answer is there in time, if it takes as long.
    const renewal = Math.max(longestAge / 2, longestAge - 2 * one.took);
    if (age > renewal && !coming.has(key)) void fresh(key, read);
    return one.value;
  };
  const later = (): Reader => {
    const begun = monotonic();
    return readerOn(reader, (key, read) => {
      const one = [coming.get(key), known.get(key)].find((answer) => (answer?.since ?? begun) > begun);
      return one?.value ?? fresh(key, read);
    });
  };
  const after = (mayHaveChanged: MayHaveChanged): Reader =>
    readerOn(reader, (key, read, operation, params) =>
      mayHaveChanged(operation, params) ? fresh(key, read) : (known.get(key)?.value ?? fresh(key, read)),
    );
  return { ...readerOn(reader, recent), fresh: readerOn(reader, fresh), later, after };
}

/** Recent reads for a run: its first answer of each list is read again, so that none is older than the run. */
export function freshAtFirst(recent: RecentReads): Reader {
  const begun = new Map<string, Promise<unknown>>();
  const later = recent.later();
  const list: Reader["list"] = async (operation, params) => {
    const key = `${operation.name} ${canonicalJson(params)}`;
    const first = begun.get(key) ?? later.list(operation, params);
    begun.set(key, first);
    first.catch(() => begun.delete(key));
    await first;
    return recent.list(operation, params);
  };
  return { ...recent, list };
}
