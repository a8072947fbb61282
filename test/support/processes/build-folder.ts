import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the test file that first needs the built docform puts it, for all files of the run. */
    readonly buildFolder: string;
  }
}

/** Before all test files. The folder is inside the project, so that what the bundle leaves outside is found. */
export function setup({ provide }: TestProject): () => void {
  const folder = resolve(mkdtempSync(join("node_modules", ".built-")));
  provide("buildFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
