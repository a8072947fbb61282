import { Readable } from "node:stream";
// Modules that main loads only when a story needs them, loaded before: loading takes real time, in which virtual time would go on.
import "../../../src/cli/program/report.ts";
import "../../../src/cli/commands/apply.ts";
import "../../../src/cli/state/force-unlock.ts";
import "../../../src/cli/commands/plan.ts";
import "../../../src/cli/commands/runs.ts";
import "../../../src/rehearsal/rehearse.ts";
import "../../../src/cli/commands/undo.ts";
import "../../../src/state/backends/http/http.ts";
import { main } from "../../../src/cli/main.ts";
import type { Io } from "../../../src/io/io.ts";
import { collector } from "../../support/processes/collector.ts";
import { pickFrom } from "../pick.ts";
import { serverLane } from "../state/state-wire.ts";
import type { Exchange } from "../trace.ts";
import type { MemoryDisk } from "./memory-disk.ts";
import type { Network } from "./network.ts";
import type { Lane, Scheduler } from "./scheduler.ts";

/** When something happens to a process: before its n-th event of a sort. */
export interface Moment {
  /** A text in the label of the event; any event when it is empty. */
  readonly label: string;
  readonly nth: number;
}

/** The faults of one run of docform outside of the network. */
export interface Mishaps {
  /** The process ends at once. */
  readonly crash?: Moment & { readonly losesPower: boolean };
  /** Ctrl-C, once or twice. */
  readonly interrupts?: readonly Moment[];
  /** From a write on, the disk takes no more, or the folder may not be written. */
  readonly disk?: { readonly nth: number; readonly code: "ENOSPC" | "EACCES" };
}

/** Where processes run. */
export interface Machine {
  readonly scheduler: Scheduler;
  readonly random: () => number;
  readonly disk: MemoryDisk;
  readonly network: Pick<Network, "open" | "abandon">;
  readonly trace: readonly Exchange[];
  readonly env: Readonly<Record<string, string>>;
  /** The behaviour of a process when it is interrupted, given its next act. */
  readonly heard: (callback: () => void) => () => void;
}

/** How a run of docform went. */
export interface Run {
  readonly number: number;
  readonly argv: readonly string[];
  /** Undefined when it crashed. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Its faults, by name. */
  readonly mishaps: readonly string[];
  /** When it was interrupted. */
  readonly interruptedAt: readonly number[];
}

/** Folder of the project. */
export const folder = "/project";
/** Files of its lock: of the project, or of one organization of several. */
export const lockPath = new RegExp(`^${folder}/[.]docform/(?:organizations/[^/]+/)?lock$`);

/** Runs docform as a process of its own until it ends, or does not. */
export async function runProcess(
  machine: Machine,
  number: number,
  argv: readonly string[],
  mishaps: Mishaps,
): Promise<Run> {
  const { scheduler, network } = machine;
  const lane: Lane = { name: `run ${number}`, isAlive: true };
  const streams = { stdout: collector(), stderr: collector() };
  const happened: string[] = [];
  const disk = processDisk(machine, lane, mishaps, happened);
  const interrupts = new Set<() => void>();
  const startedAt = scheduler.now();
  let code: number | undefined;
  let fault: unknown;
  const interruptedAt: number[] = [];
  watchFor(machine, lane, mishaps, happened, () => {
    interruptedAt.push(scheduler.now());
    for (const callback of [...interrupts]) callback();
  });
  const io: Io = {
    ...quietIo(machine, number),
    stdout: streams.stdout.stream,
    stderr: streams.stderr.stream,
    sleep: (ms) => new Promise((resolve) => scheduler.after(ms, lane, "sleep", () => resolve())),
    disk: disk.disk,
    openTransport: () => network.open(lane, number),
    onInterrupt: (callback) => {
      const heard = machine.heard(callback);
      interrupts.add(heard);
      return () => interrupts.delete(heard);
    },
  };
  main(argv, io).then(
    (ended) => {
      code = ended;
    },
    (problem: unknown) => {
      fault = problem;
    },
  );
  await scheduler.runUntil(() => code !== undefined || fault !== undefined || !lane.isAlive);
  if (fault !== undefined) throw fault;
  const isCrash = !lane.isAlive;
  lane.isAlive = false;
  if (isCrash) disk.stop(mishaps.crash?.losesPower === true);
  network.abandon(lane);
  return {
    number,
    argv,
    code: isCrash ? undefined : code,
    stdout: streams.stdout.text(),
    stderr: streams.stderr.text(),
    startedAt,
    endedAt: scheduler.now(),
    mishaps: happened,
    interruptedAt,
  };
}

/** Bytes of the salts of slow hashes, and more. */
const longRandom = 16;

/** The inputs of every process; time, disk and network are those of the machine. */
export function quietIo(
  { scheduler, random, env }: Pick<Machine, "scheduler" | "random" | "env">,
  number: number,
): Omit<Io, "disk"> {
  return {
    cwd: folder,
    env,
    stdout: collector().stream,
    stderr: collector().stream,
    stdin: () => Object.assign(Readable.from([]), { isTTY: false }),
    now: scheduler.now,
    monotonic: scheduler.now,
    sleep: async () => {},
    random,
    // Salts are always the same, so that slow hashes of the same values need to be made once for many seeds.
    randomBytes: (size) => new Uint8Array(size).fill(size < longRandom ? number : 7),
    onInterrupt: () => () => {},
    // Runs come one after the other, so whoever left a lock is gone.
    machine: { host: "simulated", node: "20.19.0", pid: number, isRunning: (pid) => pid === number },
  };
}

/** Makes the mishaps of a run happen at their moments. */
function watchFor(
  { scheduler }: Machine,
  lane: Lane,
  { crash, interrupts = [] }: Mishaps,
  happened: string[],
  interrupt: () => void,
): void {
  const counts = new Map<string, number>();
  const labels = new Set([crash, ...interrupts].flatMap((one) => (one === undefined ? [] : [one.label])));
  const isDue = (moment: Moment | undefined, label: string) =>
    moment !== undefined && label.includes(moment.label) && counts.get(moment.label) === moment.nth;
  scheduler.watch(async (of, label) => {
    if (!lane.isAlive || (of !== lane && of !== serverLane && of.name !== "platform")) return;
    for (const each of labels) if (label.includes(each)) counts.set(each, (counts.get(each) ?? 0) + 1);
    for (const [at, moment] of interrupts.entries()) {
      if (!isDue(moment, label)) continue;
      happened.push(at === 0 ? "interrupt" : "second interrupt");
      interrupt();
    }
    if (crash === undefined || !isDue(crash, label)) return;
    happened.push(crash.losesPower ? "power cut" : "crash");
    lane.isAlive = false;
  });
}

/** The disk as a process sees it, and what becomes of its writes when it stops. */
function processDisk({ scheduler, random, disk }: Machine, lane: Lane, mishaps: Mishaps, happened: string[]) {
  const pending = new Set<{ readonly half: (share: number) => void; readonly whole: () => void }>();
  let writes = 0;
  const open = disk.open(
    (what, change) =>
      new Promise((resolve) => {
        pending.add(change);
        scheduler.after(0.05 + random() * 2, lane, `disk ${what}`, () => {
          pending.delete(change);
          change.whole();
          resolve();
        });
      }),
    (what) => {
      if (mishaps.disk === undefined || what.startsWith("remove")) return undefined;
      writes += 1;
      if (writes < mishaps.disk.nth) return undefined;
      const { code } = mishaps.disk;
      if (writes === mishaps.disk.nth) happened.push(code === "ENOSPC" ? "disk full" : "folder not writable");
      return Object.assign(new Error(`${code}: ${what}`), { code });
    },
  );
  const stop = (losesPower: boolean): void => {
    for (const change of pending) pickFrom([() => {}, change.whole, () => change.half(random())], random)();
    if (losesPower) disk.losePower(random);
  };
  return { disk: open, stop };
}
