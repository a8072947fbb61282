import { type ChildProcess, spawn } from "node:child_process";
import { sep } from "node:path";
import { kill as signal } from "node:process";

/** The output of a program, and its exit code; undefined when a signal ended it. */
export interface CommandOutcome {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** docform ended it: it ran too long, or said too much. */
  readonly endedFor?: "time" | "output";
}

/** A program to run, without a shell. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** All variables that it gets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that it runs in; that of docform unless given. */
  readonly cwd?: string;
  /** Text for its standard input. */
  readonly input?: string;
  /** Milliseconds after which it is ended. */
  readonly timeLimit: number;
  /** Characters that it may say; many unless given. */
  readonly mostOutput?: number;
}

/** Runs a program to its end. Throws errors of the operating system: `ENOENT` when there is no such program. */
export type RunCommand = (command: Command) => Promise<CommandOutcome>;

/** Characters that a program may say, unless told otherwise. The largest thing that docform asks a program for is a record. */
const usualOutput = 256 * 1024 * 1024;

/** Not on Windows: a program leads a group of processes, which is ended with all that it started. */
const hasGroups = sep === "/";

/** Runs programs of this machine. They have no terminal, so they ask nothing. */
export const runCommand: RunCommand = ({
  program,
  args,
  env,
  cwd,
  input = "",
  timeLimit,
  mostOutput = usualOutput,
}) =>
  new Promise((resolve, reject) => {
    const folder = cwd === undefined ? {} : { cwd };
    const child = spawn(program, args, { env: { ...env }, stdio: "pipe", detached: hasGroups, ...folder });
    const said = { stdout: "", stderr: "" };
    const end = (endedFor: "time" | "output"): void => {
      kill(child);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      resolve({ code: undefined, ...said, endedFor });
    };
    const timer = setTimeout(end, timeLimit, "time");
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (chunk: string) => {
        said[name] += chunk;
        if (said[name].length > mostOutput) end("output");
      });
    child.once("error", (problem) => {
      clearTimeout(timer);
      reject(problem);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? undefined, ...said });
    });
    // A program that ends early does not read its input.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });

function kill(child: ChildProcess): void {
  if (!hasGroups || child.pid === undefined) return void child.kill("SIGKILL");
  try {
    signal(-child.pid, "SIGKILL");
  } catch {
    // The group has ended meanwhile.
  }
}
