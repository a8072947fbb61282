import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { error } from "../core/diagnostic.ts";
import { whyFileFailed } from "../core/file-problem.ts";
import { Stop } from "./project.ts";

/**
 * Writes a file whole or not at all: beside it first, flushed, then moved over it. When it ends, the file is on
 * disk under its name. Only the owner may read it. `draft` is where it is written first: a name of its own unless
 * given. Throws `Stop` when the operating system refuses.
 */
export async function writeWhole(
  file: string,
  text: string,
  draft = `${file}.${Math.random().toString(36).slice(2)}.tmp`,
): Promise<void> {
  try {
    await writeFlushed(draft, text);
    await rename(draft, file);
    await flushFolder(dirname(file));
  } catch (problem) {
    await rm(draft, { force: true });
    throw new Stop([error("DF5004", `cannot write ${file}: ${whyFileFailed(problem)}`)]);
  }
}

async function writeFlushed(draft: string, text: string): Promise<void> {
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new name last. Windows cannot open a folder, and keeps names without this. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  if (handle === undefined) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
