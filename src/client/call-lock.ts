/** Keeps calls that change something apart from reads that need the platform to stand still. Each sort shares it. */
export interface CallLock {
  /** Runs a call that changes something, when no read needs that there is none. */
  readonly changing: <T>(call: () => Promise<T>) => Promise<T>;
  /** Runs a read when all calls that change something have ended. New ones wait for it. */
  readonly withoutChanges: <T>(read: () => Promise<T>) => Promise<T>;
}

/** A lock for the calls of one client. */
export function createCallLock(): CallLock {
  let [changes, reads] = [0, 0];
  let waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((wake) => waiting.push(wake));
  const wakeAll = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return {
    changing: async (call) => {
      while (reads > 0) await turn();
      changes += 1;
      try {
        return await call();
      } finally {
        changes -= 1;
        wakeAll();
      }
    },
    withoutChanges: async (read) => {
      reads += 1;
      try {
        while (changes > 0) await turn();
        return await read();
      } finally {
        reads -= 1;
        wakeAll();
      }
    },
  };
}
