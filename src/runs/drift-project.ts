import { hash } from "../io/hash.ts";
import { commitOf, type Io } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import { version } from "../io/version.ts";
import { putIn } from "../manifest/edit/composed.ts";
import type { DriftDocument } from "../model/documents/drift-document.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import { driftOf } from "../planner/drift.ts";
import type { OpenUnit } from "../project/opened/open-units.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { fitted, pathsFrom, styleFor } from "../project/output.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import type { RemedyView } from "../render/drift-view.ts";
import { type DriftForm, driftForms } from "./drift-forms.ts";
import { keepDriftCheck } from "./keep-drift-check.ts";
import { makePlan, readingUnit } from "./make-plan.ts";
import { lastApplyIn } from "./open-record.ts";
import type { LockOptions } from "./project-lock.ts";
import { unitSpan } from "./unit-span.ts";

/** Options of commands that look for drift. */
export interface FindingOptions extends ConnectionOptions, LockOptions {
  /** Keep in the record that it was looked for, and how much was found. */
  readonly record?: boolean;
}

/** The drift of a project, and what is needed to show it. */
export interface FoundDrift extends Pick<RemedyView, "isPutIn"> {
  readonly drift: DriftDocument;
  /** The address of the platform. */
  readonly platform: string;
  readonly organizations: readonly string[];
}

/** Reads the platform, and compares it with the manifests of a unit. */
export async function driftUnit(io: Io, options: FindingOptions, unit: OpenUnit): Promise<FoundDrift> {
  const find = (): Promise<FoundDrift> => findDrift(io, options, unit);
  const found = await unitSpan(io, "drift", unit, find, driftCode);
  if (options.record === true) await keepDriftCheck(io, options, unit, found.platform, found.drift);
  return found;
}

function findDrift(io: Io, options: ConnectionOptions, unit: OpenUnit): Promise<FoundDrift> {
  return readingUnit(io, options, unit, async ({ project, connection, scope, record }) => {
    const { document, compared } = await makePlan(project, connection, { record });
    const drift = shown(
      io,
      driftOf({ document, compared, kinds: project.kinds.all, lastApply: lastApplyIn(await record, scope) }),
    );
    const organizations = Object.keys(document.organizations);
    const platform = shown(io, document.platform.baseUrl);
    return { drift, platform, organizations, isPutIn: putIn(project) };
  });
}

/** The exit code of drift: what is new on the platform alone is none. */
export function driftCode({ drift: { drifted, missing } }: Pick<FoundDrift, "drift">): ExitCode {
  return drifted.length + missing.length > 0 ? exitCode.changes : exitCode.done;
}

/** Renders drift in a form of `driftForms`. */
export async function renderDrift(
  io: Io,
  form: DriftForm,
  options: ConnectionOptions,
  { drift, ...found }: FoundDrift,
): Promise<string> {
  return driftForms[form](drift, {
    ...found,
    command: commandsLike(options),
    style: styleFor(io.stdout, io.env),
    fit: (text) => fitted(io.stdout, text),
    environment: options.env,
    commit: commitOf(io)?.slice(0, 7),
    pathOf: pathsFrom(io, options),
    hash,
    version,
  });
}
