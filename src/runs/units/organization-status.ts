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
 * Tells the status of an organization by its place. A run without an end counts as interrupted until the record has taken it in: a
 * later apply, undo, pull or edit of the record did so.
 */
export function organizationStatus({ recorded, run, lock }: PlaceFacts, now: number): Told {
  const applied = recorded?.lastApply;
  // An apply without calls has no journal.
  const last = run === undefined || (applied?.at ?? "") > run.lastAt ? undefined : run.entry;
  const state = lock === undefined ? lastState(recorded, last) : "locked";
  const isRunTold = last !== undefined && ["failed", "interrupted", "not converged"].includes(state);
  const message =
    lock === undefined
      ? isRunTold && `${counted(last.calls, "call")}: ${outcomesText(last)}`
      : holderText(lock);
  return {
    state,
    ...(message === false ? {} : { message }),
    ...stampOf(last ?? applied, now),
    ...(last === undefined ? {} : { run: last }),
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
