import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The resources that a process took, from its start to its end. */
export interface Usage {
  /** Milliseconds. */
  readonly wall: number;
  readonly cpu: number;
  readonly peakMiB: number;
  /** Memory in use after garbage is collected, at most; 0 without --expose-gc. */
  readonly heldMiB: number;
}

/** Runs a command line of Node and measures it; `file` is for its figures. Fails when it ends with none of the exit codes. */
export async function usageOf(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  file: string,
  codes: readonly unknown[] = [0],
): Promise<Usage> {
  const hook = ["--require", resolve("bench/usage.cjs")];
  const child: ChildProcess = spawn(process.execPath, [...hook, ...argv], {
    env: { ...process.env, ...env, BENCH_USAGE: file },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (data) => {
    said = (said + data).slice(-4000);
  });
  const [code] = await once(child, "close");
  if (!codes.includes(code)) throw new Error(`${argv.join(" ")} ended with ${code}: ${said}`);
  return JSON.parse(readFileSync(file, "utf8"));
}
