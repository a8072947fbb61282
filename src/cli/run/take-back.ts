import type { Io } from "../../io/io.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { Stop } from "../project/stop.ts";
import { writeWhole } from "../project/write-whole.ts";

/** A file whose writing began. */
export interface WrittenFile {
  /** As people know it. */
  readonly path: string;
  /** Where it is on disk. */
  readonly real: string;
  readonly text: string;
  /** Left out for a new one. */
  readonly before?: string;
}

/**
 * Takes back files that were written before another one could not be: new ones go, changed ones get their text again.
 * The problem is given back with what came of that.
 */
export async function takenBack(
  io: Pick<Io, "disk" | "random">,
  files: readonly WrittenFile[],
  problem: unknown,
): Promise<unknown> {
  const left: string[] = [];
  for (const file of [...files].reverse()) if (!(await isTakenBack(io, file))) left.push(file.path);
  if (!(problem instanceof Stop)) return problem;
  const hint =
    left.length === 0
      ? "what was written before is taken back: no file is changed"
      : `written before, and could not be taken back: ${left.join(", ")}; look there before the next command`;
  return new Stop(problem.diagnostics.map((one): Diagnostic => ({ ...one, hint })));
}

/** Whatever else stands there is of somebody else, and stays. */
async function isTakenBack(
  io: Pick<Io, "disk" | "random">,
  { real, text, before }: WrittenFile,
): Promise<boolean> {
  try {
    const now =
      (await io.disk.status(real)) &&
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(await io.disk.read(real));
    if (now === before) return true;
    if (now !== text) return false;
    if (before === undefined) await io.disk.remove(real);
    else await writeWhole(io, real, before, { rights: { like: real } });
    return true;
  } catch {
    return false;
  }
}
