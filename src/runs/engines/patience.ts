import type { Io } from "../../io/io.ts";
import { BackendError } from "../../state/backend.ts";

/** Milliseconds for which a database may be away. */
const longestAbsence = 600_000;

/** Asks a database again, after longer and longer pauses, until it answers, has been away for too long, or the signal aborts. */
export async function patiently<T>(
  io: Pick<Io, "sleep" | "monotonic" | "stderr">,
  signal: AbortSignal,
  act: () => Promise<T>,
): Promise<T> {
  const begun = io.monotonic();
  for (let pause = 1000; ; pause = Math.min(2 * pause, 15_000)) {
    try {
      return await act();
    } catch (problem) {
      const isOver = io.monotonic() - begun + pause > longestAbsence;
      if (!(problem instanceof BackendError) || !problem.mayPass || isOver || signal.aborted) throw problem;
      if (pause === 1000)
        io.stderr.write("The database does not answer: docform waits for it, up to 10 minutes.\n");
      await io.sleep(pause, signal).catch(() => {});
      if (signal.aborted) throw problem;
    }
  }
}
