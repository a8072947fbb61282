import { inDoubtWindow } from "../executor/in-doubt/send-until-resolved.ts";
import type { Io } from "../io/io.ts";
import { UnsafeFile } from "../io/own-files.ts";
import { kindsOfAll } from "../kinds/kinds-of.ts";
import { organizationOf } from "../model/address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Requests } from "../model/requests.ts";
import { Stop } from "../model/stop.ts";
import type { CommonOptions } from "../project/options.ts";
import { warn } from "../project/output.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import { counted } from "../render/words.ts";
import { type Backend, BackendError } from "../state/backend.ts";
import { countsOf, inDoubtIn, type Journal, type JournalPlace } from "../state/journal.ts";
import { lastRunsOf } from "../state/last-run.ts";
import { isOfProject } from "../state/organizations/project-part.ts";
import type { PlatformScope } from "../state/record.ts";
import type { RecordFile } from "../state/record-file.ts";
import { requestsBy } from "../state/requests.ts";
import { type Created, createdIn, goneIn } from "../undo/created-objects.ts";
import { type LostCopy, lostCopiesIn } from "./lost-copies.ts";
import { processOf, type RunnerTold, runnerOn, unendedWords } from "./project-lock.ts";
import { commandsOnState, readWholeOn, runsOf } from "./read-runs.ts";

/** The outcomes in journals that the record of a platform does not have yet. */
export interface Unrecorded {
  /** The newest run there is, of any scope. */
  readonly newest?: string;
  /** The objects that calls created, the oldest first. */
  readonly created: readonly Created[];
  /** The objects that calls surely deleted, each as its kind and id. */
  readonly gone: readonly string[];
  /** Copies whose answer was lost. Any other created object is found by its name. */
  readonly copies: readonly LostCopy[];
  /** The requests to people that calls sent, or may have sent. */
  readonly requests: Requests;
}

/**
 * Reads the journals of the runs that come after the one that the record names. Warns when the last of them did not end,
 * or still runs. With `awaitCalls` it waits while calls of such a run may still be carried out.
 */
export async function unrecordedRuns(
  io: Io,
  options: CommonOptions,
  state: Backend,
  scope: PlatformScope,
  { record, awaitCalls }: { readonly record: RecordFile | undefined; readonly awaitCalls: boolean },
): Promise<Unrecorded> {
  const ids = (await orTell(io, options, runsOf(state))) ?? [];
  const isHere = (place: JournalPlace): boolean =>
    isOfProject(place, state) && Object.keys(scope.organizations).some((alias) => isOn(place, scope, alias));
  const read = (id: string) => orTell(io, options, readWholeOn(state, id, isHere));
  const found = await sinceRecord(ids, read, scope, record);
  const journals = found.map(({ journal }) => journal);
  const unended = journals.find(({ end }) => end === undefined);
  if (unended !== undefined)
    warn(io, options, [unendedText(unended, options, state, await runnerOn(io, state))]);
  if (awaitCalls) await waitFor(io, state, journals);
  const newest = ids.at(-1);
  const inOrder = [...found].reverse();
  const own = <T extends Pick<Created, "address">>(all: readonly T[], aliases: readonly string[]) =>
    all.filter(({ address }) => aliases.includes(organizationOf(address)));
  return {
    ...(newest === undefined ? {} : { newest }),
    created: inOrder.flatMap(({ journal, aliases }) => own(createdIn(journal), aliases)),
    gone: journals.flatMap(goneIn),
    copies: inOrder.flatMap(({ journal, aliases }) => own(lostCopiesIn(journal), aliases)),
    requests: new Map(
      inOrder.flatMap(({ journal, aliases }) => [...requestsBy(kindsOfAll, journal, aliases)]),
    ),
  };
}

/** A journal, and the organizations in which the record has not taken it in. */
interface Since {
  readonly journal: Journal;
  readonly aliases: readonly string[];
}

/**
 * The journals after the last run of the record, the newest first. A record of an older docform names no run: it has
 * taken in the last one that ended with a record written.
 */
async function sinceRecord(
  ids: readonly string[],
  read: (id: string) => Promise<Journal | undefined>,
  scope: PlatformScope,
  record: RecordFile | undefined,
): Promise<readonly Since[]> {
  const found: Since[] = [];
  const last = new Map(lastRunsOf(record, scope));
  for (const id of [...ids].reverse()) {
    const open = Object.keys(scope.organizations).filter((alias) => (last.get(alias) ?? "") < id);
    if (open.length === 0) break;
    const journal = await read(id);
    const on = open.filter((alias) => journal !== undefined && isOn(journal.header, scope, alias));
    const aliases = on.filter((alias) => last.has(alias) || journal?.end?.converged === undefined);
    for (const alias of on) if (!aliases.includes(alias)) last.set(alias, id);
    if (journal !== undefined && aliases.length > 0) found.push({ journal, aliases });
  }
  return found;
}

/** Was a run on this organization of a scope? */
function isOn({ platform, organizations }: JournalPlace, scope: PlatformScope, alias: string): boolean {
  return platform.baseUrl === scope.baseUrl && organizations[alias] === scope.organizations[alias];
}

async function orTell<T>(io: Io, options: CommonOptions, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (problem) {
    // A shared place that does not answer ends the command.
    if (!(problem instanceof Stop) || problem instanceof BackendError || problem instanceof UnsafeFile)
      throw problem;
    const { message } = problem;
    warn(io, options, [{ ...problem.diagnostics[0], code: "DF5020", severity: "warning", message }]);
    return undefined;
  }
}

function unendedText(
  journal: Journal,
  options: CommonOptions,
  place: Backend,
  runner: RunnerTold,
): Diagnostic {
  const { header } = journal;
  const { journalDelay } = place;
  const process = processOf(runner, journal);
  const { done, doubt, unknown } = countsOf(journal);
  const open = process?.isHere === true ? "in flight" : "in doubt";
  const steps = `${done} of ${counted(header.calls, "step")} done, ${doubt + unknown} ${open}`;
  const show = commandsOnState(options, place)("runs", "show", header.run);
  const message = `the last run ${header.run} ${unendedWords(runner, process)}: ${steps}`;
  const lacks = `, without those of its last ${journalDelay / 1000} seconds`;
  const next =
    process === undefined && runner !== "unknown" ? nextAfter(header, options) : nextWhile(process);
  const hint = `${next}; ${show} lists the steps${journalDelay === 0 ? "" : lacks}`;
  return { code: "DF5031", severity: "warning", message, hint };
}

/** The advice when the run is over. */
function nextAfter({ undoes }: Journal["header"], options: CommonOptions): string {
  const isUndo = undoes !== undefined;
  return isUndo ? `${commandsLike(options)("undo", undoes)} goes on with it` : "the plan reads what was done";
}

/** The advice while the run goes on, or may. */
function nextWhile(process: ReturnType<typeof processOf>): string {
  const again = "plan again when it has ended: what it still does may be in this plan";
  return process === undefined ? `if it still runs, ${again}` : again;
}

/**
 * Waits as long as calls in doubt may still be carried out: a run may have sent them until the last line it wrote, or
 * later where its last lines are not visible.
 */
async function waitFor(io: Io, { journalDelay }: Backend, journals: readonly Journal[]): Promise<void> {
  const doubtful = journals.filter(
    (journal) => inDoubtIn(journal).length > 0 || (journalDelay > 0 && journal.end === undefined),
  );
  const last = Math.max(...doubtful.map(({ lastAt }) => Date.parse(lastAt))) + journalDelay;
  // A clock that was set back must not make anybody wait longer than it takes.
  const left = Math.min(last + inDoubtWindow - io.now(), inDoubtWindow);
  if (left > 0) await io.sleep(left);
}
