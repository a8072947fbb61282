import { join, relative } from "node:path";
import { type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import type { ExitCode } from "../../model/stop.ts";
import { connect } from "../../project/connect.ts";
import { makePlan, type PlanRequest, sceneOf, scopeAfter } from "../../project/make-plan.ts";
import { openProject } from "../../project/project.ts";
import { openRecord } from "../../project/record.ts";
import { checkPlace } from "../../project/run-place.ts";
import { findRun, runsFolder } from "../../project/runs.ts";
import { recentReads } from "../../refresh/recent-reads.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderVersionLine } from "../../render/json/apply-json.ts";
import type { Journal } from "../../state/journal.ts";
import { undoOf } from "../../undo/undo.ts";
import { inWordsOfUndo, undoInput, withoutLostIds } from "../../undo/undo-plan.ts";
import { lostCreates } from "../../undo/what-cannot-come-back.ts";
import { checkDigest } from "../planning/saved-plan.ts";
import { type ScopeOptions, scopeOf } from "../program/options.ts";
import { type Guarded, guarded, type RunOptions } from "../run/guarded-run.ts";
import { runReviewed } from "../run/run-reviewed.ts";

/** Options of `docform undo`. */
export interface UndoOptions extends RunOptions, ScopeOptions {
  readonly expect?: string;
}

/** `docform undo [RUN]`: the way back from a run, as a plan that is shown, guarded and run like any other. */
export async function runUndo(io: Io, run: string | undefined, options: UndoOptions): Promise<ExitCode> {
  if (options.format === "json") io.stdout.write(renderVersionLine(version, timeOf(io)));
  return guarded(io, options, "undo", (guard) => planAndRun(io, run, options, guard));
}

async function planAndRun(
  io: Io,
  run: string | undefined,
  options: UndoOptions,
  { interrupts, lock, onEnd }: Guarded,
): Promise<ExitCode> {
  const project = await openProject(io, options);
  const connection = await connect(io, options, project, interrupts.signal);
  onEnd(connection.close);
  const held = await lock();
  const record = await openRecord(io, options, sceneOf(project, connection), { settle: true });
  const journal = await findRun(io, options, run);
  checkPlace(journal, project, connection.baseUrl, options);
  const input = undoInput(fileOf(io, options, journal), journal, project.desired);
  const reading: Project = { ...project, desired: undoOf(input).desired };
  const request: PlanRequest = {
    ...scopeOf(options),
    readOn: (live) => withoutLostIds(reading.desired, live),
    wantedOn: (live) => undoOf({ ...input, live }).desired,
  };
  const recent = recentReads(connection.reader, io.now);
  const planned = await makePlan(reading, { ...connection, reader: recent }, request);
  const { cannot } = undoOf({ ...input, live: planned.live });
  const made = inWordsOfUndo(planned, [...cannot, ...lostCreates(journal)], input);
  const shownBy = commandsLike(options)("undo", journal.header.run);
  checkDigest(made.document, options.expect, { shownBy, canBeSaved: false });
  const after: PlanRequest = {
    ...scopeAfter(scopeOf(options), made.document),
    wantedOn: (live) => withoutLostIds(made.desired, live),
  };
  // The desired state of the project stays the one to compare with: otherwise objects that undo creates again
  // would look like edits by somebody else.
  const wanted: Project = { ...project, desired: made.desired };
  const given = { project: wanted, connection, recent, record, request: after, lock: held, interrupts };
  const reviewed = { plan: made, live: made.live, seen: made.live };
  return runReviewed(io, options, reviewed, { ...given, undoes: journal.header.run });
}

/** The journal of a run as its messages name it, from the project folder. */
function fileOf(io: Io, options: UndoOptions, { header }: Journal): string {
  const folder = runsFolder(io, options);
  return relative(join(folder, "..", ".."), join(folder, `${header.run}.jsonl`));
}
