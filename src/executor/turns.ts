/** Lets those of equal names in one after the other; others do not wait. */
export interface Turns {
  /** Runs a task when all that were let in before it under the same name are done. */
  readonly take: <T>(name: string | undefined, task: () => Promise<T>) => Promise<T>;
}

/** Turns that nobody has taken. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    take: async (name, task) => {
      if (name === undefined) return task();
      const before = last.get(name);
      const turn = before === undefined ? task() : before.then(task, task);
      last.set(name, turn);
      try {
        return await turn;
      } finally {
        if (last.get(name) === turn) last.delete(name);
      }
    },
  };
}
