import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

/** Where a platform listens, and a token for it: the line that `docform serve` prints once it does. */
export interface Listening {
  readonly url: string;
  readonly token: string;
}

/** Milliseconds for a platform to listen: it takes half a second on an idle machine. */
const timeLimit = 60_000;

/** Waits until a `docform serve` listens that was started with a pipe for its stdout. Fails when it ends before, or takes too long. */
export function started(child: ChildProcess): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`the platform did not start: ${why}`));
    child.once("error", (problem) => fail(problem.message));
    child.once("exit", (code) => fail(`it ended with ${code}`));
    if (child.stdout === null) throw new Error("no stdout");
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line)));
    setTimeout(() => fail(`it did not listen in ${timeLimit} ms`), timeLimit).unref();
  });
}
