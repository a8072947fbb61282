import { answerSchema, mutates, type Operation } from "../../src/contract/operation.ts";
import type { FaultRule } from "../../src/platform/faults/faults.ts";
import { pickFrom } from "./pick.ts";

/** The fault of one request. */
export interface SimulatedFault {
  readonly name: string;
  /** The behaviour of the platform, as in a fault file (docs/reference/faults.md). */
  readonly rule?: FaultRule;
  /** It is carried out so many milliseconds after its sender has given up. */
  readonly late?: { readonly isReset: boolean; readonly milliseconds: number };
}

type Draw = (random: () => number) => Omit<SimulatedFault, "name">;

const every = { operation: "*" } as const;
const html = "<html><title>Sign in</title></html>";
const between = (random: () => number, least: number, most: number): number =>
  Math.floor(least + random() * (most - least));
const answer = (status: number, more: object = {}): Omit<SimulatedFault, "name"> => ({
  rule: { ...every, fault: "answer", status, ...more } as FaultRule,
});
const error = (status: number) => ({ body: { error: { code: status, message: "Not now." } } });

/** All that can go wrong, by name. No client can tell a stale list from a fresh one, so lists are never stale here. */
const draws = {
  refuse: (random) => ({ rule: { ...every, fault: "refuse", for: between(random, 10, 20_000) } }),
  delay: (random) => ({ rule: { ...every, fault: "delay", for: between(random, 100, 50_000) } }),
  timeout: (random) => ({ rule: { ...every, fault: "delay", for: between(random, 60_000, 200_000) } }),
  "reset-before-commit": () => ({ rule: { ...every, fault: "reset-before-commit" } }),
  "reset-after-commit": () => ({ rule: { ...every, fault: "reset-after-commit" } }),
  cut: () => ({ rule: { ...every, fault: "cut" } }),
  "5xx, not done": (random) => {
    const status = pickFrom([500, 502, 503, 504], random);
    return answer(status, error(status));
  },
  "5xx, done": (random) => {
    const status = pickFrom([500, 502, 503, 504], random);
    return answer(status, { ...error(status), done: true });
  },
  "page of a proxy": (random) => {
    const status = pickFrom([200, 200, 302, 403, 502], random);
    const done = (status === 200 || status === 502) && random() < 0.3;
    return answer(status, { body: html, headers: { "content-type": "text/html" }, done });
  },
  "empty answer": (random) => answer(pickFrom([200, 204], random), { done: random() < 0.5 }),
  "wrong shape": (random) =>
    answer(200, { body: pickFrom([{ data: [] }, [], "null", { id: 7 }], random), done: random() < 0.5 }),
  forbidden: () => answer(403, error(403)),
  "content-type": () => ({ rule: { ...every, fault: "content-type" } }),
  "repeated-cursor": () => ({ rule: { ...every, fault: "repeated-cursor" } }),
  "lost-cursor": () => ({ rule: { ...every, fault: "lost-cursor" } }),
  "rate-limit": (random) => ({
    rule: {
      ...every,
      fault: "rate-limit",
      retryAfter: pickFrom([0, 1, 3, 30, "soon", "-1", undefined, 86_400], random),
    } as FaultRule,
  }),
  late: (random) => ({
    late: { isReset: random() < 0.7, milliseconds: between(random, 1, latest) },
  }),
} satisfies Record<string, Draw>;

/** Milliseconds after which nothing arrives any more that its sender has given up. */
const latest = 1000;

/** Name of something that can go wrong with a request. */
export type FaultName = keyof typeof draws;
/** All of them. */
export const faultNames = Object.keys(draws) as readonly FaultName[];

/** Draws a fault of a name for a call. */
export function drawFault(name: FaultName, operation: Operation, random: () => number): SimulatedFault {
  const drawn = { name, ...(draws[name] as Draw)(random) };
  return isLie(drawn.rule, operation) ? { name, ...answer(500, error(500)) } : drawn;
}

/** Would everybody believe the answer, though it is not true? No client can help that. */
function isLie(rule: FaultRule | undefined, operation: Operation): boolean {
  if (rule?.fault !== "answer" || rule.status >= 300) return false;
  if (rule.done === true && mutates(operation)) return false;
  const schema = answerSchema(operation, rule.status);
  // Nothing says as much as another nothing.
  if (rule.body === undefined && Object.values(operation.answers ?? {}).includes(null)) return true;
  if (schema === null) return true;
  const body = typeof rule.body === "string" ? undefined : rule.body;
  return schema?.safeParse(body).success === true;
}

/** Can it happen to what reads, or to what changes something? */
export function happensTo(name: FaultName, of: "reads" | "changes"): boolean {
  switch (name) {
    case "repeated-cursor":
    case "lost-cursor":
      return of === "reads";
    case "late":
      return of === "changes";
    default:
      return true;
  }
}

/** Can it happen to the operation? Only lists have cursors. */
export function isPossible(name: FaultName, operation: Operation): boolean {
  if (name.endsWith("-cursor") && operation.list === undefined) return false;
  return happensTo(name, mutates(operation) ? "changes" : "reads");
}
