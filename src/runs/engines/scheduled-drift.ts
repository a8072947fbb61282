import type { Io } from "../../io/io.ts";
import { counted } from "../../render/words.ts";
import type { JobQueue, TakenJob } from "../../state/queue/job-queue.ts";
import { type UnitJob, unitJob } from "./unit-job.ts";

/** The job that comes by the schedule: a worker makes one of it for each unit, with a lease and attempts of its own. */
export const dueJob = {
  unit: "",
  command: "drift",
  format: "text",
  flags: { notify: true, record: true },
  scheduled: true,
} satisfies UnitJob;

/** Is it that job? */
export function isDue({ data }: TakenJob): boolean {
  return unitJob.safeParse(data).data?.unit === dueJob.unit;
}

/** Puts a job for each unit into the queue, or none while those of before are there: they would be more and more. */
export async function putScheduled(
  { stderr }: Pick<Io, "stderr">,
  queue: JobQueue,
  units: readonly string[],
  due: TakenJob,
): Promise<void> {
  const isPut = await queue.putBehind(units.map((unit) => ({ ...dueJob, unit })));
  const what = `Scheduled drift of ${counted(units.length, "organization")}`;
  stderr.write(isPut ? `${what}.\n` : `${what} is left out: that of before is not over.\n`);
  await queue.end(due, null, false);
}
