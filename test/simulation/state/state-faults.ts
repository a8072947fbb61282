import { pickFrom } from "../pick.ts";

/** One thing that goes wrong between docform and the state server: from the n-th request on. */
export interface StateFault {
  readonly of: "state";
  readonly name: StateFaultName;
  readonly nth: number;
}

/** The fate of one request. */
export interface StateMishap {
  readonly name: string;
  /** It is answered so many milliseconds later. */
  readonly delay?: number;
  /** It is answered with this status, and not carried out unless its own answer is lost. */
  readonly status?: number;
  /** The part that does not arrive. */
  readonly loses?: "request" | "answer";
}

type Draw = (random: () => number) => Omit<StateMishap, "name">;

const draws = {
  slow: (random) => ({ delay: 100 + random() ** 2 * 90_000 }),
  refuse: (random) => ({ status: pickFrom([429, 500, 502, 503, 503, 504], random) }),
  "lost answer": (random) => ({ loses: "answer", ...(random() < 0.3 ? { status: 504 } : {}) }),
  "lost request": () => ({ loses: "request" }),
} satisfies Record<string, Draw>;

/** Name of something that can go wrong with a request to the state server. */
export type StateFaultName = keyof typeof draws;

const names = Object.keys(draws) as readonly StateFaultName[];

/** Requests in a row that a server refuses at most: a run asks for some things twice. */
const mostRefused = 3;

/** Draws one fault for one of the first requests. */
export function drawStateFault(random: () => number): StateFault {
  return { of: "state", name: pickFrom(names, random), nth: 1 + Math.floor(random() ** 1.5 * 24) };
}

/** The fate of the n-th request. */
export function mishapOf(
  faults: readonly StateFault[],
  nth: number,
  random: () => number,
): StateMishap | undefined {
  for (const fault of faults) {
    const last = fault.name === "refuse" ? fault.nth + (fault.nth % mostRefused) : fault.nth;
    if (nth < fault.nth || nth > last) continue;
    return { name: `state: ${fault.name}`, ...(draws[fault.name] as Draw)(random) };
  }
  return undefined;
}
