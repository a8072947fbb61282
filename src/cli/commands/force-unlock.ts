import type { Io } from "../../io/io.ts";
import { error } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { holderText, lockFileOf, runnerOf, waitingHint } from "../../project/lock.ts";
import type { CommonOptions } from "../../project/options.ts";
import { canAsk } from "../../project/output.ts";
import { terminalText } from "../../render/safe-text.ts";
import { releaseLock } from "../../state/lock.ts";
import { type LockHolder, removeIfThere, writtenHolderIn } from "../../state/lock-holder.ts";
import { takeoversOf } from "../../state/takeover.ts";

/** How a lock is removed. */
export interface UnlockOptions extends CommonOptions {
  readonly yes?: boolean;
}

/**
 * `docform force-unlock ID`: removes a lock that a run on another machine left, or a takeover of one; the id says that
 * this one is meant. That of a process that runs here stays, unless whoever is asked wants it removed. What says nothing
 * goes along: nobody could name it.
 */
export async function forceUnlock(io: Io, id: string, options: UnlockOptions): Promise<ExitCode> {
  const file = lockFileOf(io, options);
  const takeovers = await takeoversOf(io.disk, file);
  const isLocked = (await io.disk.status(file)) !== undefined;
  const holder = isLocked ? await writtenHolderIn(io, file) : undefined;
  const takers = await Promise.all(takeovers.map((one) => writtenHolderIn(io, one)));
  const meant = meantBy(id, [holder, ...takers]);
  const refusal = meant === holder ? await maybeRefused(io, options, holder) : undefined;
  if (refusal !== undefined) return refusal;
  // Those who take over stop when their file is gone, and try again.
  for (const one of takeovers) await removeIfThere(io.disk, one);
  if (holder !== undefined) await releaseLock(io.disk, file, id);
  else if (isLocked) await removeIfThere(io.disk, file);
  io.stderr.write(wordsFor(meant, isLocked || takeovers.length > 0));
  return exitCode.done;
}

/**
 * The exit code when the lock stays, as its process is running: without the lock, a second run would disturb it. The
 * number of a process that is gone may be that of another one now, so whoever means it may say so. Throws `Stop` when
 * there is nobody to ask.
 */
async function maybeRefused(
  io: Io,
  options: UnlockOptions,
  holder: LockHolder | undefined,
): Promise<ExitCode | undefined> {
  if (holder === undefined || options.yes === true) return undefined;
  if ((await runnerOf(io, options, holder))?.isHere !== true) return undefined;
  const running = `the run still goes on that holds this project folder: ${holderText(holder)}`;
  const hint = waitingHint(io, options, holder);
  if (!canAsk(io, options.input)) throw new Stop([error("DF5033", running, { hint })]);
  const { confirm } = await import("../../terminal/confirm.ts");
  io.stderr.write(`${terminalText(`${running}\n${hint}`)}\n`);
  const answer = await confirm("Remove the lock of a running process?", {
    input: io.stdin(),
    output: io.stderr,
  });
  if (answer === "yes") return undefined;
  io.stderr.write("The lock was not removed.\n");
  return answer === "interrupted" ? exitCode.interrupted : exitCode.error;
}

/** The one of them with this id; undefined when none says who it is. Throws `Stop` when only others do. */
function meantBy(id: string, holders: readonly (LockHolder | undefined)[]): LockHolder | undefined {
  const named = holders.filter((one) => one !== undefined);
  const meant = named.find((one) => one.id === id);
  const [other] = named;
  if (meant !== undefined || other === undefined) return meant;
  const hint = `the lock there is of ${holderText(other)}; its id is ${other.id}`;
  throw new Stop([error("DF5033", `the project folder has no lock with the id "${id}"`, { hint })]);
}

function wordsFor(meant: LockHolder | undefined, wasThere: boolean): string {
  if (meant !== undefined) return `Removed the lock of ${holderText(meant)}.\n`;
  return wasThere ? "Removed a lock that did not say who holds it.\n" : "The project folder is not locked.\n";
}
