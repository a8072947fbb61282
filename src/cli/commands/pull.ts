import type { Disk } from "../../io/disk.ts";
import type { Io } from "../../io/io.ts";
import { shown } from "../../io/shown.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { connect } from "../../project/connect.ts";
import { fitted, styleFor } from "../../project/output.ts";
import { openState } from "../../project/state.ts";
import { type PullOptions, projectToPull, pullProject } from "../../pull/pull-project.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderPullText } from "../../render/text/pull-text.ts";
import { guarded } from "../../runs/apply/guarded-run.ts";
import { unrecordedBy } from "../../runs/apply/run-outcome.ts";

/** The caller's settings of a pull: another command, such as drift, can start one. */
interface PullBegun {
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

/**
 * `docform pull`: writes the live state into manifests, so that the next plan is empty. It holds the lock of
 * the project folder while it writes, so that no apply reads half-written manifests.
 */
export async function runPull(
  io: Io,
  addresses: readonly string[],
  options: PullOptions,
  { manifestDisk, command, codeWhenLeft = exitCode.done }: PullBegun,
): Promise<ExitCode> {
  return guarded(io, options, command, async ({ interrupts, lock, onEnd }) => {
    const project = await projectToPull(io, options);
    const connection = await connect(io, options, project, interrupts.signal);
    onEnd(connection.close);
    const state = await openState(io, options, project);
    onEnd(state.close);
    const { dryRun = false, prune = false, env } = options;
    if (!dryRun) await lock(state);
    const given = { project, connection, state };
    const pulled = await pullProject(io, given, addresses, options, manifestDisk);
    const shared = pulled.files.map(({ path }) => path).filter((path) => !project.overlays.has(path));
    const { plan: _, desired, live, ...told } = pulled;
    const report = {
      ...told,
      ...(env === undefined ? {} : { environment: { name: env, shared } }),
      organizations: desired.organizations.map(({ alias }) => alias),
      resources: desired.resources.length,
      requests: live.requests,
      isDryRun: dryRun,
      isPruned: prune,
      command: commandsLike(options),
    };
    io.stdout.write(fitted(io.stdout, renderPullText(shown(io, report), styleFor(io.stdout, io.env))));
    if (unrecordedBy(state, pulled.unwritten ?? []).unrecorded !== undefined) return exitCode.failed;
    const left = pulled.leftOut.length + (prune ? 0 : pulled.missing.length);
    return left > 0 ? codeWhenLeft : exitCode.done;
  });
}
