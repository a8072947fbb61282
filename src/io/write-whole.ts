import { basename, dirname, join, resolve } from "node:path";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop, stop } from "../model/stop.ts";
import type { Rights } from "./disk.ts";
import type { Io } from "./io.ts";
import { ownFiles } from "./own-files.ts";

/**
 * Writes a file whole or not at all: to a draft file, flushed and renamed. Resolves when the file is on disk.
 * Only the owner may read it, unless other rights are given. `draft` is the path of the draft; a generated
 * name by default, and then drafts of the file that killed runs left are removed. Throws `Stop` on an error of the
 * operating system.
 */
export async function writeWhole(
  { disk, random }: Pick<Io, "disk" | "random">,
  file: string,
  text: string,
  given: { readonly draft?: string; readonly rights?: Rights } = {},
): Promise<void> {
  // As root, a rename would put a file in the place of a device such as /dev/null.
  if ((await disk.entry(file).catch(() => undefined))?.type === "other")
    throw stop("DF5004", `cannot write ${file}: it is no plain file`);
  const { draft = `${file}${draftMark}${random().toString(36).slice(2)}.tmp`, rights } = given;
  if (given.draft === undefined) await removeDrafts(disk, file);
  try {
    await disk.create(draft, text, rights);
    await disk.rename(draft, file).catch(async (problem: unknown) => {
      await disk.remove(draft).catch(() => {});
      throw problem;
    });
  } catch (problem) {
    if (problem instanceof Stop) throw problem;
    throw stop("DF5004", `cannot write ${file}: ${whyFileFailed(problem)}`);
  }
}

/** Stands in the names of docform's own drafts, and in no name that people make. */
const draftMark = ".docform-draft-";

async function removeDrafts(disk: Io["disk"], file: string): Promise<void> {
  const begin = basename(file) + draftMark;
  const names = await disk.names(dirname(file)).catch(() => []);
  for (const name of names)
    if (name.startsWith(begin) && name.endsWith(".tmp"))
      await disk.remove(join(dirname(file), name)).catch(() => {});
}

/** Bytes by which a former output of the same sort is known. The second key tells a plan from a record of the state. */
const knownBytes = '{\n  "formatVersion": 1,\n  "t'.length;

/** Writes a plan or a page to the file that a person named. Throws `Stop` rather than overwrite a file of another sort. */
export async function writeOutput(
  io: Pick<Io, "disk" | "cwd" | "random">,
  file: string,
  text: string,
  rights?: Rights,
): Promise<void> {
  const path = resolve(io.cwd, file);
  const disk = ownFiles(io.disk, io.cwd);
  const isFile = (await disk.entry(path))?.type === "file";
  const former = isFile ? await disk.read(path, knownBytes).catch(() => undefined) : [];
  if (former === undefined || !text.startsWith(Buffer.from(former).toString("latin1"))) {
    const message = `${file} is not overwritten: it is no file of this sort`;
    throw stop("DF5004", message, { hint: "name another file, or remove it first" });
  }
  await writeWhole({ ...io, disk }, path, text, rights === undefined ? {} : { rights });
}
