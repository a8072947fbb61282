import type { Disk } from "../../src/io/disk.ts";
import { createFaultMaker } from "../../src/platform/faults/faulty.ts";
import { createPlatform, type Platform } from "../../src/platform/platform.ts";
import { stateAsRead } from "../../src/platform/seed/seed.ts";
import { createRateLimit } from "../../src/platform/server/respond.ts";
import type { State } from "../../src/platform/store/state.ts";
import { snapshot } from "../../src/platform/store/state.ts";
import { randomFrom } from "../laws/random.ts";
import { createAdmin, type HandEdit } from "./admin.ts";
import { drawFault, isPossible } from "./draw-fault.ts";
import { lastJournal } from "./journals.ts";
import { createMemoryDisk, type MemoryDisk } from "./memory-disk.ts";
import { createNetwork, type NetworkOptions } from "./network.ts";
import type { Machine } from "./process.ts";
import { canaries, environment, type Project } from "./project.ts";
import type { ExactFault, Scenario } from "./scenario.ts";
import { createScheduler } from "./scheduler.ts";
import { type Exchange, isMutating } from "./trace.ts";

/** What can be put in the place of a part, to see that the simulation notices. */
export interface Staging {
  readonly through?: NetworkThrough;
  readonly disk?: (disk: Disk) => Disk;
  readonly heard?: Machine["heard"];
}

/** What stands between docform and the network. */
type NetworkThrough = (
  transport: ReturnType<Machine["network"]["open"]>,
) => ReturnType<Machine["network"]["open"]>;

/** Where everything of a seed happens. */
export interface Stage extends Machine {
  readonly platform: Platform;
  readonly trace: Exchange[];
  readonly edits: HandEdit[];
  /** Makes one change by hand. */
  readonly edit: () => Promise<void>;
  /** Changes of the platform so far, by whomever. */
  readonly changes: () => number;
  readonly stopFaults: () => void;
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
  const platform = createPlatform({ state, clock: scheduler.now, baseUrl: environment.DOCFORM_BASE_URL });
  const memory = createMemoryDisk(project.files);
  const disk: MemoryDisk =
    diskThrough === undefined ? memory : { ...memory, open: (...args) => diskThrough(memory.open(...args)) };
  const trace: Exchange[] = [];
  const edits: HandEdit[] = [];
  const [wire, luck] = [randomOf(2), randomOf(3)];
  const chosen = chooserOf(faults, luck);
  const network = createNetwork({
    scheduler,
    random: wire,
    perform: createFaultMaker(platform, []),
    chooseFault: chosen.choose,
    latency: () => latency[0] + wire() * (latency[1] - latency[0]),
    pageSize,
    journal: () => lastJournal(disk),
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
    heard,
    platform,
    edits,
    changes: () => trace.filter(({ hasChanged }) => hasChanged).length + edits.length,
    stopFaults: () => {
      chosen.stop();
      network.heal();
    },
  };
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
