import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { inject } from "vitest";

const run = promisify(execFile);

/**
 * Folder with docform as it is installed: the command (`cli.cjs`), and the client with its types. The first test file of a run that asks builds it, and the others
 * wait for it. Nobody writes into it: who has to takes a copy.
 */
export async function builtDocform(): Promise<string> {
  const folder = inject("buildFolder");
  const built = join(folder, "dist");
  if (isFirst(join(folder, "begun"))) {
    const unfinished = join(folder, "unfinished");
    await run(process.execPath, ["scripts/build.mjs", unfinished]);
    renameSync(unfinished, built);
  }
  while (!existsSync(built)) await setTimeout(50);
  return built;
}

/** Only one of many that ask at a time makes the folder. */
function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
