import type { Disk } from "../../io/disk.ts";
import type { Io } from "../../io/io.ts";
import { shown } from "../../io/shown.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { OpenUnit } from "../../project/opened/open-units.ts";
import { fitted, styleFor } from "../../project/output.ts";
import { type InTurn, type Pulled, type PullOptions, pullProject } from "../../pull/pull-project.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { namer } from "../../render/plan/plan-view.ts";
import { renderPullText } from "../../render/text/pull-text.ts";
import type { Guarded } from "../../runs/apply/guarded-run.ts";
import { unrecordedBy } from "../../runs/apply/run-outcome.ts";

/** The caller's settings of a pull: another command, such as drift, can start one. */
export interface PullBegun {
  /** The disk for manifests. It masks nothing, since a manifest keeps its own values. */
  readonly manifestDisk: Disk;
  /** The name of the command in the lock of the project folder. */
  readonly command: string;
  /**
   * The exit code when some of the requested values were not taken over; by default the one of a finished
   * pull.
   */
  readonly codeWhenLeft?: ExitCode;
}

/** A unit that is pulled, and the project of which it is one. */
interface UnitToPull {
  readonly unit: OpenUnit;
  readonly project: Project;
  readonly begun: PullBegun;
  /** Others are pulled beside it. */
  readonly inTurn?: InTurn;
}

/** Pulls one unit with its own token, lock and record, and says what was written. */
export async function pullUnit(
  io: Io,
  options: PullOptions,
  { unit, project, begun, inTurn }: UnitToPull,
  { interrupts, lock, onEnd }: Guarded,
): Promise<{ readonly code: ExitCode; readonly pulled: Pulled }> {
  const { aliases, targets = [] } = unit.unit;
  const connection = await unit.connect(interrupts.signal);
  onEnd(connection.close);
  const state = await unit.openState();
  onEnd(state.close);
  const { dryRun = false, prune = false } = options;
  if (!dryRun) await lock(state);
  const turn = inTurn === undefined ? {} : { inTurn };
  const given = { project, aliases, connection, state, beginWriting: interrupts.begin, ...turn };
  const pulled = await pullProject(io, given, targets, options, begun.manifestDisk);
  tellPulled(io, options, project, pulled);
  const left = pulled.leftOut.length + (prune ? 0 : pulled.missing.length);
  const { codeWhenLeft = exitCode.done } = begun;
  if (unrecordedBy(state, pulled.unwritten ?? []).unrecorded !== undefined)
    return { code: exitCode.failed, pulled };
  return { code: left > 0 ? codeWhenLeft : exitCode.done, pulled };
}

function tellPulled(
  io: Io,
  options: PullOptions,
  { overlays, desired: known }: Project,
  pulled: Pulled,
): void {
  const { plan: _, desired, live, ...told } = pulled;
  const { dryRun = false, prune = false, env } = options;
  const shared = pulled.files.map(({ path }) => path).filter((path) => !overlays.has(path));
  const report = {
    ...told,
    ...(env === undefined ? {} : { environment: { name: env, shared } }),
    organizations: desired.organizations.map(({ alias }) => alias),
    resources: desired.resources.length,
    requests: live.requests,
    isDryRun: dryRun,
    isPruned: prune,
    command: commandsLike(options),
    nameOf: namer(Object.keys(known.organizationIds ?? {})),
  };
  io.stdout.write(fitted(io.stdout, renderPullText(shown(io, report), styleFor(io.stdout, io.env))));
}
