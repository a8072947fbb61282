import { dirname, posix, resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { Stop } from "../../model/stop.ts";
import { isAbsolute, isOutside, type ProjectFiles } from "../read/project-files.ts";

/** A file of a project as it shall be, and as it was when that was decided. */
export interface FileToWrite {
  /** Relative to the project folder. */
  readonly path: string;
  readonly text: string;
  /** Left out for a file that is not there. */
  readonly before?: string;
}

/**
 * Writes files of a project: first it looks at all of them, and writes none when one is not as it was, lies outside
 * the project folder, or has a file where its folder should be. When the operating system refuses one later, what was
 * written before is taken back, as far as it lets that be. Throws `Stop` then, which says so. They go into Git, so a
 * new one has the rights of any file that people make.
 */
export async function writeFiles(
  io: Io,
  folder: string,
  base: ProjectFiles,
  files: readonly FileToWrite[],
): Promise<void> {
  const problems = await Promise.all(files.map((file) => problemOf(base, file)));
  const wrong = new Set(problems.filter((problem) => problem !== undefined));
  if (wrong.size > 0) throw new Stop([...wrong].map((message) => error("DF5101", message)));
  const begun: WrittenFile[] = [];
  try {
    for (const file of files) {
      const real = await placeToWrite(folder, base, file.path);
      await makeFolder(io, dirname(real));
      begun.push({ ...file, real });
      const rights = file.before === undefined ? "ordinary" : { like: real };
      await writeWhole(io, real, file.text, { rights });
    }
  } catch (problem) {
    throw await takenBack(io, begun, problem);
  }
}

/** Makes a folder of a project where it is not there. Throws `Stop` when the operating system refuses. */
export async function makeFolder({ disk }: Pick<Io, "disk">, folder: string): Promise<void> {
  try {
    await disk.makeFolder(folder, "ordinary");
  } catch (problem) {
    throw new Stop([error("DF5004", `cannot make the folder ${folder}: ${whyFileFailed(problem)}`)]);
  }
}

/** Why a file is not written. */
async function problemOf(base: ProjectFiles, { path, before }: FileToWrite): Promise<string | undefined> {
  if (await liesOutside(base, path)) return outside(path);
  const inTheWay = await fileAbove(base, path);
  if (inTheWay !== undefined) return `${inTheWay} is a file, and a folder is needed there`;
  const status = await base.status(path);
  if (before === undefined) return status === undefined ? undefined : `${path} is there already`;
  const now =
    status === undefined
      ? undefined
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(await base.read(path));
  return now === before ? undefined : `${path} was changed while docform read the platform`;
}

/** Where a file of a project is written, links followed. Throws `Stop` when that lies outside the project folder. */
export async function placeToWrite(folder: string, base: ProjectFiles, path: string): Promise<string> {
  if (await liesOutside(base, path)) throw new Stop([error("DF5101", outside(path))]);
  return resolve(folder, (await base.realPath(path)) ?? path);
}

function outside(path: string): string {
  return `${path} lies outside the project folder`;
}

async function liesOutside(base: ProjectFiles, path: string): Promise<boolean> {
  return isAbsolute(path) || isOutside(posix.normalize(path)) || (await leadsOutside(base, path));
}

/** Does the file, or the nearest folder above it that is there, lie elsewhere? */
async function leadsOutside(base: ProjectFiles, path: string): Promise<boolean> {
  for (let at = path; ; at = posix.dirname(at)) {
    const real = await base.realPath(at);
    if (real !== undefined) return isOutside(real);
    if (at === ".") return false;
  }
}

/** The nearest thing above a file that is there, when it is no folder. */
async function fileAbove(base: ProjectFiles, path: string): Promise<string | undefined> {
  for (let at = posix.dirname(path); at !== "."; at = posix.dirname(at)) {
    const status = await base.status(at);
    if (status !== undefined) return status.type === "file" ? at : undefined;
  }
  return undefined;
}

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
async function takenBack(
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
