import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { Stop } from "../../model/stop.ts";
import type { Connection } from "../../project/connect.ts";
import type { OpenUnit } from "../../project/opened/open-units.ts";
import type { CommonOptions, ConnectionOptions } from "../../project/options.ts";
import { warn } from "../../project/output.ts";
import { type RecentReads, recentReads } from "../../refresh/cached-reader.ts";
import type { Backend } from "../../state/backend.ts";
import { type Interrupts, watchInterrupts } from "../interrupts.ts";
import { type PlanRequest, platformScope } from "../make-plan.ts";
import { type OpenRecord, openRecord } from "../open-record.ts";
import { type LockOptions, lockProject, type ProjectLock } from "../project-lock.ts";
import type { RunWatch } from "./ending.ts";

/** The options of a command that runs a reviewed plan. */
export interface RunOptions extends ConnectionOptions, LockOptions {
  readonly yes?: boolean;
  /** The digest of the plan that was reviewed, or those of plans of several organizations. */
  readonly expect?: readonly string[];
  /** Show each change by itself, also where many are alike. */
  readonly full?: boolean;
  /** Left out: see `needsRehearsal`. */
  readonly rehearse?: boolean;
}

/** A project that a run may change, with its platform, its lock and its record. */
export interface OpenRun {
  readonly project: Project;
  readonly connection: Connection;
  /** Recent reads, so that a step need not read the same object again. */
  readonly recent: RecentReads;
  readonly state: Backend;
  readonly record: OpenRecord;
  readonly lock: ProjectLock;
  readonly interrupts: Interrupts;
}

/** Everything that the run of a reviewed plan needs. */
export interface Given extends OpenRun {
  /** The request with which docform plans again after the run. */
  readonly request: PlanRequest;
  /** The run that this one takes back. */
  readonly undoes?: string;
  /** A sentence about that run. */
  readonly about?: string;
  /** The commit that a pipeline applies: the record keeps it when the apply ends whole. */
  readonly commit?: string | undefined;
  /** The pull request that was merged, such as `#12`; the record keeps it at what the run creates. */
  readonly pull?: string;
  readonly watch: RunWatch;
}

/** The surroundings of a command that changes the platform or the manifests. */
export interface Guarded {
  readonly interrupts: Interrupts;
  /** Takes the lock of the project until the end. */
  readonly lock: (state: Backend) => Promise<ProjectLock>;
  /** Registers a clean-up for the end of the command. Clean-ups run in reverse order. */
  readonly onEnd: (close: () => Promise<void>) => void;
}

/** Runs a command that can be interrupted at any time, and lets go of all that it held. */
export async function guarded<T>(
  io: Io,
  options: LockOptions,
  command: string,
  work: (guarded: Guarded) => Promise<T>,
): Promise<T> {
  const interrupts = watchInterrupts(io);
  const closing: (() => Promise<void>)[] = [];
  const lock = (state: Backend): Promise<ProjectLock> => {
    const taking = lockProject(io, options, state, command, interrupts.signal);
    // An interrupt while the lock is being taken lets go of it, too.
    closing.push(async () => (await taking.catch(() => undefined))?.release());
    return taking;
  };
  try {
    return await interrupts.guard(work({ interrupts, lock, onEnd: (close) => closing.push(close) }));
  } finally {
    interrupts.end();
    for (const close of closing.reverse())
      await close().catch((problem: unknown) => tellLeft(io, options, problem));
  }
}

/** Connects to the platform of a unit, takes the lock, and waits for calls of an interrupted run. */
export async function openRun(
  io: Io,
  options: RunOptions,
  project: Project,
  { interrupts, lock, onEnd }: Guarded,
  unit: Pick<OpenUnit, "connect" | "openState">,
): Promise<OpenRun> {
  const connection = await unit.connect(interrupts.signal);
  onEnd(connection.close);
  const state = await unit.openState();
  onEnd(state.close);
  const held = await lock(state);
  const record = await openRecord(io, options, state, platformScope(project, connection), {
    awaitCalls: true,
  });
  const recent = recentReads(connection.reader, io.monotonic);
  return { project, connection, recent, state, record, lock: held, interrupts };
}

/** A failed clean-up is a warning: the result of the command stays. */
function tellLeft(io: Io, options: CommonOptions, problem: unknown): void {
  const message = `something that the command held could not be let go of: ${whyFileFailed(problem)}`;
  const left: Diagnostic = { code: "DF5004", severity: "warning", message };
  warn(io, options, problem instanceof Stop ? problem.diagnostics : [left]);
}
