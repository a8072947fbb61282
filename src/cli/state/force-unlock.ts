import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode, type Stop, stop } from "../../model/stop.ts";
import { canAsk } from "../../project/output.ts";
import {
  demandOne,
  eachState,
  type OrganizationOptions,
  stateSettings,
  withState,
} from "../../project/state.ts";
import { terminalText } from "../../render/safe-text.ts";
import { holderText, lockedThing, runnerOf, waitingHint } from "../../runs/project-lock.ts";
import type { Backend } from "../../state/backend.ts";
import type { LockHolder } from "../../state/lock.ts";

/** The options of `docform force-unlock`. */
export interface UnlockOptions extends OrganizationOptions {
  readonly yes?: boolean;
}

/**
 * `docform force-unlock ID`: removes a left-over lock. The id must be that of the lock; a lock that names no holder is
 * removed by any id. While the process of the lock runs on this machine, docform asks first.
 */
export async function forceUnlock(io: Io, id: string, options: UnlockOptions): Promise<ExitCode> {
  const settings = await stateSettings(io, options);
  if (settings.desired.organizations.length <= 1)
    return withState(io, options, (state) => unlock(io, id, options, state));
  const codes: ExitCode[] = [];
  await eachState(io, options, async (state, own) => {
    if (codes.some((code) => code !== exitCode.done)) return;
    const holder = await state.lock.holder();
    if (typeof holder === "string") demandOne(settings, "force-unlock");
    if (typeof holder === "object" && "command" in holder && holder.id === id)
      codes.push(await unlock(io, id, own, state));
  });
  const last = codes.at(-1);
  if (last !== undefined) return last;
  throw stop("DF5033", `no organization of the project has a lock with the id "${id}"`, { hint: untold });
}

async function unlock(io: Io, id: string, options: UnlockOptions, state: Backend): Promise<ExitCode> {
  const told = await state.lock.holder();
  const holder = typeof told === "string" ? undefined : told;
  if (holder !== undefined && holder.id !== id) throw otherLock(id, state, holder);
  const refusal = await maybeRefused(io, options, state, holder);
  if (refusal !== undefined) return refusal;
  const wasThere = await state.lock.remove(id);
  if (typeof told === "string" && !wasThere) throw noSuchLock(id, state, untold);
  io.stderr.write(told === "unreadable" ? removedUnreadable : wordsFor(state, holder, wasThere));
  return exitCode.done;
}

/**
 * The exit code when the lock stays because its process still runs; undefined when it may be removed. The
 * process id may belong to another process by now, so docform asks. Throws `Stop` when nobody can be asked.
 */
async function maybeRefused(
  io: Io,
  options: UnlockOptions,
  state: Backend,
  holder: LockHolder | undefined,
): Promise<ExitCode | undefined> {
  if (holder === undefined || options.yes === true) return undefined;
  if (runnerOf(io, state, holder)?.isHere !== true) return undefined;
  const running = `the run that holds ${lockedThing(state)} is still in progress: ${holderText(holder)}`;
  const hint = waitingHint(io, options, state, holder);
  if (!canAsk(io, options.input)) throw stop("DF5033", running, { hint });
  const { askToGoOn } = await import("../../runs/terminal/confirm.ts");
  io.stderr.write(`${terminalText(`${running}\n${hint}`)}\n`);
  const dialogue = { input: io.stdin(), output: io.stderr };
  return askToGoOn("Remove the lock of a running process?", "The lock was not removed.", dialogue);
}

function otherLock(id: string, state: Backend, other: LockHolder): Stop {
  return noSuchLock(id, state, `the lock there is of ${holderText(other)}; its id is ${other.id}`);
}

const untold = "a run that is refused names the id; or remove the lock where the server shows it";

function noSuchLock(id: string, { isShared, place }: Backend, hint: string): Stop {
  return stop("DF5033", `${isShared ? place : "the project folder"} has no lock with the id "${id}"`, {
    hint,
  });
}

/** A server of Terraform's protocol does not say who holds a lock, only whether one was removed. */
function wordsFor({ isShared, place }: Backend, meant: LockHolder | undefined, wasThere: boolean): string {
  if (meant !== undefined) return `${terminalText(`Removed the lock of ${holderText(meant)}.`)}\n`;
  if (isShared) return wasThere ? "Removed the lock.\n" : `There is no lock with this id in ${place}.\n`;
  return wasThere ? removedUnreadable : "The project folder is not locked.\n";
}

const removedUnreadable = "Removed a lock that did not say who holds it.\n";
