import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** The versions of Node that docform is tested on, by their first number. */
const versions: Readonly<Record<number, string>> = { 20: "20.20.2", 24: "24.21.0" };

/** A program of this version of Node: that of this process, or one from the registry, which is kept for later runs. */
export function nodeProgram(major: number): string {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = `node_modules/.cache/node-${versions[major]}`;
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const program = resolve(folder, "node_modules", name, "bin/node");
  if (!existsSync(program))
    execFileSync(
      "npm",
      ["install", "--prefix", folder, "--ignore-scripts", "--no-save", `${name}@${versions[major]}`],
      { timeout: 120_000 },
    );
  return program;
}
