import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** Where a platform listens, and a token for it: the line that `docform serve` prints once it does. */
export interface Listening {
  readonly url: string;
  readonly token: string;
}

/** Waits until a `docform serve` listens that was started with a pipe for its stdout; fails when it ends before. */
export function started(child: ChildProcess): Promise<Listening> {
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the platform did not start")));
    if (child.stdout === null) throw new Error("no stdout");
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
  });
}
