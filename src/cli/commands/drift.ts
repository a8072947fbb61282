import { driftOf } from "../../drift/drift.ts";
import type { Disk } from "../../io/disk.ts";
import type { Io } from "../../io/io.ts";
import { kinds } from "../../kinds/kinds.ts";
import { putIn } from "../../manifest/edit/composed.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { LockOptions } from "../../project/lock.ts";
import { makePlan, readingPlatform } from "../../project/make-plan.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { printResult } from "../../project/output.ts";
import { lastApplyIn } from "../../project/record.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderDriftText } from "../../render/text/drift-text.ts";
import { runPull } from "./pull.ts";

/** Options of `docform drift`. */
export interface DriftOptions extends ConnectionOptions, LockOptions {
  /** Addresses whose live values replace the declared ones in the manifests. */
  readonly accept?: readonly string[];
}

/** `docform drift`: the differences between the platform and the manifests. */
export async function runDrift(io: Io, options: DriftOptions, manifestDisk: Disk): Promise<ExitCode> {
  if (options.accept !== undefined) return accept(io, options.accept, options, manifestDisk);
  return readingPlatform(io, options, async ({ project, connection, scene, record }) => {
    const { document, compared } = await makePlan(project, connection, { record });
    const drift = driftOf({ document, compared, kinds, lastApply: lastApplyIn(await record, scene) });
    const organizations = Object.keys(document.organizations);
    const shown = {
      organizations,
      command: commandsLike(options),
      isPutIn: putIn(project),
    };
    printResult(io, options, drift, (_, style) => renderDriftText(drift, { ...shown, style }));
    return drift.drifted.length + drift.missing.length > 0 ? exitCode.changes : exitCode.done;
  });
}

/**
 * Takes live values over into the manifests, and prints a text as pull does: there is no JSON form of it. The
 * exit code is that of drift while some of the addresses still differ.
 */
async function accept(
  io: Io,
  addresses: readonly string[],
  options: DriftOptions,
  manifestDisk: Disk,
): Promise<ExitCode> {
  if (options.format !== "text") {
    const hint = "leave --format out with --accept; docform drift --format json afterwards says what is left";
    throw stop("DF5001", `--accept takes no --format ${options.format}`, { hint });
  }
  return runPull(
    io,
    addresses,
    { ...options, declared: true },
    {
      manifestDisk,
      command: "drift --accept",
      codeWhenLeft: exitCode.changes,
    },
  );
}
