import type { Io } from "../../io/io.ts";
import { counted } from "../../render/words.ts";
import type { EndedJob } from "../../state/queue/job-queue.ts";
import { patiently } from "./patience.ts";
import { maintaining, type ProjectQueue } from "./project-queue.ts";
import { type UnitOutcome, unitOutcome } from "./unit-job.ts";

/** How a job ended. After an interrupt, one that nobody has begun is taken back, and the others run on. */
export type Ending = UnitOutcome | "taken back" | "runs on" | "lost";

/** Milliseconds between two looks at the queue, and without any worker until docform says so. */
const [betweenLooks, untilTold] = [1000, 30_000];

/** When waiting for jobs ends before they do. */
interface Until {
  readonly interrupt: AbortSignal;
  /** No other job is to begin: those that nobody has begun are taken back. */
  readonly hasStopped: () => boolean;
}

/** Waits for jobs of a queue, and gives the function that ends as a job does; it rejects when the database stays away. */
export function waitForJobs(
  io: Io,
  workerCommand: string,
  queue: ProjectQueue,
  ids: readonly string[],
  { interrupt, hasStopped }: Until,
) {
  const endings = new Map(ids.map((id) => [id, settling<Ending>()]));
  const end = (id: string, ending: Ending): void => {
    endings.get(id)?.resolve(ending);
    open.delete(id);
  };
  const open = new Set(ids);
  const nobody = nobodyTaking(io, workerCommand, queue.commit);
  const maintain = maintaining(io, queue);
  const watch = async (): Promise<void> => {
    while (open.size > 0 && !interrupt.aborted) {
      const { ended, active } = await patiently(io, interrupt, () => queue.look([...open]));
      for (const job of ended) end(job.id, endingOf(job));
      if (open.size > 0 && hasStopped())
        for (const id of await patiently(io, interrupt, () => queue.cancel([...open]))) end(id, "taken back");
      nobody(open.size, ended.length + active.length > 0);
      await maintain();
      if (open.size > 0) await io.sleep(betweenLooks, interrupt).catch(() => {});
    }
    if (open.size === 0) return;
    const back = new Set(await queue.cancel([...open]));
    for (const id of [...open]) end(id, back.has(id) ? "taken back" : "runs on");
  };
  watch().catch((problem: unknown) => {
    for (const { reject } of endings.values()) reject(problem);
  });
  return async (id: string): Promise<Ending> => (await endings.get(id)?.promise) ?? "lost";
}

function endingOf({ state, output }: EndedJob): Ending {
  // The answer of the database was lost when it took the job back.
  if (state === "cancelled") return "taken back";
  const read = unitOutcome.safeParse(output);
  return read.success ? read.data : "lost";
}

/** A promise that somebody else settles. A rejection is told to those who wait for it, and to nobody else. */
function settling<T>() {
  let [resolve, reject] = [(_: T): void => {}, (_: unknown): void => {}];
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
}

/** Says every half minute that no worker takes jobs, which commit they are of, and how to start one. */
function nobodyTaking(io: Io, workerCommand: string, commit: string) {
  let since = io.monotonic();
  return (waiting: number, isTaken: boolean): void => {
    const now = io.monotonic();
    if (isTaken || waiting === 0) since = now;
    if (now - since < untilTold) return;
    since = now;
    const what = `${counted(waiting, "organization")} of the commit ${commit.slice(0, 7)}`;
    io.stderr.write(`No worker takes ${what}. To start one in a checkout of it: ${workerCommand}\n`);
  };
}
