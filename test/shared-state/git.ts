import { execFileSync } from "node:child_process";

/** Runs git in a folder. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" });
}
