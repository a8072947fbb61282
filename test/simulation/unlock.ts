import { glance } from "./look.ts";
import { createMemoryDisk } from "./machine/memory-disk.ts";
import { lockPath, type Run, runProcess } from "./machine/process.ts";
import type { Project } from "./project.ts";
import type { Stage } from "./stage.ts";
import { isMutating } from "./trace.ts";

/** The acts of a person about a lock that was left on the state server. */
export interface Unlock {
  /** Id of the lock. */
  readonly holder: string;
  /** The run that took it. */
  readonly leftBy: number | undefined;
  /** A run that tries first, and how many mutations it sent. */
  readonly refused: Run;
  readonly mutations: number;
  /** `docform force-unlock` with the id that it was told. */
  readonly removal: Run;
  readonly isFree: boolean;
}

/** Added to the number of a run: the processes that come before it. */
const numbers = { refused: 100, removal: 150 } as const;

/** Tries to apply, is refused, and removes the lock that is left, as a person would. */
export async function unlock(stage: Stage, number: number, argv: readonly string[]): Promise<Unlock> {
  const { stateServer, trace, scheduler } = stage;
  const holder = stateServer.holder() ?? "";
  const sent = trace.length;
  return stage.withSteadyState(async () => {
    const refused = await runProcess(stage, numbers.refused + number, argv, {});
    await scheduler.settle();
    const mutations = trace.slice(sent).filter(isMutating).length;
    const [, told = "untold"] = /force-unlock (\w+)/.exec(refused.stdout + refused.stderr) ?? [];
    const removal = await runProcess(stage, numbers.removal + number, ["force-unlock", told], {});
    await scheduler.settle();
    return {
      holder,
      leftBy: stateServer.taken.get(holder),
      refused,
      mutations,
      removal,
      isFree: stateServer.holder() === undefined,
    };
  });
}

/** Has a run left a lock, in its folder or on the state server? */
export function hasLeftLock({ disk, stateServer }: Stage, run: number): boolean {
  const holder = stateServer.holder();
  return (
    [...disk.files.keys()].some((path) => lockPath.test(path)) ||
    (holder !== undefined && stateServer.taken.get(holder) === run)
  );
}

/** The output of `docform runs` in a fresh clone. */
export async function listRuns(stage: Stage, project: Project): Promise<string> {
  const { text } = await glance(
    stage,
    ["runs", "--format", "json"],
    createMemoryDisk(project.files).readOnly,
  );
  return text;
}
