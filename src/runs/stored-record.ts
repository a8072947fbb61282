import { resolve } from "node:path";
import { type Io, timeOf } from "../io/io.ts";
import { loadProjectFile } from "../manifest/load/load-project.ts";
import { diskFiles } from "../manifest/read/project-files.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop, stop } from "../model/stop.ts";
import { missingAddress, platformAddress, rootAddressOf } from "../project/address.ts";
import type { CommonOptions } from "../project/options.ts";
import { namedOrganizations, type OrganizationOptions } from "../project/state.ts";
import type { Backend, Versioned } from "../state/backend.ts";
import { withCreated } from "../state/last-run.ts";
import type { PlatformScope } from "../state/record.ts";
import { type RecordFile, recordIn } from "../state/record-file.ts";
import { unrecordedRuns } from "./interrupted-runs.ts";
import type { LostCopy } from "./lost-copies.ts";

/**
 * The platform and the organizations that docform.yaml names. No manifest is read. Throws `Stop` when docform.yaml has a
 * mistake, or nothing says where the platform is.
 */
export async function declaredScope(
  io: Pick<Io, "cwd" | "disk" | "env">,
  {
    directory,
    env,
    var: given,
    target,
  }: Pick<CommonOptions, "directory" | "env" | "var"> & Pick<OrganizationOptions, "target">,
): Promise<PlatformScope> {
  const folder = resolve(io.cwd, directory);
  const project = await loadProjectFile(folder, diskFiles(folder, io.disk), io, env, given);
  if (hasErrors(project.diagnostics)) throw new Stop(project.diagnostics, project);
  const baseUrl = rootAddressOf(io, platformAddress(io, env, project.baseUrl));
  if (baseUrl === "") throw new Stop([missingAddress()]);
  const named = namedOrganizations(project.desired.organizationIds ?? {}, target);
  return { baseUrl, organizations: Object.fromEntries(named.map(({ alias, id }) => [alias, id])) };
}

/** The text of the record; undefined when there is none. Throws `Stop` when it cannot be read. */
export async function storedText({ record, place }: Backend): Promise<Versioned | undefined> {
  return record.read().catch((problem: unknown) => {
    if (problem instanceof Stop) throw problem;
    throw stop("DF5020", `the record in ${place} cannot be read: ${whyFileFailed(problem)}`);
  });
}

/** A record, and the version that it was read under. */
export interface StoredRecord {
  readonly record: RecordFile;
  readonly version: string;
}

/**
 * The record with what interrupted runs created, for a command that edits it. Its writer names `newest`, so that no
 * journal undoes the edit. Throws `Stop` when a run may have made copies: only a plan finds them.
 */
export async function editableRecord(
  io: Io,
  options: CommonOptions,
  state: Backend,
  scope: PlatformScope,
): Promise<(StoredRecord & { readonly newest: string | undefined }) | undefined> {
  const stored = await storedRecord(state);
  if (stored === undefined) return undefined;
  const { record, version } = stored;
  const { created, copies, newest } = await unrecordedRuns(io, options, state, scope, {
    record,
    awaitCalls: false,
  });
  refuseLostCopies(copies);
  const whole = withCreated(record, record.salt, scope, created, timeOf(io)) ?? record;
  return { record: whole, version, newest };
}

/** Throws `Stop` when runs may have made copies that the record does not know: an edit would forget them. */
export function refuseLostCopies(copies: readonly Pick<LostCopy, "address">[]): void {
  if (copies.length === 0) return;
  const names = [...new Set(copies.map(({ address }) => address))].join(", ");
  const message = `a run that did not end may have made copies which the record does not know: ${names}`;
  throw stop("DF5041", message, { hint: "docform apply finds them; edit the record after it" });
}

/** The record; undefined when there is none. Throws `Stop` when it is none of this docform. */
export async function storedRecord(state: Backend): Promise<StoredRecord | undefined> {
  const stored = await storedText(state);
  if (stored === undefined) return undefined;
  const { record, problem } = recordIn(stored.text);
  if (record !== undefined) return { record, version: stored.version };
  throw stop("DF5020", `the record in ${state.place} cannot be used: ${problem}`);
}
