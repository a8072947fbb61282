import type { Log } from "../io/disk.ts";
import type { ProjectScope } from "../model/desired.ts";
import { error } from "../model/diagnostic.ts";
import { Stop } from "../model/stop.ts";
import type { LockHolder, ToldHolder } from "./lock.ts";

/** A text of a backend, and the version that it was read under. */
export interface Versioned {
  readonly text: string;
  /** Means something to the backend alone. */
  readonly version: string;
}

/** A lock that is held. */
export interface HeldLock {
  /** The holder from whom it was taken over, because that run is gone. */
  readonly takenFrom?: LockHolder;
  /** Gives the lock up. A lock that somebody else has by now stays as it is. */
  readonly release: () => Promise<void>;
}

/** The holder of a lock; a word when the place says only that somebody holds it. */
type HolderTold = LockHolder | ToldHolder | "unknown" | "unreadable";

/** The answer to a request for a lock; the holder is undefined when the lock keeps changing hands. */
export type LockAnswer = HeldLock | { readonly holder: HolderTold | undefined };

/** The record of the last applies. */
export interface RecordStore {
  /** Undefined when there is none. */
  readonly read: () => Promise<Versioned | undefined>;
  /**
   * Writes the record over the version that was read; undefined: where there was none. Throws `StateMoved`, and
   * writes nothing, when the record is of another version by now.
   */
  readonly write: (text: string, over: string | undefined) => Promise<void>;
}

/** The lock: one holder has it at a time. */
export interface LockStore {
  /** Takes the lock, or says who holds it. A holder that asks again has it. */
  readonly take: (mine: LockHolder) => Promise<LockAnswer>;
  /**
   * The holder; undefined when the lock is free. "unknown" when the place does not tell whether it is, "unreadable" when
   * there is a lock that names nobody.
   */
  readonly holder: () => Promise<LockHolder | "unknown" | "unreadable" | undefined>;
  /** Removes the lock with this id, or one that names no holder. Another lock stays. Was one removed? */
  readonly remove: (id: string) => Promise<boolean>;
}

/** The journals of runs. */
export interface RunStore {
  /** Ids of the runs that have a journal, the oldest first. */
  readonly ids: () => Promise<readonly string[]>;
  /** The journal of a run as text, as far as it was written; undefined when there is none. */
  readonly read: (run: string) => Promise<string | undefined>;
  /** The first line of a journal, and perhaps more, where it can be read without the rest. */
  readonly readStart?: (run: string) => Promise<string | undefined>;
  /**
   * Begins the journal of a run under a lock. An appended text is durable when the promise resolves: where is
   * said by each backend. Appending throws `LockLost` when it is found that the lock is no longer held.
   */
  readonly begin: (run: string, text: string, lockId: string) => Promise<Log>;
  /** The file of a journal on this machine, from the project folder. */
  readonly fileOf?: (run: string) => string;
  /** The journals that are in the place itself, without those that lie on this machine alone. */
  readonly kept: KeptRuns;
}

/** The journals in a place, whole. A run that goes on may be ahead of its journal there. */
export interface KeptRuns {
  /** Ids of the runs, the oldest first. */
  readonly ids: () => Promise<readonly string[]>;
  readonly read: (run: string) => Promise<string | undefined>;
  /** Writes journals under a lock, each over the one of the same run. Throws `LockLost` when the lock is another's. */
  readonly write: (texts: ReadonlyMap<string, string>, lockId: string) => Promise<void>;
  /** The number of runs that the place keeps, the newest; left out: all. */
  readonly most?: number;
}

/**
 * The place where a project keeps its state: the record, the lock and the journals of runs. Every backend
 * keeps the same promises (`test/backends`). Its methods throw `BackendError` when the place cannot be used; those
 * of the folder throw errors of the operating system.
 */
export interface Backend {
  /** The place in words, for messages. Example: `the Git ref docform-state of origin`. */
  readonly place: string;
  /** Whether runs on other machines see it. */
  readonly isShared: boolean;
  /** The project whose part of the record it is; undefined for a project without a name. */
  readonly project?: ProjectScope | undefined;
  /** Milliseconds that a journal may be behind its run, where a line does not become visible at once; else 0. */
  readonly journalDelay: number;
  readonly record: RecordStore;
  readonly lock: LockStore;
  readonly runs: RunStore;
  readonly close: () => Promise<void>;
}

/** The place of the state cannot be used: the message says what is wrong and where, the hint what to do. */
export class BackendError extends Stop {
  /** It may work a moment later: no answer came, or the server failed. */
  readonly mayPass: boolean;

  constructor(message: string, hint: string, mayPass = false) {
    super([error("DF5040", message, { hint })]);
    this.name = "BackendError";
    this.mayPass = mayPass;
  }
}

/** The record was written by another run since it was read. */
export class StateMoved extends BackendError {
  constructor(place: string) {
    super(
      `another run has written the record in ${place} since this one read it`,
      "plan again: the next plan reads what the other run left",
    );
    this.name = "StateMoved";
  }
}

/** The lock was removed or taken over while its run went on. */
export class LockLost extends BackendError {
  constructor(place: string, holder: HolderTold | undefined) {
    super(
      `the lock in ${place} is no longer held by this run: ${heldBy(holder)}`,
      "plan again when no other run is in progress",
    );
    this.name = "LockLost";
  }
}

function heldBy(holder: HolderTold | undefined): string {
  if (holder === undefined) return "it is free";
  if (typeof holder === "string") return "the server says that another lock holds it";
  if ("command" in holder) return `docform ${holder.command} on ${holder.host} holds it`;
  return `the server says that the lock ${holder.id} holds it`;
}

/** Several places in words. */
export function joinedPlace([first = "", second, ...others]: readonly string[]): string {
  if (second === undefined) return first;
  return `${first} and ${others.length === 0 ? second : `${others.length + 1} others`}`;
}
