/**
 * Runs acts in the order in which they are asked for, each after the end of the one before. A run publishes its
 * journal while it writes its record.
 */
export function oneAtATime(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act, act);
    last = next.catch(() => {});
    return next;
  };
}
