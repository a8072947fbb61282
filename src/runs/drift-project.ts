import { hash } from "../io/hash.ts";
import { commitOf, type Io } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import { version } from "../io/version.ts";
import { kinds } from "../kinds/kinds.ts";
import { putIn } from "../manifest/edit/composed.ts";
import type { DriftDocument } from "../model/documents/drift-document.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import { driftOf } from "../planner/drift.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { fitted, pathsFrom, styleFor } from "../project/output.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import type { WaysOutView } from "../render/drift-view.ts";
import { renderJson } from "../render/json/json-text.ts";
import { renderDriftText } from "../render/text/drift-text.ts";
import { makePlan, readingPlatform } from "./make-plan.ts";
import { lastApplyIn } from "./record.ts";

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
  options: ConnectionOptions,
  { drift, ...found }: FoundDrift,
): Promise<string> {
  const { format, env: environment } = options;
  const all = { ...found, command: commandsLike(options) };
  if (format === "json") return renderJson(drift);
  if (format === "text")
    return fitted(io.stdout, renderDriftText(drift, { ...all, style: styleFor(io.stdout, io.env) }));
  if (format === "markdown") {
    const { renderDriftMarkdown } = await import("../render/markdown/drift-markdown.ts");
    return renderDriftMarkdown(drift, { ...all, environment, commit: commitOf(io)?.slice(0, 7) });
  }
  if (format === "html") {
    const { renderDriftHtml } = await import("../render/html/drift-html.ts");
    return renderDriftHtml(drift, { ...all, environment, commit: commitOf(io)?.slice(0, 7) });
  }
  const { driftReports } = await import("../render/reports/drift-reports.ts");
  const render = driftReports[format as keyof typeof driftReports];
  return render(drift, { ...all, pathOf: pathsFrom(io, options), hash, version });
}
