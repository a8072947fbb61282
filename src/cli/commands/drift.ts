import { driftOf } from "../../drift/drift.ts";
import type { Disk } from "../../io/disk.ts";
import { hash } from "../../io/hash.ts";
import { commitOf, type Io } from "../../io/io.ts";
import { shown } from "../../io/shown.ts";
import { version } from "../../io/version.ts";
import { kinds } from "../../kinds/kinds.ts";
import { putIn } from "../../manifest/edit/composed.ts";
import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import { notifyOfDrift } from "../../notify/notify-drift.ts";
import type { LockOptions } from "../../project/lock.ts";
import { makePlan, readingPlatform } from "../../project/make-plan.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { fitted, pathsFrom, styleFor, warn } from "../../project/output.ts";
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
  const found = await driftFor(io, options);
  io.stdout.write(await renderDrift(io, options, found));
  if (options.notify === true) await notify(io, options, found);
  return driftCode(found);
}

/** Sends a message about drift. When it cannot be sent, that is a warning. */
export async function notify(io: Io, options: ConnectionOptions, found: FoundDrift): Promise<void> {
  if (driftCode(found) === exitCode.done) return;
  const { drift, platform, organizations } = found;
  const facts = { platform, organizations, environment: options.env };
  warn(io, options, await notifyOfDrift(io, drift, facts));
}

/** What drifted, and what is needed to show it. */
export interface FoundDrift extends Pick<WaysOutView, "isPutIn"> {
  readonly drift: DriftDocument;
  /** The address of the platform. */
  readonly platform: string;
  readonly organizations: readonly string[];
}

/** Reads the platform, and compares it with the manifests. */
export async function driftFor(io: Io, options: ConnectionOptions): Promise<FoundDrift> {
  return readingPlatform(io, options, async ({ project, connection, scene, record }) => {
    const { document, compared } = await makePlan(project, connection, { record });
    const drift = shown(
      io,
      driftOf({ document, compared, kinds, lastApply: lastApplyIn(await record, scene) }),
    );
    const organizations = Object.keys(document.organizations);
    return { drift, platform: shown(io, document.platform.baseUrl), organizations, isPutIn: putIn(project) };
  });
}

/** The exit code of drift: what is new on the platform alone is none. */
export function driftCode({ drift: { drifted, missing } }: Pick<FoundDrift, "drift">): ExitCode {
  return drifted.length + missing.length > 0 ? exitCode.changes : exitCode.done;
}

/** The drift in the requested form. Modules of the CI forms are loaded only on demand: they cost start-up time. */
export async function renderDrift(
  io: Io,
  options: DriftOptions,
  { drift, ...found }: FoundDrift,
): Promise<string> {
  const { format, env: environment } = options;
  const all = { ...found, command: commandsLike(options) };
  if (format === "json") return renderJson(drift);
  if (format === "text")
    return fitted(io.stdout, renderDriftText(drift, { ...all, style: styleFor(io.stdout, io.env) }));
  if (format === "markdown") {
    const { renderDriftMarkdown } = await import("../../render/markdown/drift-markdown.ts");
    return renderDriftMarkdown(drift, { ...all, environment, commit: commitOf(io)?.slice(0, 7) });
  }
  if (format === "html") {
    const { renderDriftHtml } = await import("../../render/html/drift-html.ts");
    return renderDriftHtml(drift, { ...all, environment, commit: commitOf(io)?.slice(0, 7) });
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
