import { basename, dirname, join } from "node:path";
import type { Disk } from "../../io/disk.ts";
import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode, type Stop, stop } from "../../model/stop.ts";
import { holderText, lockFileOf, runnerOf, waitingHint } from "../../project/lock.ts";
import type { CommonOptions } from "../../project/options.ts";
import { canAsk } from "../../project/output.ts";
import { terminalText } from "../../render/safe-text.ts";
import { type LockHolder, releaseLock, writtenHolderIn } from "../../state/lock.ts";

/** The options of `docform force-unlock`. */
export interface UnlockOptions extends CommonOptions {
  readonly yes?: boolean;
}

/**
 * `docform force-unlock ID`: removes a left-over lock. The id must be the one in the lock file; a lock file
 * without an id is removed by any id. While the process of the lock runs on this machine, docform asks first.
 */
export async function forceUnlock(io: Io, id: string, options: UnlockOptions): Promise<ExitCode> {
  const file = lockFileOf(io, options);
  const isLocked = (await io.disk.status(file)) !== undefined;
  const holder = isLocked ? await writtenHolderIn(io, file) : undefined;
  if (holder !== undefined && holder.id !== id) throw otherLock(id, holder);
  const refusal = await maybeRefused(io, options, holder);
  if (refusal !== undefined) return refusal;
  if (holder !== undefined) await releaseLock(io.disk, file, id);
  else if (isLocked) await io.disk.remove(file);
  await removeTakeovers(io.disk, file);
  io.stderr.write(wordsFor(holder, isLocked));
  return exitCode.done;
}

/** Removes the files of a takeover that was killed. Without the lock they have no use. */
async function removeTakeovers(disk: Disk, file: string): Promise<void> {
  const names = await disk.names(dirname(file)).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(`${basename(file)}.`)))
    await disk.remove(join(dirname(file), name));
}

/**
 * The exit code when the lock stays because its process still runs; undefined when it may be removed. The
 * process id may belong to another process by now, so docform asks. Throws `Stop` when nobody can be asked.
 */
async function maybeRefused(
  io: Io,
  options: UnlockOptions,
  holder: LockHolder | undefined,
): Promise<ExitCode | undefined> {
  if (holder === undefined || options.yes === true) return undefined;
  if (runnerOf(io, holder)?.isHere !== true) return undefined;
  const running = `the run still goes on that holds this project folder: ${holderText(holder)}`;
  const hint = waitingHint(io, options, holder);
  if (!canAsk(io, options.input)) throw stop("DF5033", running, { hint });
  const { askToGoOn } = await import("../../terminal/confirm.ts");
  io.stderr.write(`${terminalText(`${running}\n${hint}`)}\n`);
  const dialogue = { input: io.stdin(), output: io.stderr };
  return askToGoOn("Remove the lock of a running process?", "The lock was not removed.", dialogue);
}

function otherLock(id: string, other: LockHolder): Stop {
  const hint = `the lock there is of ${holderText(other)}; its id is ${other.id}`;
  return stop("DF5033", `the project folder has no lock with the id "${id}"`, { hint });
}

function wordsFor(meant: LockHolder | undefined, wasThere: boolean): string {
  if (meant !== undefined) return `Removed the lock of ${holderText(meant)}.\n`;
  return wasThere ? "Removed a lock that did not say who holds it.\n" : "The project folder is not locked.\n";
}
