import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A copy of a project folder for one test, since an apply leaves a record in it. */
export function copyOfProject(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "docform-project-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  return copy;
}
