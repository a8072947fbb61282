import type { Edition } from "../../contract/edition.ts";
import type { Io } from "../../io/io.ts";
import { toJson } from "../../manifest/read/tree.ts";
import { checkData, type DataForm } from "../../manifest/schema/check-value.ts";
import { error } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import { type FaultRule, faultSchema, readFaults } from "../../platform/faults/faults.ts";
import { createAnswerCache } from "../../platform/http/answer-cache.ts";
import { type RunningPlatform, type ServerOptions, startPlatform } from "../../platform/server/server.ts";
import { toIso } from "../../platform/store/time.ts";
import { escapeHidden } from "../../text/hidden-characters.ts";
import { messageOf } from "../../text/message-of.ts";
import { clockFrom, openData, readData, seededState, wrongData } from "./served-state.ts";

/** Options of `docform serve`. */
export interface ServeOptions {
  readonly port: number;
  readonly api: Edition;
  readonly seed?: string;
  readonly data?: string;
  readonly faults?: string;
  readonly latency: number;
  readonly rate?: number;
}

/** `docform serve`: the embedded platform, until it is interrupted. Says where it listens in one line of JSON. */
export async function serve(io: Io, options: ServeOptions): Promise<ExitCode> {
  const log = (line: string): void => {
    io.stderr.write(`${escapeHidden(line)}\n`);
  };
  const faults = options.faults === undefined ? [] : await faultsOf(io, options.faults);
  const { release, ...kept } = await keptState(io, options, log);
  try {
    await listen(io, {
      ...kept,
      faults,
      latency: options.latency,
      rate: options.rate,
      port: options.port,
      edition: options.api,
      log,
    });
  } finally {
    await release?.();
  }
  return exitCode.done;
}

/** Serves until it is interrupted. */
async function listen(io: Io, options: ServerOptions): Promise<void> {
  const running = await start(options);
  const { tokens } = running.platform.state;
  const [token] = Object.entries(tokens).find(([, { rights }]) => rights === "admin") ?? [];
  io.stdout.write(`${JSON.stringify({ url: running.url, token })}\n`);
  await interrupted(io);
  await running.close();
}

/** The state to serve, its clock, and where it is kept. A data file that is there already wins over the seed. */
async function keptState(
  io: Io,
  { data, seed }: ServeOptions,
  log: (line: string) => void,
): Promise<Pick<ServerOptions, "state" | "clock" | "store"> & { readonly release?: () => Promise<void> }> {
  const begin = () => seededState(io, seed);
  if (data === undefined) {
    const { state, savedAt } = await begin();
    return { state, clock: clockFrom(io, savedAt) };
  }
  const { saved, clock, store, isOld, release } = await openData(io, data, begin);
  if (isOld && seed !== undefined) {
    const message = `${data} is there already, so it is served, and ${seed} is not read`;
    log(JSON.stringify({ time: toIso(io.now()), level: "warn", message }));
  }
  return { state: saved.state, clock, store, release };
}

const faultForm = {
  schema: faultSchema,
  code: "DF5005",
  hint: "see docs/reference/faults.md",
} as const satisfies DataForm;

async function faultsOf(io: Io, file: string): Promise<readonly FaultRule[]> {
  const read = await readData(io, file, "fault file");
  const [rules, second] = read.documents;
  if (rules === undefined || second !== undefined) {
    const source = second?.source ?? { file, line: 1, column: 1 };
    const message = `a fault file is one map, with faults${second === undefined ? "" : ", and this is another"}`;
    throw wrongData([read], [error(faultForm.code, message, { source, hint: faultForm.hint })]);
  }
  const result = readFaults(toJson(rules));
  if (result.ok) return result.rules;
  throw wrongData([read], checkData(faultForm, rules));
}

async function start(options: ServerOptions): Promise<RunningPlatform> {
  try {
    return await startPlatform({ ...options, cache: createAnswerCache() });
  } catch (problem) {
    const hint = "name another port with --port, or 0 for any free one";
    throw stop("DF5004", `cannot listen on port ${options.port}: ${messageOf(problem)}`, { hint });
  }
}

function interrupted(io: Io): Promise<void> {
  return new Promise((done) => {
    const end = io.onInterrupt(() => {
      end();
      done();
    });
  });
}
