import type { RunEntry } from "../../model/documents/runs-document.ts";
import type { OrganizationStatus } from "../../model/documents/status-document.ts";
import { outcomesText } from "../../render/text/runs-text.ts";
import { counted } from "../../render/words.ts";
import type { LockHolder } from "../../state/lock.ts";
import type { RecordFile } from "../../state/record-file.ts";
import { holderText } from "../project-lock.ts";

/** A run that a place has a journal of. */
export interface KnownRun {
  readonly entry: RunEntry;
  /** Time of the last line of its journal, ISO 8601. */
  readonly lastAt: string;
}

/** The facts about an organization in the place of its state. */
export interface PlaceFacts {
  readonly recorded?: RecordFile["platforms"][string][string] | undefined;
  /** The newest run that was on it. */
  readonly run?: KnownRun | undefined;
  /** The command that holds the lock, unless its process is gone. */
  readonly lock?: LockHolder | undefined;
}

/** The status of an organization, without what to do. */
export type Told = Omit<OrganizationStatus, "organization" | "id" | "code" | "next">;

/**
 * Tells the status of an organization by its place. A run without an end counts as interrupted until the record has taken
 * it in: a later apply, undo, pull or edit of the record did so. A later look for drift knows better than the last run.
 */
export function organizationStatus({ recorded, run, lock }: PlaceFacts, now: number): Told {
  const applied = recorded?.lastApply;
  // An apply without calls has no journal.
  const last = run === undefined || (applied?.at ?? "") > run.lastAt ? undefined : run.entry;
  const checks = recorded?.driftChecks ?? [];
  const check = checks.at(-1);
  const differing =
    check && check.at > ((last && run?.lastAt) ?? applied?.at ?? "") ? check.differing : undefined;
  const state = lock === undefined ? withDrift(lastState(recorded, last), differing) : "locked";
  const message = messageFor(state, { lock, last, differing });
  return {
    state,
    ...(message === undefined ? {} : { message }),
    ...stampOf(last ?? applied, now),
    ...(last === undefined ? {} : { run: last }),
    ...(check === undefined
      ? {}
      : { drift: { ...check, age: secondsSince(check.at, now), trend: checks.map((one) => one.differing) } }),
    ...(lock === undefined ? {} : { lock: lockOf(lock) }),
  };
}

function lastState(recorded: PlaceFacts["recorded"], last: RunEntry | undefined): Told["state"] {
  if (last === undefined) return recorded === undefined ? "never applied" : "applied";
  const { ended, converged, run } = last;
  if (ended === null) return (recorded?.lastRun ?? "") >= run ? "applied" : "interrupted";
  if (ended !== "done") return ended;
  return converged === false ? "not converged" : "applied";
}

/** The state after a later look for drift; undefined: nobody looked. */
function withDrift(state: Told["state"], differing: number | undefined): Told["state"] {
  if (differing === 0) return "applied";
  return differing !== undefined && state === "applied" ? "drifted" : state;
}

function messageFor(
  state: Told["state"],
  {
    lock,
    last,
    differing = 0,
  }: Pick<PlaceFacts, "lock"> & {
    readonly last: RunEntry | undefined;
    readonly differing: number | undefined;
  },
): string | undefined {
  if (lock !== undefined) return holderText(lock);
  if (state === "drifted") return counted(differing, "address differs", "addresses differ");
  if (state === "applied" || last === undefined) return undefined;
  return `${counted(last.calls, "step")}: ${outcomesText(last)}`;
}

function stampOf(
  stamp:
    | { readonly at: string; readonly by?: string | undefined; readonly commit?: string | undefined }
    | undefined,
  now: number,
): Pick<Told, "lastApply"> {
  if (stamp === undefined) return {};
  const { at, by, commit } = stamp;
  const own = { ...(by === undefined ? {} : { by }), ...(commit === undefined ? {} : { commit }) };
  return { lastApply: { at, age: secondsSince(at, now), ...own } };
}

/** Whole seconds from a time, ISO 8601, to now. A clock that was set back makes none negative. */
function secondsSince(at: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
}

function lockOf({ id, command, by, at }: LockHolder): NonNullable<Told["lock"]> {
  return { id, command, ...(by === undefined ? {} : { by }), at };
}
