import { type Backend, BackendError, type LockStore, type RecordStore, StateMoved } from "./backend.ts";

/** Milliseconds before a place that did not answer is asked again. */
const pause = 1000;

/** Waits for some milliseconds. */
export type Sleep = (milliseconds: number) => Promise<void>;

/**
 * A shared place that may fail to answer. What does no harm when it is done twice is asked a second time. A record
 * whose writing failed is read: it is written when it has the text by now. A lock whose taking failed is removed: it
 * may have been given.
 */
export function withLostAnswers(place: Backend, sleep: Sleep): Backend {
  const again = asking(sleep);
  return {
    ...place,
    record: recordOf(place.record, again),
    lock: lockOf(place.lock, again),
    runs: {
      ...place.runs,
      ids: () => again(place.runs.ids),
      read: (run) => again(() => place.runs.read(run)),
    },
  };
}

function recordOf(record: RecordStore, again: Again): RecordStore {
  const read = () => again(record.read);
  return {
    read,
    write: async (text, over) => {
      try {
        await again(() => record.write(text, over));
      } catch (problem) {
        const mayBeWritten = problem instanceof StateMoved || mayPass(problem);
        if (!mayBeWritten || (await read())?.text !== text) throw problem;
      }
    },
  };
}

/** A place that is asked twice by one run has given it the lock both times. */
function lockOf(lock: LockStore, again: Again): LockStore {
  const remove = (id: string) => again(() => lock.remove(id));
  return {
    take: async (mine) => {
      const answer = await again(() => lock.take(mine)).catch(async (problem: unknown) => {
        if (mayPass(problem)) await remove(mine.id).catch(() => {});
        throw problem;
      });
      return "release" in answer ? { ...answer, release: () => again(answer.release) } : answer;
    },
    holder: () => again(lock.holder),
    remove,
  };
}

function mayPass(problem: unknown): boolean {
  return problem instanceof BackendError && problem.mayPass;
}

type Again = <T>(act: () => Promise<T>) => Promise<T>;

/** Does something a second time when the first one failed in a way that may pass. */
export function asking(sleep: Sleep): Again {
  return async (act) => {
    try {
      return await act();
    } catch (problem) {
      if (!mayPass(problem)) throw problem;
      await sleep(pause);
      return act();
    }
  };
}
