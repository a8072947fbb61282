import { exitCode, stop } from "../model/stop.ts";
import type { CommonOptions } from "../project/options.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import type { Backend } from "../state/backend.ts";
import type { Journal } from "../state/journal.ts";
import { isOfProject } from "../state/organizations/project-part.ts";
import { findRun, readWhole, runsOf } from "./read-runs.ts";

/** The run that an undo is about, and what the journals say of it. */
export interface RunToUndo {
  readonly journal: Journal;
  /** The undos of the run, and the undos of those, the oldest first. */
  readonly undos: readonly Journal[];
  /** A sentence about what the run was, and about earlier undos of it. */
  readonly about: string;
}

/**
 * Finds the run that is to be undone, by its id or as the last one. Where the last one is an undo that broke off, its run
 * is meant: docform goes on with the undo, and never takes it back. Throws `Stop` where two runs can be meant, and nobody
 * is asked, and for a run of another project or of a wider scope.
 */
export async function runToUndo(
  state: Backend,
  given: string | undefined,
  options: CommonOptions & { readonly yes?: boolean },
): Promise<RunToUndo> {
  const found = await findRun(state, given);
  if (!isOfProject(found.header, state)) throw ofAnother(found);
  const { undoes } = found.header;
  const isGoingOn = given === undefined && undoes !== undefined && found.end?.outcome !== "done";
  if (isGoingOn && found.end?.outcome === "failed" && options.yes === true)
    throw twoMeanings(found, undoes, options);
  const journal = isGoingOn ? await findRun(state, undoes) : found;
  refuseNarrowed(journal, state);
  const undos = await undosOf(state, journal.header.run);
  return { journal, undos, about: aboutText(journal, undos) };
}

function ofAnother({ header: { run, project } }: Journal) {
  const hint = `undo it in the folder of the project "${project}"`;
  return stop("DF5035", `the run ${run} is of the project "${project}"`, { hint });
}

/** Objects of a run that are outside of the scope of now may be of another project by now. */
function refuseNarrowed({ header: { run, scope } }: Journal, { project }: Backend): void {
  const now = project?.patterns;
  if (now === undefined || scope?.every((pattern) => now.includes(pattern)) === true) return;
  const was = scope === undefined ? "everything" : scope.join(", ");
  const hint = "write in the manifests what is to be as before, or undo it with that scope";
  throw stop("DF5035", `the run ${run} is from when the scope of the project was ${was}`, { hint });
}

/** The undo ended, and some of its calls failed: to go on with it, or to take back what it did, can be meant. */
function twoMeanings({ header: { run } }: Journal, undoes: string, options: CommonOptions) {
  const command = commandsLike(options);
  const message = `the last run ${run} is an undo of ${undoes}, and some of its calls failed: it does not say which of the two is meant`;
  const hint = `to go on with it: ${command("undo", undoes)}; to take it back: ${command("undo", run)}`;
  return stop("DF5039", message, { hint }, exitCode.stale);
}

/** The journals of the undos of a run, and of their undos. */
async function undosOf(state: Backend, run: string): Promise<readonly Journal[]> {
  const later = (await runsOf(state)).filter((id) => id > run);
  const journals = await Promise.all(later.map((id) => readWhole(state, id)));
  const known = new Set([run]);
  return journals.flatMap((journal) => {
    if (journal === undefined || !known.has(journal.header.undoes ?? "")) return [];
    known.add(journal.header.run);
    return [journal];
  });
}

function aboutText({ header, end }: Journal, undos: readonly Journal[]): string {
  const { command, undoes, at, by, commit, run } = header;
  const what = undoes === undefined ? `an ${command}` : `an undo of ${undoes}`;
  const facts = [
    `Takes back ${what}`,
    `of ${at.slice(0, 16).replace("T", " ")}`,
    ...(by === undefined ? [] : [`by ${by}`]),
    ...(commit === undefined ? [] : [`for commit ${commit.slice(0, 7)}`]),
  ];
  const own = undos.findLast((undo) => undo.header.undoes === run);
  return [
    `${facts.join(" ")}${end === undefined ? ", which did not end" : ""}.`,
    ...(own === undefined ? [] : [earlierText(own)]),
  ].join(" ");
}

function earlierText({ header: { run }, end }: Journal): string {
  if (end?.outcome === "done") return `Already undone by run ${run}.`;
  return `The undo ${run} of it ${end === undefined ? "did not end" : `ended ${end.outcome}`}: this goes on with it.`;
}
