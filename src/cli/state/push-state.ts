import { text } from "node:stream/consumers";
import type { Io } from "../../io/io.ts";
import { readNamed } from "../../io/read-named.ts";
import { error } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import { demandOne, type OrganizationOptions, stateSettings } from "../../project/state.ts";
import { terminalText } from "../../render/safe-text.ts";
import { lossText } from "../../render/text/state-text.ts";
import { unrecordedRuns } from "../../runs/interrupted-runs.ts";
import type { LockOptions } from "../../runs/project-lock.ts";
import { declaredScope, refuseLostCopies, storedText } from "../../runs/stored-record.ts";
import type { Backend } from "../../state/backend.ts";
import { withLastRun } from "../../state/last-run.ts";
import { NamelessRecord } from "../../state/organizations/project-part.ts";
import { type PlatformScope, recordText } from "../../state/record.ts";
import { type RecordFile, recordIn } from "../../state/record-file.ts";
import { lossesOf, pushProblems } from "../../state/record-push.ts";
import { equalJson } from "../../text/json.ts";
import { withLockedState } from "./locked-state.ts";

/** Options of `docform state push`. */
export interface PushOptions extends LockOptions, OrganizationOptions {
  readonly force?: boolean;
}

/** A record that is to be pushed. */
interface Pushed {
  readonly name: string;
  readonly text: string;
  readonly record: RecordFile;
}

/** `docform state push FILE`: replaces the record by the one in a file; `-` is stdin. */
export async function pushState(io: Io, file: string, options: PushOptions): Promise<ExitCode> {
  const pushed = await readPushed(io, file);
  demandOne(await stateSettings(io, options), "state push");
  const scope = await declaredScope(io, options);
  return withLockedState(io, options, "state push", (state, beginWriting) =>
    push(io, state, scope, pushed, { ...options, beginWriting }),
  );
}

/** Throws `Stop` when the file cannot be read, or holds no record of this version: nothing lets that pass. */
async function readPushed(io: Io, file: string): Promise<Pushed> {
  const name = file === "-" ? "stdin" : file;
  const reading = file === "-" ? text(io.stdin()) : readNamed(io, file);
  const content = await reading.catch((problem: unknown) => {
    throw stop("DF5004", `cannot read the record from ${name}: ${whyFileFailed(problem)}`);
  });
  const { record, problem } = recordIn(content);
  if (record !== undefined) return { name, text: content, record };
  throw stop("DF5041", `${name} cannot be pushed: ${problem}`, {
    hint: "push what docform state pull printed",
  });
}

async function push(
  io: Io,
  state: Backend,
  scope: PlatformScope,
  pushed: Pushed,
  { force = false, beginWriting, ...options }: PushOptions & { readonly beginWriting: () => void },
): Promise<ExitCode> {
  const stored = await storedText(state).catch((problem: unknown) => {
    if (force && problem instanceof NamelessRecord) return { text: "", version: problem.version };
    throw problem;
  });
  const { record, problem } = stored === undefined ? {} : recordIn(stored.text);
  const runs = await unrecordedRuns(io, options, state, scope, { record, awaitCalls: false });
  const text = textTakingIn(pushed, runs.newest);
  if (stored?.text === text) {
    io.stderr.write(terminalText(`The record in ${state.place} is the same already.`).concat("\n"));
    return exitCode.done;
  }
  const problems = [
    ...pushProblems(record, pushed.record, scope),
    ...(problem === undefined ? [] : [`the record in ${state.place} cannot be compared with it: ${problem}`]),
  ];
  if (problems.length > 0 && !force) throw refusal(pushed, problems);
  if (!force) refuseLostCopies(runs.copies);
  beginWriting();
  await state.record.write(text, stored?.version);
  const losses = lossesOf(record, pushed.record).map((loss) => `${lossText(loss)}\n`);
  io.stderr.write(`${terminalText(`Replaced the record in ${state.place}.`)}\n${losses.join("")}`);
  return exitCode.done;
}

/** A pushed record counts instead of all journals that are there. */
function textTakingIn({ text, record }: Pushed, newest: string | undefined): string {
  const next = withLastRun(record, newest);
  return equalJson(next, record) ? text : recordText(next);
}

function refusal({ name }: Pushed, problems: readonly string[]): Stop {
  const hint = "save the record there with docform state pull; --force then pushes anyway";
  return new Stop(
    problems.map((problem) => error("DF5041", `${name} cannot be pushed: ${problem}`, { hint })),
  );
}
