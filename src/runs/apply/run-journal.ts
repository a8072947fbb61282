import { once } from "../../contract/once.ts";
import type { Journal as JournalPort } from "../../executor/execution.ts";
import { type Io, timeOf } from "../../io/io.ts";
import type { ApplyEvent } from "../../model/apply-event.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import type { Live } from "../../model/live.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { warn } from "../../project/output.ts";
import type { Backend } from "../../state/backend.ts";
import type { JournalLine, LineOf } from "../../state/journal-line.ts";
import { beginRun } from "../../state/journal-writer.ts";
import { type Created, type CreatedSoFar, collectCreated, idOfAnswer } from "../../undo/created-objects.ts";
import { fileOf, notKept } from "../read-runs.ts";
import { headerOf, intentLine, linesBefore, stepFacts } from "./journal-lines.ts";
import { afterImagesIn, imagesIn, type RunFacts } from "./run-images.ts";

/** How a run ended, and the live state that its second plan has read. */
interface Ending extends Pick<LineOf<"end">, "outcome" | "converged"> {
  readonly after?: Live | undefined;
}

/** How a run ended for the process, and what its second plan found. */
interface RunEnding extends Pick<Ending, "after"> {
  readonly code: ExitCode;
  readonly converged: boolean | undefined;
}

/** The journal of the run that goes on. */
export interface RunJournal {
  readonly run: string;
  /** The file on this machine, from the project folder. */
  readonly file: string;
  /** The writer that the executor uses. It refuses lines after `seal` or `end`. */
  readonly port: JournalPort;
  /** The objects created by the run so far, by the answers of its calls. */
  readonly created: () => readonly Created[];
  /** Hears every event, so that steps are written down that were never begun. */
  readonly hear: (event: ApplyEvent) => void;
  /** Closes the writer of the executor; resolves when the pending line is on disk. */
  readonly seal: () => Promise<void>;
  /** Writes the last lines of the journal. Throws when they cannot be written. */
  readonly end: (ending: Ending) => Promise<void>;
  /** Closes it, once. Throws when it is not whole where other machines see it. */
  readonly close: () => Promise<void>;
}

/** Begins the journal of a run, with how everything was before. Throws `Stop` when it cannot be written. */
export async function startJournal(
  io: Io,
  options: CommonOptions,
  { runs, project }: Backend,
  facts: RunFacts,
): Promise<RunJournal> {
  const at = (): string => timeOf(io);
  const images = imagesIn(facts);
  const lines = linesBefore(facts, images, at());
  const { lock: lockId, recorded } = facts;
  const open = await beginRun(runs, { lockId, recorded }, io, (run) => [
    headerOf(io, options, facts, { run, project }),
    ...lines,
  ]).catch((problem: unknown) => {
    throw problem instanceof Stop ? problem : notKept("the journal of the run", problem);
  });
  const making = collectCreated(facts.document.changes);
  const skipped: StepSkipped[] = [];
  const { write, seal } = untilSealed(open.write);
  return {
    run: open.run,
    file: fileOf({ runs }, open.run),
    created: making.created,
    port: portOf(write, at, making.hear, open.publish),
    hear: (event) => {
      if (event.type === "step_skipped") skipped.push(event);
    },
    seal,
    end: async ({ after, ...ending }) => {
      const rest = skipped.map((event) => skippedLine(event, at()));
      const left =
        after === undefined ? {} : { left: [...afterImagesIn(facts, images, making.created(), after)] };
      // After a second interrupt, calls may still be on their way: they stay in doubt, and the end is the last line.
      await seal();
      await Promise.all([...rest, { type: "end" as const, at: at(), ...ending, ...left }].map(open.write));
    },
    close: once(open.close),
  };
}

/** Ends and closes a journal. Returns what kept it from being whole. */
export async function endJournal(
  io: Io,
  options: CommonOptions,
  journal: RunJournal,
  { code, converged, after }: RunEnding,
): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  const outcome = endings.get(code) ?? "done";
  await journal
    .end({ outcome, after, ...(converged === undefined ? {} : { converged }) })
    .catch((problem: unknown) => {
      io.stderr.write(`The journal of this run could not be ended: ${whyFileFailed(problem)}.\n`);
      problems.push(problem);
    });
  // Every line is on this disk already: only the place that other machines see may lack some.
  await journal.close().catch((problem: unknown) => {
    const message = `the journal of this run is not whole where others see it: ${whyFileFailed(problem)}`;
    const hint = `keep ${journal.file}: it has every line`;
    warn(io, options, [{ code: "DF5020", severity: "warning", message, hint }]);
    problems.push(problem);
  });
  return problems;
}

const endings = new Map<ExitCode, "failed" | "interrupted">([
  [exitCode.interrupted, "interrupted"],
  [exitCode.failed, "failed"],
]);

type StepSkipped = Extract<ApplyEvent, { type: "step_skipped" }>;

function skippedLine({ step, waitedFor }: StepSkipped, at: string): JournalLine {
  return { type: "outcome", at, ...stepFacts(step), outcome: "skipped", message: waitedFor };
}

/** A writer of lines until it is sealed. `seal` resolves when the pending line is on disk or has failed. */
function untilSealed(open: (line: JournalLine) => Promise<void>): Pick<RunJournal, "seal"> & {
  readonly write: (line: JournalLine) => Promise<void>;
} {
  let isSealed = false;
  const writing = new Set<Promise<void>>();
  return {
    write: async (line) => {
      if (isSealed) throw new Error("the journal of this run has ended");
      const written = open(line);
      writing.add(written);
      await written.finally(() => writing.delete(written));
    },
    seal: async () => {
      isSealed = true;
      await Promise.allSettled(writing);
    },
  };
}

/** The journal port of the executor. `hear` is called with each answer. */
function portOf(
  write: (line: JournalLine) => Promise<void>,
  at: () => string,
  hear: CreatedSoFar["hear"],
  publish: () => Promise<void>,
): JournalPort {
  return {
    intent: async (step, isOnce) => {
      await write(intentLine(step, at()));
      if (isOnce) await publish();
    },
    outcome: (step, outcome, { answer, found, status, message }) => {
      hear(step, { answer, ...(found && { found }) });
      return write({
        type: "outcome",
        at: at(),
        ...stepFacts(step),
        outcome,
        ...idOfAnswer(answer),
        ...(found && { found }),
        ...(status === undefined ? {} : { status }),
        ...(message === undefined ? {} : { message }),
      });
    },
  };
}
