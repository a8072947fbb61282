import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import type { Disk } from "../io/disk.ts";
import { takeLock } from "./lock.ts";
import type { LockHolder, Locking } from "./lock-holder.ts";

const file = "/project/.docform/lock";
const takeover = `${file}.takeover`;

const holder = (id: string, pid: number, host: string): LockHolder => ({
  id,
  command: "apply",
  host,
  pid,
  at: "2026-11-21T23:00:00.000Z",
});

/** What one process may do next: something that takes no time, or only once it is that late. */
interface Pending {
  readonly go: () => void;
  readonly from: number;
  readonly isChange: boolean;
}

interface Process {
  readonly me: LockHolder;
  pending?: Pending | undefined;
  steps: number;
  isCrashed: boolean;
  answer?: Awaited<ReturnType<typeof takeLock>>;
  problem?: unknown;
}

/** Processes that share a disk and a clock, of which each takes its steps only when it is told to. */
class World {
  readonly files: Map<string, string>;
  readonly processes: Process[] = [];
  private now = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.files = new Map(Object.entries(files));
  }

  start(me: LockHolder): Process {
    const process: Process = { me, steps: 0, isCrashed: false };
    this.processes.push(process);
    takeLock(this.lockingOf(process), file, me).then(
      (answer) => {
        process.answer = answer;
      },
      (problem: unknown) => {
        process.problem = problem;
      },
    );
    return process;
  }

  /** Runs these until none goes on, and changes from one to another before the steps with those numbers, too. */
  async run(processes: readonly Process[], changesBefore: readonly number[]): Promise<readonly boolean[]> {
    const areChanges: boolean[] = [];
    let [current] = processes;
    for (;;) {
      await settled();
      const ready = processes.filter(({ pending }) => pending !== undefined && pending.from <= this.now);
      if (ready.length === 0) {
        const times = processes.flatMap(({ pending }) => (pending === undefined ? [] : [pending.from]));
        if (times.length === 0) return areChanges;
        this.now = Math.min(...times);
        continue;
      }
      const others = ready.filter((one) => one !== current);
      const isLeft = changesBefore.includes(areChanges.length) || !ready.includes(current!);
      if (isLeft && others.length > 0) [current] = others;
      areChanges.push(current!.pending!.isChange);
      this.step(current!);
    }
  }

  step(process: Process): void {
    const { go } = process.pending!;
    process.pending = undefined;
    process.steps += 1;
    go();
  }

  private lockingOf(process: Process): Locking {
    const turn = (isChange: boolean, wait = 0): Promise<void> =>
      new Promise((go) => {
        process.pending = { go, from: this.now + wait, isChange };
      });
    const { host, pid } = process.me;
    const isRunning = (other: number): boolean =>
      this.processes.some(({ me, isCrashed }) => me.host === host && me.pid === other && !isCrashed);
    return {
      disk: this.diskOf(turn),
      machine: { host, pid, node: "20.19.0", isRunning },
      sleep: (milliseconds) => turn(false, milliseconds),
      hasEnded: async (id) => id === "old",
    };
  }

  private diskOf(turn: (isChange: boolean) => Promise<void>): Disk {
    const { files } = this;
    const refuse = (code: string): never => {
      throw Object.assign(new Error(code), { code });
    };
    const disk: Pick<Disk, "create" | "read" | "remove" | "names"> = {
      // It is there before it says anything.
      create: async (path, text) => {
        await turn(true);
        if (files.has(path)) refuse("EEXIST");
        files.set(path, "");
        await turn(true);
        if (files.has(path)) files.set(path, text);
      },
      read: async (path) => {
        await turn(false);
        return new TextEncoder().encode(files.get(path) ?? refuse("ENOENT"));
      },
      remove: async (path) => {
        await turn(true);
        files.delete(path);
      },
      names: async (folder) => {
        await turn(false);
        return [...files.keys()]
          .filter((path) => dirname(path) === folder)
          .map((path) => path.slice(folder.length + 1));
      },
    };
    return disk as Disk;
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Every way of changing from one process to another at so many moments; with `only`, before changes of the disk alone. */
async function everyWay(
  most: number,
  only: "changes" | "all",
  tryOut: (changesBefore: readonly number[]) => Promise<readonly boolean[]>,
): Promise<void> {
  const explore = async (before: readonly number[]): Promise<void> => {
    const steps = await tryOut(before);
    if (before.length === most) return;
    for (let at = (before.at(-1) ?? -1) + 1; at < steps.length; at++)
      if (only === "all" || steps[at]) await explore([...before, at]);
  };
  await explore([]);
}

const gone = JSON.stringify(holder("old", 99, "here"));
const dead = JSON.stringify(holder("crashed", 98, "here"));
const elsewhere = JSON.stringify(holder("crashed", 1, "container"));

const crashes: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["left a lock", { [file]: gone }],
  ["left a lock that says nothing", { [file]: "" }],
  ["left a lock and a takeover", { [file]: gone, [takeover]: dead }],
  ["left a lock, and one on another machine a takeover", { [file]: gone, [takeover]: elsewhere }],
  ["left both, and both say nothing", { [file]: "", [takeover]: "" }],
  [
    "left a lock that says nothing, and one on another machine a takeover",
    { [file]: "", [takeover]: elsewhere },
  ],
];

/** Two who ask at the same time: on one machine, and on two. */
const pairs = [
  ["here", [holder("one", 1, "here"), holder("two", 2, "here")]],
  ["on two machines", [holder("one", 1, "here"), holder("two", 1, "there")]],
] as const;

/** Before changes of the disk; `.ci/run` tries three. */
const mostSwitches = Number(process.env.LOCK_SWITCHES ?? 2);

const patience = { timeout: 60_000 };

describe.each(pairs)(
  "of two that ask %s, one gets the lock, however they take turns, when a crash",
  (_, both) => {
    test.each(crashes)("%s", patience, async (_name, files) => {
      const tryOut = async (changesBefore: readonly number[]): Promise<readonly boolean[]> => {
        const world = new World(files);
        const asking = both.map((me) => world.start(me));
        const steps = await world.run(asking, changesBefore);
        const winners = asking.filter(({ answer }) => answer !== undefined && "release" in answer);
        const story = `changed before ${changesBefore.join(", ")}`;
        expect(winners.length, story).toBe(1);
        const [winner] = winners;
        expect([...world.files.keys()], story).toEqual([file]);
        expect(JSON.parse(world.files.get(file) ?? ""), story).toEqual(winner?.me);
        const loser = asking.find((one) => one !== winner);
        expect(loser?.answer, story).toEqual({ holder: winner?.me });
        return steps;
      };
      await everyWay(1, "all", tryOut);
      await everyWay(mostSwitches, "changes", tryOut);
    });
  },
);

test.each(crashes)(
  "wherever one crashes that takes over what a crash %s, one of the next gets it",
  patience,
  async (_, files) => {
    for (let end = 0; ; end++) {
      const world = new World(files);
      const first = world.start(holder("first", 5, "there"));
      await crashedAfter(world, first, end);
      if (first.answer !== undefined) return;
      const left = new Map(world.files);
      const next = [holder("one", 1, "here"), holder("two", 2, "here")].map((me) => world.start(me));
      await world.run(next, []);
      const winners = next.filter(({ answer }) => answer !== undefined && "release" in answer);
      const isHeld = left.get(file) === `${JSON.stringify(first.me)}\n`;
      expect(winners.length, `after ${end} steps`).toBe(isHeld ? 0 : 1);
    }
  },
);

/** Takes so many steps, and no more. */
async function crashedAfter(world: World, process: Process, steps: number): Promise<void> {
  while (process.steps < steps && process.answer === undefined) {
    await settled();
    if (process.pending !== undefined) world.step(process);
  }
  await settled();
  if (process.answer !== undefined) return;
  process.isCrashed = true;
  process.pending = undefined;
}
