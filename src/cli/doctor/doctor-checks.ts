import { type Client, readOnly } from "../../client/client.ts";
import { ApiError, toDiagnostic } from "../../client/errors.ts";
import { type PooledTransport, type TransportOptions, undiciTransport } from "../../client/transport.ts";
import type { Io } from "../../io/io.ts";
import { kinds } from "../../kinds/kinds.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { DiagnosticError, hasErrors } from "../../model/diagnostic.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import { Stop } from "../../model/stop.ts";
import { type MissingRight, missingRights } from "../../planner/guards/access.ts";
import { platformAddress } from "../../project/address.ts";
import { connect, openClient } from "../../project/connect.ts";
import type { CommonOptions, ConnectionOptions } from "../../project/options.ts";
import { withAdvice } from "../../project/output.ts";
import { openState } from "../../project/state.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { runningText } from "../../render/text/runs-text.ts";
import { counted } from "../../render/words.ts";
import { makePlan } from "../../runs/make-plan.ts";
import {
  holderText,
  processOf,
  runnerOf,
  runnerOn,
  unendedWords,
  waitingHint,
} from "../../runs/project-lock.ts";
import { commandsOnState, readWhole, runsOf } from "../../runs/read-runs.ts";
import type { Backend } from "../../state/backend.ts";
import { inDoubtIn } from "../../state/journal.ts";
import { hasTakenIn } from "../../state/last-run.ts";
import { readRecord } from "../../state/record-file.ts";
import { hasRemote } from "./repository-checks.ts";

/** Seconds that a clock may be wrong: times in records and journals are compared with those of the platform. */
const mostSkew = 60;

/**
 * Checks that the platform answers and accepts the token, that the clock is right, and which rights the token
 * has.
 */
export async function checkPlatform(
  io: Io,
  options: ConnectionOptions,
  project: Project,
): Promise<readonly Check[]> {
  const times = watchDates(io);
  const opened = await openFor(times.io, options, project).catch((problem: unknown) =>
    failedBy("platform", problem),
  );
  if ("status" in opened) return [opened, skipped("clock"), skipped("rights")];
  try {
    const reached = await reach(opened.client, opened.baseUrl);
    const rights = reached.status === "ok" ? await checkRights(io, options, project) : skipped("rights");
    return [reached, checkClock(times.skew()), rights];
  } finally {
    await opened.close();
  }
}

async function openFor(io: Io, options: ConnectionOptions, { baseUrl }: Project) {
  return openClient(io, options, platformAddress(io, options.env, baseUrl));
}

function skipped(name: string): Check {
  return { name, status: "skipped", message: "not looked at, as something above failed" };
}

async function reach(client: Client, baseUrl: string): Promise<Check> {
  try {
    await readOnly(client).call("listOrganizations", { query: { limit: 1 } });
    return { name: "platform", status: "ok", message: `${baseUrl} answers, and takes the token` };
  } catch (problem) {
    return failedBy("platform", problem);
  }
}

/** Notes how far the clock of the platform is from ours, by the Date header of its last answer. */
function watchDates(io: Io): { readonly io: Io; readonly skew: () => number | undefined } {
  let skew: number | undefined;
  const openTransport = (options: TransportOptions): PooledTransport => {
    const transport = (io.openTransport ?? undiciTransport)(options);
    const watching: PooledTransport = Object.assign(
      async (request: Parameters<PooledTransport>[0]) => {
        const answer = await transport(request);
        const date = Date.parse(answer.headers.date ?? "");
        if (!Number.isNaN(date)) skew = (io.now() - date) / 1000;
        return answer;
      },
      { close: () => transport.close() },
    );
    return watching;
  };
  return { io: { ...io, openTransport }, skew: () => skew };
}

function checkClock(skew: number | undefined): Check {
  const name = "clock";
  if (skew === undefined) return { name, status: "skipped", message: "the platform did not say its time" };
  // The header has whole seconds.
  const seconds = Math.round(Math.abs(skew));
  if (seconds <= mostSkew) return { name, status: "ok", message: `within ${mostSkew} s of the platform's` };
  const side = skew > 0 ? "ahead of" : "behind";
  const message = `${seconds} s ${side} the clock of the platform`;
  return { name, status: "warn", message, fix: "set the clock of this machine, best by NTP" };
}

async function checkRights(io: Io, options: ConnectionOptions, project: Project): Promise<Check> {
  const name = "rights";
  if (hasErrors(project.diagnostics))
    return { name, status: "skipped", message: "not looked at, as the project has errors" };
  const connection = await connect(io, options, project);
  try {
    const { live, liveByAddress, desired } = await makePlan(project, connection);
    const missing = missingRights(desired, live, liveByAddress(), kinds);
    if (missing.length > 0) return lacking(name, missing);
    return { name, status: "ok", message: "the platform refuses nothing that the manifests manage" };
  } catch (problem) {
    return failedBy(name, problem);
  } finally {
    await connection.close();
  }
}

function lacking(name: string, missing: readonly MissingRight[]): Check {
  const parts = missing.map(({ permission, of, organization, addresses }) => {
    const [first, ...more] = addresses;
    const others = more.length === 0 ? "" : ` and ${counted(more.length, "other")}`;
    return `"${permission}" of ${of === "organization" ? `the organization ${organization}` : `the ${of}`} for ${first}${others}`;
  });
  const fix = "use a token with these permissions to apply; to plan, none of them is needed";
  return { name, status: "warn", message: `the token lacks ${parts.join("; ")}`, fix };
}

/**
 * Checks the place of the state, and what lies there: the lock, the journal of the last run, and the record.
 */
export async function checkState(
  io: Io,
  options: CommonOptions,
  project: Project,
): Promise<readonly Check[]> {
  const names = ["lock", "journal", "record"];
  const opened = await openState(io, options, project).catch((problem: unknown) =>
    failedBy("state", problem),
  );
  if ("status" in opened) return [opened, ...names.map(skipped)];
  try {
    const record = await checkRecord(opened);
    return [
      await checkPlace(io, options, opened),
      await checkLock(io, options, opened),
      await checkJournal(io, options, opened),
      record,
    ];
  } catch (problem) {
    return [failedBy("state", problem), ...names.map(skipped)];
  } finally {
    await opened.close();
  }
}

/** A pipeline starts in a fresh clone each time: what is in it is lost with it. Other clones do not have it either. */
async function checkPlace(io: Io, options: CommonOptions, { isShared, place }: Backend): Promise<Check> {
  const name = "state";
  const inPipeline = (io.env.CI ?? "") !== "";
  if (isShared || !(inPipeline || (await hasRemote(io, options))))
    return { name, status: "ok", message: `in ${place}` };
  const loss = inPipeline
    ? "which this pipeline loses: no lock, no record and no history for the next run"
    : "on this machine alone, and this repository has a remote: others get no lock, no record and no history";
  const next = inPipeline ? "" : ", and run docform state migrate --from local";
  const fix = `write state: { git: { ref: docform-state } } into docform.yaml, or another place that ${inPipeline ? "pipelines" : "all"} reach${next}`;
  return { name, status: "warn", message: `in ${place}, ${loss}`, fix };
}

/** Checks that no lock is left over. */
async function checkLock(io: Io, options: CommonOptions, state: Backend): Promise<Check> {
  const name = "lock";
  const holder = await state.lock.holder();
  if (holder === undefined) return { name, status: "ok", message: "no run holds it" };
  if (holder === "unknown")
    return { name, status: "skipped", message: "this place does not say who holds it" };
  if (holder === "unreadable") return unreadableLock(options, state);
  const message = `held by ${holderText(holder)}`;
  if (runnerOf(io, state, holder) === undefined)
    return { name, status: "warn", message: `${message}, which is gone`, fix: "the next run takes it over" };
  return { name, status: "warn", message, fix: waitingHint(io, options, state, holder) };
}

function unreadableLock(options: CommonOptions, state: Backend): Check {
  const unlock = commandsOnState(options, state)("force-unlock", "unreadable");
  const fix = state.isShared ? `when no run is in progress: ${unlock}` : "the next run takes it over";
  return { name: "lock", status: "warn", message: "a lock is there that does not say who holds it", fix };
}

/** Was the last run broken off? */
async function checkJournal(io: Io, options: CommonOptions, state: Backend): Promise<Check> {
  const name = "journal";
  const last = (await runsOf(state)).at(-1);
  if (last === undefined) return { name, status: "ok", message: "there was no run yet" };
  try {
    const journal = await readWhole(state, last);
    if (journal === undefined || journal.end !== undefined)
      return { name, status: "ok", message: `the last run, ${last}, has ended` };
    if (hasTakenIn((await readRecord(state)).record, journal.header))
      return { name, status: "ok", message: `the record has taken in the last run, ${last}` };
    const calls = counted(inDoubtIn(journal).length, "call");
    const runner = await runnerOn(io, state);
    const process = processOf(runner, journal);
    if (process?.isHere === true)
      return {
        name,
        status: "ok",
        message: `the last run, ${last}, ${runningText(process)}: ${calls} in flight`,
      };
    const message = `the last run, ${last}, ${unendedWords(runner, process)}: ${calls} in doubt`;
    const show = commandsOnState(options, state)("runs", "show", last);
    const fix = `${show} lists its calls; ${commandsLike(options)("plan")} reads what was done`;
    return { name, status: "warn", message, fix };
  } catch (problem) {
    return { ...failedBy(name, problem), status: "warn" };
  }
}

/** Can the record be used? */
async function checkRecord(state: Backend): Promise<Check> {
  const name = "record";
  const { record, problem } = await readRecord(state);
  if (problem !== undefined) {
    const fix = "delete the file; the next apply writes a new one";
    return { name, status: "warn", message: `.docform/record.json is not used: ${problem}`, fix };
  }
  const message = record === undefined ? "no record; nothing needs one" : "it can be read";
  return { name, status: "ok", message };
}

/**
 * A failed check with the message and hint of the error. Errors that are faults of docform are thrown again.
 */
export function failedBy(name: string, problem: unknown): Check {
  const diagnostics =
    problem instanceof ApiError
      ? [toDiagnostic(problem)]
      : problem instanceof Stop || problem instanceof DiagnosticError
        ? problem.diagnostics
        : [];
  const [first] = withAdvice(diagnostics);
  if (first === undefined) throw problem;
  const { message, hint } = first;
  return { name, status: "fail", message, ...(hint === undefined ? {} : { fix: hint }) };
}
