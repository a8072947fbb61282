/** Keeps a state on disk: nothing is answered that the disk does not hold. */
export interface Store {
  /** Tells that the state is another one than before. */
  changed(): void;
  /** Ends when all that was changed is on disk, and fails when it cannot be; undefined when it is there already. */
  settled(): Promise<void> | undefined;
}

/**
 * A store that writes the whole state. One write runs at a time, and later changes go into the next one. So
 * simultaneous requests share one write. `encode` is called at the start of each write.
 */
export function createStore(encode: () => string, write: (text: string) => Promise<void>): Store {
  let [changes, saved] = [0, 0];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const save = async (): Promise<void> => {
    const upTo = changes;
    await write(encode());
    saved = upTo;
  };
  const schedule = async (): Promise<void> => {
    // A failed write has been told to those who waited for it; this one tries again, with all there is.
    await running.catch(() => {});
    // Requests that have already arrived are handled first, so that they share this write.
    await new Promise(setImmediate);
    next = undefined;
    running = save();
    await running;
  };
  return {
    changed: () => {
      changes += 1;
    },
    settled: () => {
      if (saved === changes) return undefined;
      next ??= schedule();
      return next;
    },
  };
}
