type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Sets the fields that a body gives; those it leaves out stay as they are. */
export function setGiven<T extends object>(target: T, given: Given<T>): void {
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined) Object.assign(target, { [key]: value });
  }
}

/** Sets the fields that a body gives; null removes one. */
export function setOrClear<T extends object>(
  target: T,
  given: { readonly [K in keyof T]?: T[K] | null | undefined },
): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === null) delete target[key as keyof T];
    else if (value !== undefined) Object.assign(target, { [key]: value });
  }
}
