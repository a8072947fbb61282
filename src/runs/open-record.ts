import { createHmac } from "node:crypto";
import { slowHash } from "../io/hash.ts";
import { actorOf, commitOf, type Io, timeOf } from "../io/io.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { type Requests, requestIn } from "../model/requests.ts";
import { hintOf } from "../model/stop.ts";
import type { LastApply } from "../planner/match/recorded-ids.ts";
import type { CommonOptions } from "../project/options.ts";
import { warn } from "../project/output.ts";
import type { Backend, RecordStore } from "../state/backend.ts";
import { withCreators } from "../state/creators.ts";
import { recordedIn, withCreated, withoutGone } from "../state/last-run.ts";
import { withProtection } from "../state/protection.ts";
import {
  type AppliedState,
  lastApplyOf,
  type PlatformScope,
  type RecordHashes,
  recordAfter,
  recordText,
} from "../state/record.ts";
import { type RecordFile, readRecord } from "../state/record-file.ts";
import { withRequests } from "../state/requests.ts";
import { laterRun } from "../state/run-id.ts";
import { canonicalJson, type Json } from "../text/json.ts";
import type { Created } from "../undo/created-objects.ts";
import { unrecordedRuns } from "./interrupted-runs.ts";
import { type Applied, knownAfter, sentValues, unkeptValues, unsentValues } from "./known-after.ts";
import type { LostCopy } from "./lost-copies.ts";

/** The usable record of a project, if any. */
export interface OpenRecord {
  /** The place that the record is written to. */
  readonly store: RecordStore;
  readonly project?: Backend["project"];
  /** The version that was read; undefined when there was no record. */
  readonly version: string | undefined;
  /** The record that applies wrote. */
  readonly written?: RecordFile | undefined;
  /** With what interrupted runs created. */
  readonly found?: RecordFile;
  /** Of its hashes: its own, or a new one for a new record. */
  readonly salt: string;
  /** The newest run there was; undefined for none. */
  readonly newest?: string | undefined;
  /** Copies of interrupted runs that only a look at the platform can find. */
  readonly lostCopies: readonly LostCopy[];
}

/**
 * Opens the record of a project, extended by the journals of interrupted runs on a scope. An unreadable
 * record is a warning: the platform stays the truth.
 */
export async function openRecord(
  io: Io,
  options: CommonOptions,
  state: Backend,
  scope: PlatformScope,
  { awaitCalls }: { readonly awaitCalls: boolean } = { awaitCalls: false },
): Promise<OpenRecord> {
  const { record, version, problem } = await readRecord(state);
  if (problem !== undefined)
    warn(io, options, [unused(`the record of the last apply is not used: ${problem}`)]);
  const salt = record?.salt ?? Buffer.from(io.randomBytes(16)).toString("hex");
  const runs = await unrecordedRuns(io, options, state, scope, { record, awaitCalls });
  const { newest, created, gone, copies } = runs;
  const kept = withoutGone(record, scope, new Set(gone));
  const whole = withCreated(kept, salt, scope, created, timeOf(io));
  const found = withRequests(whole, salt, scope, runs.requests, timeOf(io));
  return {
    store: state.record,
    project: state.project,
    version,
    written: record,
    salt,
    newest,
    lostCopies: copies,
    ...(found === undefined ? {} : { found }),
  };
}

/** The record after a run has created objects: undo may create two with the same name. */
export function afterCreating(
  io: Io,
  record: OpenRecord,
  scope: PlatformScope,
  created: readonly Created[],
): OpenRecord {
  const found = withCreated(record.found, record.salt, scope, created, timeOf(io));
  return found === undefined ? record : { ...record, found };
}

function unused(message: string): Diagnostic {
  return { code: "DF5020", severity: "warning", message };
}

/** The recorded facts about a scope, for planning. */
export function lastApplyIn(record: OpenRecord, scope: PlatformScope): LastApply | undefined {
  const { found, written } = record;
  if (found === undefined) return undefined;
  return { ...lastApplyOf(found, scope, hashesWith(found.salt)), recorded: recordedIn(written, scope) };
}

function hashesWith(salt: string): RecordHashes {
  return { hash: hashWith(salt), seal: sealWith(salt) };
}

/** A quick hash: names are no secrets, and there are as many as there are resources. */
function sealWith(salt: string): RecordHashes["seal"] {
  return (value, place) =>
    createHmac("sha256", salt)
      .update(`${place} ${canonicalJson(value)}`)
      .digest("hex")
      .slice(0, 32);
}

/** The hash functions of a record, also for a record that is not written yet. */
export function hashesOf({ salt }: OpenRecord): RecordHashes {
  return hashesWith(salt);
}

/** A slow hash, so that a short value cannot be guessed from it; the salt is the record's, and the place. */
function hashWith(salt: string): LastApply["hash"] {
  return (value: Json, place: string) => slowHash(canonicalJson(value), `${salt} ${place}`);
}

/** The record after the steps, for the plan that looks for remaining changes. */
export function withSteps(io: Io, record: OpenRecord, scope: PlatformScope, applied: Applied): OpenRecord {
  const found = recordOf(io, record, scope, applied);
  return found === undefined ? record : { ...record, found, written: found };
}

/** Writes the record after an apply. One that cannot be written is a warning. Returns what kept it from being written. */
export async function keepRecord(
  io: Io,
  options: CommonOptions,
  record: OpenRecord,
  scope: PlatformScope,
  applied: Applied,
): Promise<readonly unknown[]> {
  const next = recordOf(io, record, scope, applied);
  if (next === undefined) return [];
  try {
    await record.store.write(recordText(next), record.version);
    return [];
  } catch (problem) {
    const { isPulled = false, isUndo = false } = applied;
    const what = isPulled ? "pull" : isUndo ? "undo" : "apply";
    const told = unused(`the record of this ${what} could not be kept: ${whyFileFailed(problem)}`);
    warn(io, options, [{ ...told, ...hintOf(problem) }]);
    return [problem];
  }
}

function recordOf(
  io: Io,
  record: OpenRecord,
  scope: PlatformScope,
  applied: Applied,
): RecordFile | undefined {
  const last = lastApplyIn(record, scope);
  return recordAfter(record.found, record.salt, scope, {
    known: withCreators(withProtection(knownAfter(last, applied), last, applied), last, applied),
    sent: sentValues(applied, hashWith(record.salt)),
    unsent: unsentValues(applied, hashWith(record.salt)),
    unkept: unkeptValues(applied, hashWith(record.salt)),
    seal: sealWith(record.salt),
    at: timeOf(io),
    by: actorOf(io),
    commit: commitOf(io),
    wholeCommit: applied.wholeCommit,
    converged: applied.converged,
    waiting: waitingAfter(last, applied),
    requests: requestsAfter(last, applied, timeOf(io)),
    lastRun: takenIn(record, applied),
    scope: record.project?.patterns,
  });
}

/**
 * The people who still have not joined. An undo does not look for them, and neither do transfers. Whoever was to be invited, and was
 * not, does not wait: the next apply invites them.
 */
function waitingAfter(last: LastApply | undefined, applied: Applied): AppliedState["waiting"] {
  const { plan, second, isUndo, isPulled } = applied;
  if (isUndo === true) return undefined;
  const asked = new Set(askedBy(applied));
  const unasked = plan.document.steps.filter((step) => {
    const request = isPulled === true ? undefined : requestIn(plan.kinds.all, step, undefined);
    return request !== undefined && !asked.has(request) && last?.waiting?.has(step.address) !== true;
  });
  const left = new Set(unasked.map(({ address }) => address));
  return (second ?? plan).awaited?.filter((address) => !left.has(address));
}

/** The requests to people that the run sent, or may have sent. */
function askedBy({ plan, sent, requests = [] }: Applied): readonly string[] {
  return [...sent.flatMap((step) => requestIn(plan.kinds.all, step, undefined) ?? []), ...requests];
}

/** The requests to people that are open, with those that the run sent: also one that was sent again is of now. */
function requestsAfter(last: LastApply | undefined, applied: Applied, at: string): Requests {
  const { plan, second } = applied;
  const open = (second ?? plan).requests ?? last?.requests ?? new Map<string, string>();
  return new Map([...open, ...askedBy(applied).map((request) => [request, at] as const)]);
}

/**
 * The newest run that a record has taken in. A run with calls in doubt stays open, and so do the runs before it as long
 * as no whole plan has looked for their lost copies.
 */
function takenIn(
  { newest, lostCopies }: OpenRecord,
  { run, second, isUndo, isPulled }: Applied,
): string | undefined {
  const isPlannedAgain = second !== undefined && isUndo !== true && isPulled !== true;
  return lostCopies.length > 0 && !isPlannedAgain ? undefined : laterRun(newest, run);
}
