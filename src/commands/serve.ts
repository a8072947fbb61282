import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Diagnostic, error, hasErrors } from "../core/diagnostic.ts";
import type { Io } from "../io.ts";
import { parseYaml } from "../manifest/parse-yaml.ts";
import { toJson } from "../manifest/tree.ts";
import { readSeed } from "../platform/seed.ts";
import { type RunningPlatform, startPlatform } from "../platform/server.ts";
import type { State } from "../platform/state.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import { Stop } from "./project.ts";

/** Options of `docform serve`. */
export interface ServeOptions {
  readonly port: number;
  readonly seed?: string;
  readonly latency: number;
}

/** `docform serve`: the embedded platform, until it is interrupted. Says where it listens in one line of JSON. */
export async function serve(io: Io, options: ServeOptions): Promise<ExitCode> {
  const state = await seededState(io, options.seed);
  const log = (line: string): void => {
    io.stderr.write(`${line}\n`);
  };
  const running = await start(options, state, io, log);
  const [token] = Object.entries(state.tokens).find(([, { rights }]) => rights === "admin") ?? [];
  io.stdout.write(`${JSON.stringify({ url: running.url, token })}\n`);
  await interrupted(io);
  await running.close();
  return exitCode.done;
}

async function start(
  { port, latency }: ServeOptions,
  state: State,
  io: Io,
  log: (line: string) => void,
): Promise<RunningPlatform> {
  try {
    return await startPlatform({ state, port, latency, clock: io.now, log });
  } catch (problem) {
    const hint = "name another port with --port, or 0 for any free one";
    throw new Stop([error("DF5006", `cannot listen on port ${port}: ${textOf(problem)}`, { hint })]);
  }
}

/** The state that a seed file describes; without one, an empty platform with a token that may do everything. */
async function seededState(io: Io, file: string | undefined): Promise<State> {
  const text = file === undefined ? "organizations: []" : await readSeedFile(resolve(io.cwd, file));
  const parsed = parseYaml(file ?? "", text);
  if (hasErrors(parsed.diagnostics)) throw new Stop(parsed.diagnostics);
  const [document] = parsed.documents;
  const result = readSeed(document === undefined ? { organizations: [] } : toJson(document));
  if (result.ok) return result.state;
  throw new Stop(result.problems.map(({ path, message }) => seedProblem(file ?? "", path, message)));
}

async function readSeedFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (problem) {
    throw new Stop([error("DF5004", `cannot read the seed: ${textOf(problem)}`)]);
  }
}

function seedProblem(file: string, path: string, message: string): Diagnostic {
  return error("DF5005", `${file}: ${path === "" ? "" : `${path}: `}${message}`, {
    hint: "see docs/seed.md",
  });
}

function textOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

function interrupted(io: Io): Promise<void> {
  return new Promise((done) => {
    const end = io.onInterrupt(() => {
      end();
      done();
    });
  });
}
