import { type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import type { Live } from "../../model/live.ts";
import { type ExitCode, Stop } from "../../model/stop.ts";
import { isIn, readAddresses, within } from "../../planner/state/targets.ts";
import { type OpenUnit, type OpenUnits, withUnits } from "../../project/opened/open-units.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderVersionLine } from "../../render/json/apply-json.ts";
import { endingWithVerdict, type RunWatch } from "../../runs/apply/ending.ts";
import { type Guarded, guarded, openRun, type RunOptions } from "../../runs/apply/guarded-run.ts";
import { runReviewed } from "../../runs/apply/run-reviewed.ts";
import { checkDigest } from "../../runs/apply/saved-plan.ts";
import { makePlan, type PlanRequest, scopeAfter } from "../../runs/make-plan.ts";
import { checkPlace, fileOf } from "../../runs/read-runs.ts";
import { runToUndo } from "../../runs/run-to-undo.ts";
import { type ScopeOptions, scopeOf } from "../../runs/scope-options.ts";
import { unitOfRun } from "../../runs/units/unit-of-run.ts";
import type { Journal } from "../../state/journal.ts";
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
    guarded(io, options, "undo", (guard) => {
      const { signal } = guard.interrupts;
      const act = async (opened: OpenUnits): Promise<ExitCode> => {
        const unit = await unitOfRun(opened, run);
        return planAndRun(io, run, opened.optionsFor(options, unit.unit), unit, { ...guard, watch });
      };
      return withUnits(io, options, act, { signal, isChanging: true });
    }),
  );
}

async function planAndRun(
  io: Io,
  run: string | undefined,
  asked: UndoOptions,
  unit: OpenUnit,
  { watch, ...guard }: Guarded & { readonly watch: RunWatch },
): Promise<ExitCode> {
  const { project, policies } = await unit.withPolicies();
  const opened = await openRun(io, asked, project, guard, unit);
  const { connection, recent } = opened;
  const { journal, undos, about } = await runToUndo(opened.state, run, asked);
  const options = withinUnit(asked, journal, unit);
  checkPlace(journal, project, connection.baseUrl, options);
  const undone: UndoneRun = {
    journal,
    kinds: project.kinds,
    file: fileOf(opened.state, journal.header.run),
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

/** A run from before organizations had places of their own may be of others, too: they are not locked now. */
function withinUnit(options: UndoOptions, { header }: Journal, { unit }: OpenUnit): UndoOptions {
  const isBeyond = Object.keys(header.organizations).some((alias) => !unit.aliases.includes(alias));
  return isBeyond && options.target === undefined ? { ...options, target: unit.aliases } : options;
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
