import { dirname, posix, resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { error } from "../../model/diagnostic.ts";
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
 * Writes files of a project. First it looks at all of them, and writes none when one is not as it was, lies outside the
 * project folder, or has a file where its folder should be. When the operating system refuses one later, those
 * written before are as they were again, and it throws a `Stop`. They go into Git, so a new one has the rights of any
 * file that people make.
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
  const begun: { readonly path: string; readonly undo: () => Promise<void> }[] = [];
  for (const { path, text, before } of files) {
    try {
      const real = await placeToWrite(folder, base, path);
      await makeFolder(io, dirname(real));
      const isNew = before === undefined;
      const rights = isNew ? "ordinary" : { like: real };
      const undo = async () => {
        // Another text is of somebody else by now, and stays.
        if (textIn(await io.disk.read(real)) !== text) throw new Error("changed since");
        await (isNew ? io.disk.remove(real) : writeWhole(io, real, before, { rights }));
      };
      await writeWhole(io, real, text, { rights });
      begun.push({ path, undo });
    } catch (problem) {
      if (!(problem instanceof Stop)) throw problem;
      const left: string[] = [];
      for (const one of begun.reverse()) await one.undo().catch(() => left.push(one.path));
      const hint = left.length === 0 ? "no file is changed" : `written anyway: ${left.join(", ")}`;
      throw new Stop(problem.diagnostics.map((one) => ({ ...one, hint })));
    }
  }
}

/** Makes a folder of a project where it is not there. Throws `Stop` when the operating system refuses. */
export async function makeFolder({ disk }: Pick<Io, "disk">, folder: string): Promise<void> {
  try {
    await disk.makeFolder(folder, "ordinary");
  } catch (problem) {
    if (problem instanceof Stop) throw problem;
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
  const now = status === undefined ? undefined : textIn(await base.read(path));
  return now === before ? undefined : `${path} was changed while docform read the platform`;
}

function textIn(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
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
