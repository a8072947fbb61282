import type { Log } from "../../io/disk.ts";
import { type KeptRuns, LockLost, type RunStore } from "../backend.ts";
import { asking, type Sleep } from "../lost-answers.ts";

/** Milliseconds between two times that a journal which has grown is published. */
export const publishEvery = 30_000;

/** The clock of a run. */
interface Clock {
  readonly now: () => number;
  readonly sleep: Sleep;
}

/**
 * Journals that lie on this machine first and are published from there: at the beginning, every 30 seconds while
 * the run goes on, and at the end. What fails at the beginning or at the end is done a second time. A line is durable
 * when it is on this disk. When the machine is lost with its disk, the lines since the last publication are lost with
 * it.
 */
export function publishedRuns(local: RunStore, published: KeptRuns, clock: Clock): RunStore {
  const again = asking(clock.sleep);
  return {
    kept: published,
    ids: async () => [...new Set([...(await local.ids()), ...(await published.ids())])].sort(),
    read: async (run) => {
      const [here, there] = await Promise.all([local.read(run), published.read(run)]);
      return (here?.length ?? 0) > (there?.length ?? 0) ? here : there;
    },
    begin: async (run, text, lockId) => {
      const publish = (whole: string): Promise<void> => published.write(new Map([[run, whole]]), lockId);
      await again(() => publish(text));
      const log = await local.begin(run, text, lockId);
      return publishingLog(log, text, clock, publish);
    },
  };
}

/** The line is on this disk: a place that does not answer is asked again later. A lost lock ends the run. */
function onlyLost(problem: unknown): void {
  if (problem instanceof LockLost) throw problem;
}

/** A log that publishes its whole text when it has grown for a while, and when it is closed. */
function publishingLog(
  local: Log,
  begun: string,
  { now, sleep }: Clock,
  publish: (whole: string) => Promise<void>,
): Log {
  let whole = begun;
  let publishedLength = begun.length;
  let publishedAt = now();
  const publishNow = async (): Promise<void> => {
    publishedAt = now();
    const text = whole;
    await publish(text);
    publishedLength = text.length;
  };
  return {
    append: async (text) => {
      await local.append(text);
      whole += text;
      if (now() - publishedAt >= publishEvery) await publishNow().catch(onlyLost);
    },
    close: async () => {
      await local.close();
      if (publishedLength < whole.length) await asking(sleep)(publishNow);
    },
  };
}
