import { type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import type { Live } from "../../model/live.ts";
import { type ExitCode, Stop } from "../../model/stop.ts";
import { isIn, readAddresses, within } from "../../planner/state/targets.ts";
import { openPolicies } from "../../project/policies.ts";
import { openProject } from "../../project/project.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderVersionLine } from "../../render/json/apply-json.ts";
import { endingWithVerdict, type RunWatch } from "../../runs/apply/ending.ts";
import { type Guarded, guarded, openRun, type RunOptions } from "../../runs/apply/guarded-run.ts";
import { runReviewed } from "../../runs/apply/run-reviewed.ts";
import { checkDigest } from "../../runs/apply/saved-plan.ts";
import { makePlan, type PlanRequest, scopeAfter } from "../../runs/make-plan.ts";
import { checkPlace } from "../../runs/read-runs.ts";
import { runToUndo } from "../../runs/run-to-undo.ts";
import { type ScopeOptions, scopeOf } from "../../runs/scope-options.ts";
import { type Undo, undoOf } from "../../undo/undo.ts";
import { inWordsOfUndo, readingOf, readingOn, touchedBy, withoutLostIds } from "../../undo/undo-plan.ts";
import type { UndoneRun } from "../../undo/undoing.ts";

/** Options of `docform undo`. */
export interface UndoOptions extends RunOptions, ScopeOptions {
  readonly overwrite?: readonly string[];
}

/** `docform undo [RUN]`: the way back from a run, as a plan that is shown, guarded and run like any other. */
export async function runUndo(io: Io, run: string | undefined, options: UndoOptions): Promise<ExitCode> {
  if (options.format === "json") io.stdout.write(renderVersionLine(version, timeOf(io)));
  return endingWithVerdict(io, options, (watch) =>
    guarded(io, options, "undo", (guard) => planAndRun(io, run, options, { ...guard, watch })),
  );
}

async function planAndRun(
  io: Io,
  run: string | undefined,
  options: UndoOptions,
  { watch, ...guard }: Guarded & { readonly watch: RunWatch },
): Promise<ExitCode> {
  const { project, policies } = await openPolicies(io, options, await openProject(io, options));
  const opened = await openRun(io, options, project, guard);
  const { connection, recent } = opened;
  const { journal, undos, about } = await runToUndo(opened.state, run, options);
  checkPlace(journal, project, connection.baseUrl, options);
  const undone: UndoneRun = {
    journal,
    kinds: project.kinds,
    file: `.docform/runs/${journal.header.run}.jsonl`,
    manifests: project.desired,
    undos,
  };
  const reading: Project = { ...project, desired: readingOf(undone) };
  const request: PlanRequest = {
    ...scopeOf(options),
    policies,
    readOn: (live) => readingOn(undone, live),
    wantedOn: (live) => undoWith(undone, options.overwrite, live).desired,
  };
  const planned = await makePlan(reading, { ...connection, reader: recent }, request);
  const made = inWordsOfUndo(planned, undoWith(undone, options.overwrite, planned.live).cannot, undone);
  const shownBy = commandsLike(options)("undo", journal.header.run);
  checkDigest(made.document, options.expect, { shownBy, canBeSaved: false });
  const after: PlanRequest = {
    ...scopeAfter(scopeOf(options), made.document),
    wantedOn: (live) => withoutLostIds(made.desired, live),
  };
  // The desired state of the project stays the one to compare with: otherwise objects that undo creates again
  // would look like edits by somebody else.
  const wanted: Project = { ...project, desired: made.desired };
  const given = { ...opened, project: wanted, request: after, undoes: journal.header.run, about, watch };
  return runReviewed(io, options, { plan: made, live: made.live, seen: made.live }, given);
}

/** The undo on a live state. Throws `Stop` where `--overwrite` names nothing that the run touched, and nothing that stays. */
function undoWith(undone: UndoneRun, written: readonly string[] = [], live: Live): Undo {
  const plain = undoOf(undone, live);
  if (written.length === 0) return plain;
  const { addresses, diagnostics } = readAddresses(
    written,
    Object.keys(undone.journal.header.organizations),
    {
      name: "--overwrite",
      known: [...touchedBy(undone.journal), ...plain.cannot.map(({ address }) => address)],
      fits: isIn,
      code: "DF5011",
      unknown: "names nothing that the run touched",
    },
  );
  if (diagnostics.length > 0) throw new Stop(diagnostics);
  return undoOf({ ...undone, overwrites: within(addresses) }, live);
}
