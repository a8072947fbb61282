import { expect } from "vitest";
import type { Transport } from "../../../src/client/transport.ts";
import { execute } from "../../../src/executor/execute.ts";
import { callsOf } from "../../../src/executor/run-steps.ts";
import type { PlanDocument } from "../../../src/model/documents/plan-document.ts";
import { defaultGuardSettings } from "../../../src/planner/guards/guard.ts";
import type { MadePlan } from "../../../src/planner/plan.ts";
import { law } from "../harness/law.ts";
import { describeSteps, planFor, read, type Simulation, simulate } from "../harness/simulation.ts";
import { audienceOf, covers, type Entry } from "../oracles/audience-oracle.ts";
import { type AccessWorld, accessWorld, manifestOfAccess, seedOfAccess } from "../worlds/access-world.ts";

/** A platform that refuses one of the calls that change something, and who can open what after each other one. */
interface Stage {
  readonly simulation: Simulation;
  readonly moments: readonly (readonly Entry[])[];
}

/** Number of the call that is refused, from 1 on; 0 refuses none. */
function stageOf(world: AccessWorld, refused: number): Stage {
  const moments: (readonly Entry[])[] = [];
  let calls = 0;
  const through =
    (send: Transport): Transport =>
    async (request) => {
      if (request.method === "GET") return send(request);
      calls++;
      if (calls === refused) return { status: 403, headers: {}, body: refusal };
      const answer = await send(request);
      moments.push(audienceOf(simulation.platform.state));
      return answer;
    };
  const simulation = simulate(seedOfAccess(world), undefined, through);
  return { simulation, moments };
}

const refusal = JSON.stringify({ error: { code: 403, message: "refused" } });

/** Runs all of a plan that the refused call lets run. */
async function runOf(
  world: AccessWorld,
  { document, secrets }: MadePlan,
  refused: number,
): Promise<Stage["moments"]> {
  const { simulation, moments } = stageOf(world, refused);
  await execute(document.steps, {
    ...callsOf(simulation, secrets),
    sleep: simulation.sleep,
    concurrency: 4,
    monotonic: () => 0,
    emit: () => {},
  });
  return moments;
}

const isIn = (entries: readonly Entry[]) => (one: Entry) => entries.some((other) => covers(other, one));

/** Addresses of what the plan says that it opens to more people. */
function exposed({ changes }: PlanDocument): ReadonlySet<string> {
  return new Set(changes.filter(({ exposes = [] }) => exposes.length > 0).map(({ address }) => address));
}

/** The plan, unless it stops with an error: two names that contradict each other are told, and not planned. */
async function planOf(world: AccessWorld): Promise<MadePlan | undefined> {
  const simulation = simulate(seedOfAccess(world));
  const desired = await read({ "acme.yaml": manifestOfAccess(world) });
  try {
    return await planFor(simulation, desired, { guards: { ...defaultGuardSettings, exposure: "hold" } });
  } catch (error) {
    if (/DF3001|DF3010/.test(String(error))) return undefined;
    throw error;
  }
}

const isHeld = ({ guards }: PlanDocument) => guards.some(({ rule, held }) => held && rule === "exposure");

law(
  "law 4: nothing opens to anybody on the way but what the plan says, and nothing at all where exposure is held",
  accessWorld,
  async (world) => {
    const plan = await planOf(world);
    if (plan === undefined) return;
    const { document } = plan;
    const start = simulate(seedOfAccess(world));
    const before = audienceOf(start.platform.state);
    // A plan is the same each time (law 5): it is made once, and run with another call refused.
    const toRun = await planFor(start, await read({ "acme.yaml": manifestOfAccess(world) }));
    const whole = await runOf(world, toRun, 0);
    const held = isHeld(document);
    const mayOpen = isIn(held ? [...before, ...(whole.at(-1) ?? [])] : before);
    const said = exposed(document);
    const isSaid = ({ through }: Entry) => held && through.some((at) => said.has(at));
    for (let refused = 0; refused <= document.steps.length; refused++) {
      const moments = refused === 0 ? whole : await runOf(world, toRun, refused);
      for (const moment of moments) {
        const opened = moment.filter((one) => !mayOpen(one) && !isSaid(one));
        expect(
          opened,
          `call ${refused} refused; ${[...said].join()}; ${describeSteps(document.steps)}`,
        ).toEqual([]);
      }
    }
  },
);
