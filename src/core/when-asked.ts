/** What is made when it is first asked for, and kept: of most plans, much is never asked for. */
export function whenAsked<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
