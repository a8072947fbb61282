import { randomFrom } from "../laws/harness/random.ts";
import { type FaultName, faultNames, happensTo } from "./draw-fault.ts";
import type { Mishaps } from "./machine/process.ts";
import type { ExactFault, Scenario } from "./scenario.ts";
import { tell } from "./story.ts";
import { type Subject, subjects } from "./subjects.ts";
import { isMutating } from "./trace.ts";

/** How many calls a run without faults makes. */
interface Calls {
  readonly reads: number;
  readonly changes: number;
}

/** Each fault at each call of four plans: alone, and in a pair with a crash, at the end of the call or later. */
export async function* exhaustiveScenarios(): AsyncGenerator<Scenario> {
  for (const subject of subjects()) {
    const calls = await callsOf(subject);
    if (calls.changes < 30) throw new Error(`${subject.name} has ${calls.changes} calls`);
    yield* scenariosOf(subject, calls);
  }
}

/** Counts the calls of the first run of a subject; fails when it does not reach its goal. */
export async function callsOf(subject: Subject): Promise<Calls> {
  const { acts } = await tell(scenarioOf(subject, { name: "cut", of: "changes", nth: 0 }, "none", {}));
  const { exchanges = [], after } = acts[0] ?? {};
  if (after === undefined || !("plan" in after) || after.plan.steps.length > 0)
    throw new Error(`${subject.name} does not converge: ${JSON.stringify(after).slice(0, 500)}`);
  const changes = exchanges.filter(isMutating).length;
  return { changes, reads: exchanges.length - changes };
}

/** All of one subject. */
export function* scenariosOf(subject: Subject, calls: Calls): Generator<Scenario> {
  for (const of of ["changes", "reads"] as const)
    for (const name of faultNames.filter((one) => happensTo(one, of) && !(of === "reads" && isSame.has(one))))
      for (let nth = 1; nth <= calls[of]; nth++)
        for (const [variant, mishaps] of variantsOf({ name, of, nth }))
          yield scenarioOf(subject, { name, of, nth }, variant, mishaps);
}

/** To a read, it makes no difference whether it was done. */
const isSame: ReadonlySet<FaultName> = new Set(["reset-after-commit", "5xx, done"]);

function variantsOf({ name, of, nth }: ExactFault): readonly (readonly [string, Mishaps])[] {
  const random = randomFrom(nth * 31 + name.length);
  const label = `change ${nth} `;
  const later = `change ${nth + 1 + Math.floor(random() * 5)} `;
  const crash = (where: string, losesPower: boolean): Mishaps => ({
    crash: { label: where, nth: 2, losesPower },
  });
  // A run whose reads fail has done nothing yet, so that a crash makes no difference.
  if (of === "reads") return [["alone", {}]];
  const isAtOnce = (nth + faultNames.indexOf(name)) % 2 === 0;
  return [
    ["alone", {}],
    isAtOnce ? ["with a crash", crash(label, false)] : ["with a crash later", crash(later, random() < 0.5)],
  ];
}

function scenarioOf(subject: Subject, fault: ExactFault, variant: string, mishaps: Mishaps): Scenario {
  const name = `${subject.name}: ${fault.name} at ${fault.nth} of the ${fault.of}, ${variant}`;
  return {
    name,
    replay: `npm run simulate -- --exhaustive --only ${JSON.stringify(name)}`,
    seed: fault.nth,
    project: subject.project,
    concurrency: 8,
    latency: [5, 50],
    pageSize: undefined,
    rate: undefined,
    faults: [fault],
    runs: [{ mishaps, isEditedAfter: false, allowsDeletes: true, rehearses: false }],
    undoes: false,
  };
}
