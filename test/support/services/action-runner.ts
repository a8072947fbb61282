import { spawn } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { folderWith } from "../processes/cli-fixture.ts";

/** The Action as action.yml describes it. */
export const action: {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, object>>;
  readonly runs: { readonly using: string; readonly main: string };
} = parse(readFileSync("action.yml", "utf8"));

/** The version that a lock file pins, and the one that is installed. */
export const pinned = "1.2.3";

/** The files of docform that `npm ci` leaves in a repository, without its code: paths and texts. */
export const installedFiles: Readonly<Record<string, string>> = {
  "package-lock.json": JSON.stringify({ packages: { "node_modules/docform": { version: pinned } } }),
  "node_modules/docform/package.json": JSON.stringify({ version: pinned, bin: { docform: "dist/cli.cjs" } }),
};

/** Installs a built docform into a repository, as `npm ci` does. */
export function install(repository: string, built: string): void {
  symlinkSync(built, join(repository, "node_modules/docform/dist"));
}

/** A step of a workflow with `uses: owner/docform@…`. */
export interface ActionStep {
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The program of Node; that of this process unless given. */
  readonly node?: string;
  /** Interrupt it, as the runner does when somebody cancels the job, once its log has this. */
  readonly cancelAfter?: string;
}

/** The result of a step. */
export interface StepRun {
  readonly code: number | null;
  /** The log of the step: both streams. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the Action in a repository as the runner does: by node, with inputs and files in variables. */
export async function runAction(repository: string, step: ActionStep): Promise<StepRun> {
  const files = folderWith({ output: "", summary: "" });
  const child = spawn(step.node ?? process.execPath, [resolve(action.runs.main)], {
    cwd: repository,
    env: {
      ...step.env,
      PATH: process.env.PATH,
      HOME: files,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: repository,
      GITHUB_OUTPUT: join(files, "output"),
      GITHUB_STEP_SUMMARY: join(files, "summary"),
      ...inputVariables(step.with ?? {}),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (chunk) => {
    if (step.cancelAfter !== undefined && String(chunk).includes(step.cancelAfter)) child.kill("SIGINT");
  });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const read = (name: string) => readFileSync(join(files, name), "utf8");
  return { code, log: stdout + stderr, outputs: outputsIn(read("output")), summary: read("summary") };
}

/** All inputs, as the runner names them: upper case, an underscore for a space, the default where none is given. */
function inputVariables(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const unknown = Object.keys(given).filter((name) => action.inputs[name] === undefined);
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown}`);
  const all = Object.entries(action.inputs).map(([name, input]) => {
    const value = (given[name] ?? input.default ?? "").replace("${{ github.token }}", "job-token");
    return [`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`, value];
  });
  return Object.fromEntries(all);
}

/** The outputs in a file at GITHUB_OUTPUT: `NAME=VALUE`, or `NAME<<MARK`, lines and the mark. */
function outputsIn(file: string): Readonly<Record<string, string>> {
  const form = /^([^=<\n]+)(?:=(.*)|<<(.+)\n([\s\S]*?)\n?\3)\n/gm;
  return Object.fromEntries(
    [...file.matchAll(form)].map(([, name, value, , lines]) => [name, value ?? lines]),
  );
}
