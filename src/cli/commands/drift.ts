import type { Disk } from "../../io/disk.ts";
import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import { notify } from "../../pipeline/notify/notify-drift.ts";
import { withUnits } from "../../project/opened/open-units.ts";
import type { DriftForm } from "../../runs/drift-forms.ts";
import { driftCode, driftUnit, type FindingOptions, renderDrift } from "../../runs/drift-project.ts";
import type { EngineOptions } from "../../runs/engines/queued-units.ts";
import { runPull } from "./pull.ts";

/** Options of `docform drift`. */
export interface DriftOptions extends EngineOptions, FindingOptions {
  readonly format: DriftForm;
  /** Addresses whose live values replace the declared ones in the manifests. */
  readonly accept?: readonly string[];
  /** Also send a message about drift to the address in the environment. */
  readonly notify?: boolean;
}

/** `docform drift`: the differences between the platform and the manifests. */
export async function runDrift(io: Io, options: DriftOptions, manifestDisk: Disk): Promise<ExitCode> {
  if (options.accept !== undefined) return accept(io, options.accept, options, manifestDisk);
  if (options.engine !== undefined)
    return (await import("../../runs/engines/queued-units.ts")).queueUnits(io, options, "drift");
  return withUnits(io, options, async (opened) => {
    if (opened.isSeveral) {
      const { driftUnits } = await import("../../runs/units/drift-units.ts");
      return driftUnits(io, options, opened, async (unitIo, own, found) => {
        if (options.notify === true) await notify(unitIo, own, found);
      });
    }
    const own = opened.optionsFor(options, opened.joined.unit);
    const found = await driftUnit(io, own, opened.joined);
    io.stdout.write(await renderDrift(io, own.format, own, found));
    if (options.notify === true) await notify(io, own, found);
    return driftCode(found);
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
  if (options.notify === true)
    throw stop("DF5001", "--accept takes no --notify", { hint: "run docform drift --notify afterwards" });
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
