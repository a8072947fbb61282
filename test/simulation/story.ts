import type { ApplyLine } from "../../src/core/apply-document.ts";
import { createFaultMaker } from "../../src/platform/faulty.ts";
import { createPlatform, type Platform } from "../../src/platform/platform.ts";
import { createRateLimit } from "../../src/platform/rate-limit.ts";
import { stateAsRead } from "../../src/platform/seed.ts";
import { leftAlone } from "../laws/left-alone.ts";
import { randomFrom } from "../laws/random.ts";
import { createAdmin } from "./admin.ts";
import { drawFault, type FaultName, isPossible } from "./draw-fault.ts";
import { type Look, look } from "./look.ts";
import { createMemoryDisk, type MemoryDisk } from "./memory-disk.ts";
import { createNetwork, type NetworkOptions } from "./network.ts";
import { chance, pickFrom } from "./pick.ts";
import { type Machine, type Run, runProcess } from "./process.ts";
import { canaries, environment } from "./project.ts";
import type { ExactFault, FaultPlan, RunPlan, Scenario } from "./scenario.ts";
import { createScheduler } from "./scheduler.ts";
import { type Exchange, isMutating } from "./trace.ts";

/** One run of apply, with what is known about it from outside. */
export interface Act {
  readonly run: Run;
  readonly plan: RunPlan;
  /** What a plan without faults said just before, and just afterwards. */
  readonly before: Look;
  readonly after: Look;
  /** What it said, line by line. */
  readonly lines: readonly ApplyLine[];
  readonly exchanges: readonly Exchange[];
  /** What others changed meanwhile. */
  readonly edits: readonly string[];
  /** The state of the platform when it had ended, as JSON. */
  readonly state: string;
}

/** Everything that happened for a seed. */
export interface Story {
  readonly scenario: Scenario;
  readonly startedAt: number;
  /** All runs; the last one is without faults. */
  readonly acts: readonly Act[];
  readonly trace: readonly Exchange[];
  readonly platform: Platform;
  readonly disk: MemoryDisk;
  readonly leftAlone: {
    readonly before: ReadonlyMap<string, string>;
    readonly after: ReadonlyMap<string, string>;
  };
}

/** What can be put in the place of a part, to see that the simulation notices. */
export interface Staging {
  readonly through?: NetworkThrough;
}

/** What stands between docform and the network. */
export type NetworkThrough = (
  transport: ReturnType<Machine["network"]["open"]>,
) => ReturnType<Machine["network"]["open"]>;

/** Where everything of a seed happens. */
interface Stage extends Machine {
  readonly platform: Platform;
  readonly trace: Exchange[];
  readonly edits: string[];
  /** Changes of the platform so far, by whomever. */
  readonly changes: () => number;
  readonly stopFaults: () => void;
}

/** Runs apply as the scenario says, and once more without faults. */
export async function tell(scenario: Scenario, staging: Staging = {}): Promise<Story> {
  const stage = setUp(scenario, staging);
  const before = leftAloneOf(stage.platform, scenario);
  const acts: Act[] = [];
  for (const plan of [...scenario.runs, undefined]) {
    await stage.scheduler.settle();
    if (plan === undefined) stage.stopFaults();
    acts.push(await perform(stage, scenario, acts.length + 1, plan ?? plainRun, acts.at(-1)));
  }
  await stage.scheduler.settle();
  const { trace, platform, disk } = stage;
  const after = leftAloneOf(platform, scenario);
  return {
    scenario,
    startedAt: Date.parse(scenario.project.now),
    acts,
    trace,
    platform,
    disk,
    leftAlone: { before, after },
  };
}

/** What the manifests of a random world do not speak of; of other projects nobody knows. */
function leftAloneOf(platform: Platform, { world }: Scenario): ReadonlyMap<string, string> {
  return world === undefined ? new Map() : leftAlone(platform, world);
}

const plainRun: RunPlan = { mishaps: {}, allowsDeletes: true, rehearses: false };

function setUp(scenario: Scenario, { through }: Staging): Stage {
  const { seed, latency, pageSize, rate, faults, project } = scenario;
  const randomOf = (part: number) => randomFrom(Math.imul(seed, 1_000_003) + part);
  const scheduler = createScheduler(Date.parse(project.now), randomOf(1));
  const state = stateAsRead(project.seed);
  const token = Object.values(state.tokens).find(({ rights }) => rights === "admin");
  Object.assign(state.tokens, { [canaries.token]: token });
  const platform = createPlatform({ state, clock: scheduler.now, baseUrl: environment.DOCFORM_BASE_URL });
  const disk = createMemoryDisk(project.files);
  const trace: Exchange[] = [];
  const edits: string[] = [];
  const [wire, luck] = [randomOf(2), randomOf(3)];
  const chosen = chooserOf(faults, luck);
  const network = createNetwork({
    scheduler,
    random: wire,
    // What stale reads go back to costs a copy of the state for each change.
    perform: createFaultMaker(platform, namesIn(faults).includes("stale-read") ? 4 : 0),
    chooseFault: chosen.choose,
    latency: () => latency[0] + wire() * (latency[1] - latency[0]),
    pageSize,
    limit: rate === undefined ? undefined : createRateLimit(rate),
    trace,
  });
  const admin = createAdmin(platform, disk, randomOf(4));
  return {
    scheduler,
    random: randomOf(5),
    disk,
    network:
      through === undefined ? network : { ...network, open: (...args) => through(network.open(...args)) },
    trace,
    env: environment,
    edit: async () => {
      const made = await admin();
      if (made !== undefined) edits.push(made);
    },
    platform,
    edits,
    changes: () => trace.filter(({ hasChanged }) => hasChanged).length + edits.length,
    stopFaults: () => {
      chosen.stop();
      network.heal();
    },
  };
}

function namesIn(faults: Scenario["faults"]): readonly string[] {
  return "nth" in faults ? [faults.name] : faults.names;
}

/** Chooses faults as a plan of them says, until it is stopped. */
function chooserOf(plan: Scenario["faults"], random: () => number) {
  let isOver = false;
  const choose: NetworkOptions["chooseFault"] = (exchange, operation) => {
    if (isOver || operation === undefined) return undefined;
    const names = "nth" in plan ? exactly(plan, exchange) : drawn(plan, exchange, random);
    const possible = names.filter((name) => isPossible(name, operation));
    return possible.length === 0 ? undefined : drawFault(pickFrom(possible, random), operation, random);
  };
  return {
    choose,
    stop: () => {
      isOver = true;
    },
  };
}

function exactly({ name, of, nth }: ExactFault, exchange: Exchange): readonly FaultName[] {
  const isIt = of === (isMutating(exchange) ? "changes" : "reads") && exchange.ordinal === nth;
  return isIt ? [name] : [];
}

function drawn(plan: FaultPlan, exchange: Exchange, random: () => number): readonly FaultName[] {
  const { names, between, ofReads, ofChanges } = plan;
  const { number } = exchange;
  if (number < between[0] || number > between[1]) return [];
  return chance(isMutating(exchange) ? ofChanges : ofReads, random) ? names : [];
}

async function perform(
  stage: Stage,
  scenario: Scenario,
  number: number,
  plan: RunPlan,
  last: Act | undefined,
): Promise<Act> {
  const { trace, edits, platform } = stage;
  const from = { trace: trace.length, edits: edits.length, changes: stage.changes() };
  const isSame = last !== undefined && lastChanges.get(last) === from.changes;
  const before = isSame ? last.after : await look(stage, platform);
  const run = await runProcess(stage, number, argvOf(scenario, plan, before), plan.mishaps);
  const isIdle = "plan" in before && before.plan.steps.length === 0 && stage.changes() === from.changes;
  const after = isIdle ? before : await look(stage, platform);
  const act: Act = {
    run,
    plan,
    before,
    after,
    lines: linesOf(run.stdout),
    exchanges: trace.slice(from.trace),
    edits: edits.slice(from.edits),
    state: JSON.stringify(platform.state),
  };
  lastChanges.set(act, stage.changes());
  return act;
}

/** Changes of the platform up to the end of an act, so that a look need not be repeated. */
const lastChanges = new WeakMap<Act, number>();

function argvOf({ concurrency }: Scenario, plan: RunPlan, before: Look): readonly string[] {
  const deletes = "plan" in before ? before.plan.summary.delete : 0;
  return [
    ...["apply", "--yes", "--format", "json", "--concurrency", String(concurrency)],
    ...(plan.rehearses ? ["--rehearse"] : ["--no-rehearse"]),
    ...["--allow-empty", "--allow-exposure", "--allow-ownerless"],
    ...(plan.allowsDeletes ? ["--allow-deletes", String(deletes)] : []),
  ];
}

function linesOf(stdout: string): readonly ApplyLine[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ApplyLine);
}
