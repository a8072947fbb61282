import type { Journal as JournalPort } from "../../executor/execution.ts";
import { actorOf, commitOf, type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import { kinds } from "../../kinds/kinds.ts";
import { organizationOf } from "../../model/address.ts";
import type { ApplyEvent } from "../../model/apply-event.ts";
import { hidesName } from "../../model/display-name.ts";
import type { Change, PlanDocument, Step } from "../../model/documents/plan-document.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import type { Kind } from "../../model/kind.ts";
import { indexKinds } from "../../model/kind-index.ts";
import type { Live, LiveResource } from "../../model/live.ts";
import { Stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { warn } from "../../project/output.ts";
import { notKept } from "../../project/runs.ts";
import type { Backend } from "../../state/backend.ts";
import { type JournalLine, journalFormatVersion, type LineOf } from "../../state/journal-line.ts";
import { beginRun } from "../../state/runs.ts";
import type { Json } from "../../text/json.ts";
import { type Created, type CreatedSoFar, collectCreated, idOfAnswer } from "../../undo/created-objects.ts";
import { afterImagesIn, imagesIn, type RunFacts } from "./run-images.ts";

/** How a run ended, and the live state that its second plan has read. */
interface Ending extends Pick<LineOf<"end">, "outcome" | "converged"> {
  readonly after?: Live | undefined;
}

/** The journal of the run that goes on. */
export interface RunJournal {
  readonly run: string;
  /** The writer that the executor uses. It refuses lines after `seal` or `end`. */
  readonly port: JournalPort;
  /** The objects created by the run so far, by the answers of its calls. */
  readonly created: () => readonly Created[];
  /** Hears every event, so that steps are written down that were never begun. */
  readonly hear: (event: ApplyEvent) => void;
  /** Closes the writer of the executor; resolves when the pending line is on disk. */
  readonly seal: () => Promise<void>;
  /** Writes the last lines of the journal. Returns the reason when it cannot be written. */
  readonly end: (ending: Ending) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

const index = indexKinds(kinds);

/** Begins the journal of a run, with how everything was before. Throws `Stop` when it cannot be written. */
export async function startJournal(
  io: Io,
  options: CommonOptions,
  { runs }: Backend,
  facts: RunFacts,
): Promise<RunJournal> {
  const at = (): string => timeOf(io);
  const images = imagesIn(facts);
  const lines = [...images.map((image) => ({ type: "before" as const, ...image })), ...thereLines(facts)];
  const open = await beginRun(runs, facts.lock, io, (run) => [
    headerOf(io, options, facts, run),
    ...lines,
  ]).catch((problem: unknown) => {
    throw problem instanceof Stop ? problem : notKept("the journal of the run", problem);
  });
  const making = collectCreated(facts.document.changes);
  const skipped: StepSkipped[] = [];
  const { write, seal } = untilSealed(open.write);
  return {
    run: open.run,
    created: making.created,
    port: portOf(write, at, making.hear),
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
      try {
        await Promise.all([...rest, { type: "end" as const, at: at(), ...ending, ...left }].map(open.write));
        return undefined;
      } catch (problem) {
        return whyFileFailed(problem);
      }
    },
    close: open.close,
  };
}

/** Closes a journal. Every line is on this disk already: only the place that other machines see may lack some. */
export async function closeJournal(io: Io, options: CommonOptions, journal: RunJournal): Promise<void> {
  await journal.close().catch((problem: unknown) => {
    const message = `the journal of this run is not whole where others see it: ${whyFileFailed(problem)}`;
    const hint = `keep .docform/runs/${journal.run}.jsonl: it has every line`;
    warn(io, options, [{ code: "DF5020", severity: "warning", message, hint }]);
  });
}

type StepSkipped = Extract<ApplyEvent, { type: "step_skipped" }>;

function skippedLine({ step, waitedFor }: StepSkipped, at: string): JournalLine {
  return { type: "outcome", at, ...nameOf(step), outcome: "skipped", message: waitedFor };
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
): JournalPort {
  return {
    intent: (step) => write(intentLine(step, at())),
    outcome: (step, outcome, { answer, status, message }) => {
      hear(step, answer);
      return write({
        type: "outcome",
        at: at(),
        ...nameOf(step),
        outcome,
        ...idOfAnswer(answer),
        ...(status === undefined ? {} : { status }),
        ...(message === undefined ? {} : { message }),
      });
    },
  };
}

function headerOf(io: Io, options: CommonOptions, facts: RunFacts, run: string): LineOf<"run"> {
  const { platform, organizations, digest, steps, changes } = facts.document;
  const [by, commit] = [actorOf(io), commitOf(io)];
  return {
    type: "run",
    formatVersion: journalFormatVersion,
    run,
    command: facts.undoes === undefined ? "apply" : "undo",
    ...(facts.undoes === undefined ? {} : { undoes: facts.undoes }),
    lock: facts.lock,
    at: timeOf(io),
    docform: version,
    platform,
    organizations,
    ...(options.env === undefined ? {} : { environment: options.env }),
    ...(by === undefined ? {} : { by }),
    ...(commit === undefined ? {} : { commit }),
    digest,
    calls: steps.length,
    changes: changes.filter(({ action }) => action !== "blocked").map(changeLine),
  };
}

function changeLine({ address, kind, action, id, fields }: Change): LineOf<"run">["changes"][number] {
  return {
    address,
    kind,
    action,
    ...(id === undefined ? {} : { id }),
    ...(fields === undefined ? {} : { fields: fields.map(({ path }) => path) }),
  };
}

/**
 * The lines that list all objects of each kind that the plan creates or deletes, with the names of the copied
 * ones.
 */
function thereLines(facts: RunFacts): readonly JournalLine[] {
  const { document, live } = facts;
  const isHidden = hidesNameIn(facts);
  const comingAndGoing = new Map(
    document.changes
      .filter(({ action }) => action === "create" || action === "delete")
      .map(({ kind, address }) => [`${organizationOf(address)} ${kind}`, { kind, address }]),
  );
  return [...comingAndGoing.values()].map(({ kind, address }) => {
    const organization = organizationOf(address);
    const all = live.resources.filter((one) => one.kind === kind && one.organization === organization);
    const originals = originalsIn(document, index.get(kind));
    const named = all.filter((one) => originals.has(one.id) && !isHidden(one));
    const names = Object.fromEntries(named.map(({ id, answer }) => [id, index.get(kind).label(answer)]));
    const ids = all.map(({ id }) => id);
    return { type: "there", organization, kind, ids, ...(named.length === 0 ? {} : { names }) };
  });
}

/** The ids of the objects of a kind that the plan copies. */
function originalsIn({ steps }: PlanDocument, { tree, idParam }: Kind): ReadonlySet<Json | undefined> {
  const copying = steps.filter(({ operation }) => operation === tree?.copy?.name);
  return new Set(copying.map(({ params }) => params[idParam]));
}

/** Does something have a name that must not be shown? */
function hidesNameIn({ document, project }: RunFacts): (live: LiveResource) => boolean {
  const { observed = {} } = document;
  const hiding = project.desired.resources.filter((one) => hidesName(index.get(one.kind), one));
  // An object outside the plan has the address of its manifest, or none.
  return ({ id, kind, organization, answer }) =>
    hiding.some(
      (one) =>
        one.kind === kind &&
        one.organization === organization &&
        (observed[one.address]?.id === id || one.values.title === index.get(kind).label(answer)),
    );
}

function nameOf({ id, address, operation }: Step) {
  return { step: id, address, operation };
}

function intentLine(step: Step, at: string): LineOf<"intent"> {
  const { params, body } = step;
  return { type: "intent", at, ...nameOf(step), params, ...(body === undefined ? {} : { body }) };
}
