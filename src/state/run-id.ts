/** The form of the id of a run. */
export const runIdPattern = /^\d{8}-\d{9}-[0-9a-f]{4}$/;

/** Is a text the id of a run? */
export function isRunId(text: string): boolean {
  return runIdPattern.test(text);
}

/**
 * The id of a new run: its time and a random part, for two runs in one millisecond. It sorts after the last
 * id, even when the clock was set back.
 */
export function runIdAt(now: number, last: string | undefined, random: Uint8Array): string {
  const after = last === undefined ? 0 : timeOf(last) + 1;
  const digits = new Date(Math.max(now, after)).toISOString().replaceAll(/\D/g, "");
  const tail = [...random.slice(0, 2)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${tail}`;
}

/** Milliseconds since 1970 that a run id tells. */
function timeOf(run: string): number {
  const part = (from: number, length: number): number => Number(run.slice(from, from + length));
  return Date.UTC(part(0, 4), part(4, 2) - 1, part(6, 2), part(9, 2), part(11, 2), part(13, 2), part(15, 3));
}

/** The later of two runs. */
export function laterRun(one: string | undefined, other: string | undefined): string | undefined {
  return (one ?? "") < (other ?? "") ? other : one;
}
