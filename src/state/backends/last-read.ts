/** Reads again, or answers as it was read last: one answer is of one moment. */
export interface LastRead<T> {
  readonly read: () => Promise<T>;
  readonly readOnce: () => Promise<T>;
}

/** Remembers the last answer of a read. One that failed is not remembered. */
export function rememberingLast<T>(ask: () => Promise<T>): LastRead<T> {
  let last: Promise<T> | undefined;
  const read = (): Promise<T> => {
    const asked = ask();
    last = asked;
    asked.catch(() => {
      if (last === asked) last = undefined;
    });
    return asked;
  };
  return { read, readOnce: () => last ?? read() };
}
