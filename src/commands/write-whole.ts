import { open, rename, rm } from "node:fs/promises";
import { error } from "../core/diagnostic.ts";
import { Stop } from "./project.ts";

/**
 * Writes a file whole or not at all: beside it first, flushed, then moved over it. Only the owner may read it.
 * Throws `Stop` when the operating system refuses.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (problem) {
    await rm(draft, { force: true });
    throw new Stop([
      error("DF5004", `cannot write ${file}: ${problem instanceof Error ? problem.message : problem}`),
    ]);
  }
}
