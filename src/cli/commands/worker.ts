import type { Io } from "../../io/io.ts";
import type { ExitCode } from "../../model/stop.ts";
import { notify } from "../../pipeline/notify/notify-drift.ts";
import { type WorkerOptions, work } from "../../runs/engines/worker.ts";

/** `docform worker`: works on organizations that `apply` and `drift --engine postgres` put into the queue. */
export async function runWorker(io: Io, options: WorkerOptions): Promise<ExitCode> {
  return work(io, options, async (unitIo, own, found) => {
    await notify(unitIo, own, found);
  });
}
