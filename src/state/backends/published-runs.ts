import type { Log } from "../../io/disk.ts";
import { type KeptRuns, LockLost, type RunStore } from "../backend.ts";
import { asking } from "../lost-answers.ts";

/** Milliseconds after which a journal that has grown is published. */
export const publishEvery = 30_000;

/** How a run waits. */
interface Clock {
  /** Ends at once when the signal aborts, where it can. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
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
    ...(local.fileOf === undefined ? {} : { fileOf: local.fileOf }),
    ids: async () => [...new Set([...(await local.ids()), ...(await published.ids())])].sort(),
    read: async (run) => {
      const [here, there] = await Promise.all([local.read(run), published.read(run)]);
      return (here?.length ?? 0) > (there?.length ?? 0) ? here : there;
    },
    readStart: async (run) => (await local.readStart?.(run)) ?? published.read(run),
    begin: async (run, text, lockId) => {
      const publish = (whole: string): Promise<void> => published.write(new Map([[run, whole]]), lockId);
      await again(() => publish(text));
      const log = await local.begin(run, text, lockId);
      return publishingLog(log, text, clock, publish);
    },
  };
}

/**
 * A log that publishes its whole text a while after it has grown, and when it is closed. A place that does not answer
 * is asked again after the same while. A lost lock ends the run at its next line.
 */
function publishingLog(
  local: Log,
  begun: string,
  { sleep }: Clock,
  publish: (whole: string) => Promise<void>,
): Log {
  const closing = new AbortController();
  let whole = begun;
  let publishedLength = begun.length;
  let isComing = false;
  let publishing: Promise<void> = Promise.resolve();
  let lost: LockLost | undefined;
  const publishNow = async (): Promise<void> => {
    const text = whole;
    await publish(text);
    publishedLength = text.length;
  };
  const publishLater = async (): Promise<void> => {
    isComing = true;
    while (publishedLength < whole.length && lost === undefined) {
      await sleep(publishEvery, closing.signal).catch(() => {});
      if (closing.signal.aborted) return;
      publishing = publishNow().catch((problem: unknown) => {
        if (problem instanceof LockLost) lost = problem;
      });
      await publishing;
    }
    isComing = false;
  };
  return {
    append: async (text) => {
      if (lost !== undefined) throw lost;
      await local.append(text);
      whole += text;
      if (!isComing) void publishLater();
    },
    publish: async () => {
      await publishing;
      await asking(sleep)(publishNow);
    },
    close: async () => {
      closing.abort();
      await publishing;
      await local.close();
      if (publishedLength < whole.length) await asking(sleep)(publishNow);
    },
  };
}
