import type { Disk } from "../../src/io/disk.ts";
import { createFaultMaker } from "../../src/platform/faults/faulty.ts";
import { createPlatform, type Platform } from "../../src/platform/platform.ts";
import { stateAsRead } from "../../src/platform/seed/seed.ts";
import { createRateLimit } from "../../src/platform/server/respond.ts";
import { type State, snapshot } from "../../src/platform/store/state.ts";
import { randomFrom } from "../laws/harness/random.ts";
import { checkRandom } from "../support/gitbook/check-published.ts";
import { createAdmin, type HandEdit } from "./admin.ts";
import { drawFault, isPossible } from "./draw-fault.ts";
import { createMemoryDisk, type MemoryDisk } from "./machine/memory-disk.ts";
import { createNetwork, type NetworkOptions } from "./machine/network.ts";
import type { Machine } from "./machine/process.ts";
import { createScheduler, type Scheduler } from "./machine/scheduler.ts";
import { canaries, environment, type Project } from "./project.ts";
import type { ExactFault, Scenario } from "./scenario.ts";
import { lastJournal } from "./state/journals.ts";
import { mishapOf } from "./state/state-faults.ts";
import { createStateServer, type StateServer } from "./state/state-server.ts";
import { byOrigin, createStateWire, type StateExchange } from "./state/state-wire.ts";
import { type Exchange, isMutating } from "./trace.ts";

/** Replacements of a part, to see that the simulation notices. */
export interface Staging {
  readonly through?: NetworkThrough;
  readonly disk?: (disk: Disk) => Disk;
  readonly heard?: Machine["heard"];
}

/** The layers between docform and the network. */
type NetworkThrough = (
  transport: ReturnType<Machine["network"]["open"]>,
) => ReturnType<Machine["network"]["open"]>;

/** Where everything of a seed happens. */
export interface Stage extends Machine {
  readonly platform: Platform;
  readonly trace: Exchange[];
  readonly stateServer: StateServer;
  readonly stateTrace: StateExchange[];
  readonly edits: HandEdit[];
  /** Makes one change by hand. */
  readonly edit: () => Promise<void>;
  /** Changes of the platform so far, by whomever. */
  readonly changes: () => number;
  readonly stopFaults: () => void;
  /** The state server fails no request meanwhile. */
  readonly withSteadyState: <T>(act: () => Promise<T>) => Promise<T>;
}

/** Builds everything that a scenario happens on. */
export function setUp(
  scenario: Scenario,
  { through, disk: diskThrough, heard = (callback) => callback }: Staging,
): Stage {
  const { seed, latency, pageSize, rate, faults, project } = scenario;
  const randomOf = (part: number) => randomFrom(Math.imul(seed, 1_000_003) + part);
  const scheduler = createScheduler(Date.parse(project.now), randomOf(1));
  const state = stateOf(project);
  const token = Object.values(state.tokens).find(({ rights }) => rights === "admin");
  Object.assign(state.tokens, { [canaries.token]: token });
  const platform = createPlatform({
    state,
    clock: scheduler.now,
    baseUrl: environment.DOCFORM_BASE_URL,
    edition: project.edition,
    ...(project.edition === "gitbook" && seed % 10 === 0 ? { checkAnswer: checkRandom } : {}),
  });
  const memory = createMemoryDisk(project.files);
  const disk: MemoryDisk =
    diskThrough === undefined ? memory : { ...memory, open: (...args) => diskThrough(memory.open(...args)) };
  const trace: Exchange[] = [];
  const edits: HandEdit[] = [];
  const [wire, luck] = [randomOf(2), randomOf(3)];
  const chosen = chooserOf(faults, luck);
  const latencyNow = (): number => latency[0] + wire() * (latency[1] - latency[0]);
  const place = stateSide(scenario, scheduler, latencyNow, [randomOf(6), randomOf(7)]);
  const network = createNetwork({
    edition: project.edition,
    scheduler,
    random: wire,
    perform: createFaultMaker(platform, []),
    chooseFault: chosen.choose,
    latency: latencyNow,
    pageSize,
    journal: () => lastJournal(disk),
    lock: place.server.holder,
    limit: rate === undefined ? undefined : createRateLimit(rate),
    trace,
  });
  const admin = createAdmin(platform, disk, randomOf(4));
  return {
    scheduler,
    random: randomOf(5),
    disk,
    network: {
      open: (...args) => {
        const both = byOrigin(place.wire.open(...args), network.open(...args));
        return through === undefined ? both : through(both);
      },
      abandon: (lane) => {
        network.abandon(lane);
        place.wire.abandon(lane);
      },
    },
    trace,
    env: environment,
    edit: async () => {
      const made = await admin();
      if (made !== undefined) edits.push(made);
    },
    heard,
    platform,
    stateServer: place.server,
    stateTrace: place.trace,
    edits,
    changes: () => trace.filter(({ hasChanged }) => hasChanged).length + edits.length,
    stopFaults: () => {
      chosen.stop();
      place.setSteady(true);
      network.heal();
    },
    withSteadyState: async (act) => {
      const wasSteady = place.setSteady(true);
      return act().finally(() => place.setSteady(wasSteady));
    },
  };
}

/** The state server, and the way to it. */
function stateSide(
  { state }: Scenario,
  scheduler: Scheduler,
  latency: () => number,
  [random, luck]: readonly [() => number, () => number],
) {
  const server = createStateServer();
  const trace: StateExchange[] = [];
  let isSteady = false;
  let spared = 0;
  const wire = createStateWire({
    scheduler,
    random,
    server,
    latency,
    chooseMishap: ({ number }) => {
      if (isSteady) spared += 1;
      return isSteady ? undefined : mishapOf(state?.faults ?? [], number - spared, luck);
    },
    trace,
  });
  const setSteady = (steady: boolean): boolean => {
    const before = isSteady;
    isSteady = steady;
    return before;
  };
  return { server, trace, wire, setSteady };
}

/** The platform of a project before anything has happened. It is read once. */
function stateOf(project: Project): State {
  const read = states.get(project) ?? stateAsRead(project.seed);
  states.set(project, read);
  return snapshot(read);
}

const states = new WeakMap<Project, State>();

/** Chooses faults as a scenario says, until it is stopped. */
function chooserOf(faults: readonly ExactFault[], random: () => number) {
  let isOver = false;
  const choose: NetworkOptions["chooseFault"] = (exchange, operation) => {
    if (isOver || operation === undefined) return undefined;
    const of = isMutating(exchange) ? "changes" : "reads";
    const fault = faults.find((one) => one.of === of && one.nth === exchange.ordinal);
    if (fault === undefined || !isPossible(fault.name, operation)) return undefined;
    return drawFault(fault.name, operation, random);
  };
  return {
    choose,
    stop: () => {
      isOver = true;
    },
  };
}
