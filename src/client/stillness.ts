/** Keeps what a client changes apart from the lists that it needs to read without a change. */
export interface Stillness {
  /** Sends what changes something, as soon as nobody needs it still. */
  change<T>(send: () => Promise<T>): Promise<T>;
  /** Reads when no change of this client is on its way, and lets none go out meanwhile. */
  hold<T>(read: () => Promise<T>): Promise<T>;
}

/** Nothing is changed and nothing held yet. */
export function createStillness(): Stillness {
  let changes = 0;
  let holds = 0;
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    change: async (send) => {
      while (holds > 0) await turn();
      changes += 1;
      try {
        return await send();
      } finally {
        changes -= 1;
        if (changes === 0) wake();
      }
    },
    hold: async (read) => {
      holds += 1;
      try {
        while (changes > 0) await turn();
        return await read();
      } finally {
        holds -= 1;
        if (holds === 0) wake();
      }
    },
  };
}
