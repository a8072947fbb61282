import { type Backend, BackendError, type LockStore, type RecordStore, StateMoved } from "./backend.ts";

/** Milliseconds before a place that did not answer is asked again. */
const pause = 1000;

/** Waits for some milliseconds. */
type Sleep = (milliseconds: number) => Promise<void>;

/**
 * A shared place that may fail to answer. What does no harm when it is done twice is asked a second time. A record
 * whose writing failed is read: it is written when it has the text by now.
 */
export function withLostAnswers(place: Backend, sleep: Sleep): Backend {
  const again = asking(sleep);
  return { ...place, record: recordOf(place.record, again), lock: lockOf(place.lock, again) };
}

function recordOf(record: RecordStore, again: Again): RecordStore {
  const read = () => again(record.read);
  return {
    read,
    write: async (text, over) => {
      try {
        await again(() => record.write(text, over));
      } catch (problem) {
        const mayBeWritten =
          problem instanceof StateMoved || (problem instanceof BackendError && problem.mayPass);
        if (!mayBeWritten || (await read())?.text !== text) throw problem;
      }
    },
  };
}

/** A place that is asked twice by one run has given it the lock both times. */
function lockOf(lock: LockStore, again: Again): LockStore {
  return {
    take: async (mine) => {
      const answer = await again(() => lock.take(mine));
      return "release" in answer ? { ...answer, release: () => again(answer.release) } : answer;
    },
    holder: () => again(lock.holder),
    remove: (id) => again(() => lock.remove(id)),
  };
}

type Again = <T>(act: () => Promise<T>) => Promise<T>;

function asking(sleep: Sleep): Again {
  return async (act) => {
    try {
      return await act();
    } catch (problem) {
      if (!(problem instanceof BackendError && problem.mayPass)) throw problem;
      await sleep(pause);
      return act();
    }
  };
}
