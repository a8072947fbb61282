import { driftOf } from "../../drift/drift.ts";
import type { Disk } from "../../io/disk.ts";
import { hash } from "../../io/hash.ts";
import { commitOf, type Io } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import { kinds } from "../../kinds/kinds.ts";
import { putIn } from "../../manifest/edit/composed.ts";
import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import { notifyOfDrift } from "../../notify/notify-drift.ts";
import type { LockOptions } from "../../project/lock.ts";
import { makePlan, readingPlatform } from "../../project/make-plan.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { pathsFrom, styleFor, warn } from "../../project/output.ts";
import { lastApplyIn } from "../../project/record.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import type { WaysOutView } from "../../render/drift-view.ts";
import { renderJson } from "../../render/json/json-text.ts";
import { renderDriftText } from "../../render/text/drift-text.ts";
import { runPull } from "./pull.ts";

/** Options of `docform drift`. */
export interface DriftOptions extends ConnectionOptions, LockOptions {
  /** Addresses whose live values replace the declared ones in the manifests. */
  readonly accept?: readonly string[];
  /** Also send a message about drift to the address in the environment. */
  readonly notify?: boolean;
}

/** `docform drift`: the differences between the platform and the manifests. */
export async function runDrift(io: Io, options: DriftOptions, manifestDisk: Disk): Promise<ExitCode> {
  if (options.accept !== undefined) return accept(io, options.accept, options, manifestDisk);
  return readingPlatform(io, options, async ({ project, connection, scene, record }) => {
    const { document, compared } = await makePlan(project, connection, { record });
    const drift = driftOf({ document, compared, kinds, lastApply: lastApplyIn(await record, scene) });
    const organizations = Object.keys(document.organizations);
    const shown = { organizations, isPutIn: putIn(project) };
    io.stdout.write(await rendered(io, options, drift, shown));
    if (drift.drifted.length + drift.missing.length === 0) return exitCode.done;
    const facts = { platform: document.platform.baseUrl, organizations, environment: options.env };
    if (options.notify === true) warn(io, options, await notifyOfDrift(io, drift, facts));
    return exitCode.changes;
  });
}

/** The drift in the requested form. Modules of the CI forms are loaded only on demand: they cost start-up time. */
async function rendered(
  io: Io,
  options: DriftOptions,
  drift: DriftDocument,
  shown: Pick<WaysOutView, "isPutIn"> & { readonly organizations: readonly string[] },
): Promise<string> {
  const { format, env: environment } = options;
  const all = { ...shown, command: commandsLike(options) };
  if (format === "json") return renderJson(drift);
  if (format === "text") return renderDriftText(drift, { ...all, style: styleFor(io.stdout, io.env) });
  if (format === "markdown") {
    const { renderDriftMarkdown } = await import("../../render/markdown/drift-markdown.ts");
    return renderDriftMarkdown(drift, { ...all, environment, commit: commitOf(io)?.slice(0, 7) });
  }
  const { driftReports } = await import("../../render/reports/drift-reports.ts");
  const render = driftReports[format as keyof typeof driftReports];
  return render(drift, { ...all, pathOf: pathsFrom(io, options), hash, version });
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
