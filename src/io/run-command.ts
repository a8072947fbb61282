import { spawn } from "node:child_process";

/** What a program said, and its exit code; undefined when a signal ended it. */
export interface CommandOutcome {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program to run, without a shell. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Text for its standard input. */
  readonly input?: string;
}

/** The variables for a program of other people, to whom docform's own secrets are nothing. */
export function withoutOwnVariables(env: Command["env"]): Command["env"] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:DOCFORM_|TF_HTTP_)/.test(name)));
}

/** Runs a program to its end. Throws errors of the operating system: `ENOENT` when there is no such program. */
export type RunCommand = (command: Command) => Promise<CommandOutcome>;

/** Runs programs of this machine. */
export const runCommand: RunCommand = ({ program, args, env, input = "" }) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...env }, stdio: "pipe" });
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        said[name] += chunk;
      });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? undefined, ...said }));
    // A program that ends early does not read its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
