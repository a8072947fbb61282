import type { LostCreate, Unrecorded } from "../../executor/in-doubt/interrupted-runs.ts";
import { settleTime } from "../../executor/in-doubt/settle.ts";
import type { Io } from "../../io/io.ts";
import { kinds } from "../../kinds/kinds.ts";
import { type Address, ownersOf } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { keyAt } from "../../model/live.ts";
import { Stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { showDiagnostics } from "../../project/output.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { runningText } from "../../render/text/runs-text.ts";
import { counted } from "../../render/words.ts";
import { countsOf, inDoubtIn, type Journal } from "../../state/journal.ts";
import type { Scene } from "../../state/record.ts";
import { isObject } from "../../text/json.ts";
import { readWhole, runsOf } from "./find-run.ts";
import { runsFolder } from "./run-folder.ts";
import { madeIn, makersAmong } from "./run-made.ts";
import { processOf, type Runner, runnerOn } from "./runner.ts";

/** Journals that are read, at most: those of other platforms and organizations are among them. */
const mostRuns = 100;

/**
 * Looks at the last runs on a platform and organizations: what they made and could not record, and which of their
 * creates are in doubt. Says when the last one did not end, or still goes on. With `settle`, waits as long as its calls may still be
 * carried out.
 */
export async function recoverRuns(
  io: Io,
  options: CommonOptions,
  scene: Scene,
  { settle }: { readonly settle: boolean },
): Promise<readonly LeftByRun[]> {
  const journals = await brokenOff(io, options, scene);
  const unended = journals.find(({ end }) => end === undefined);
  if (unended !== undefined) tell(io, options, unendedText(unended, options, await runnerOn(io, options)));
  if (settle) await waitFor(io, journals);
  // The oldest first: what a later run made of an address counts.
  return [...journals].reverse().map(leftBy);
}

/** What a run left, and where it ran. */
export interface LeftByRun extends Unrecorded {
  readonly scene: Scene;
}

/** What runs left on a platform and organizations, the oldest first; none when that is nothing. */
export function leftOn(all: readonly LeftByRun[], scene: Scene): readonly Unrecorded[] {
  const here = all.filter((one) => isOf(scene, one.scene));
  return here.some(({ made, lost }) => made.size + lost.length > 0) ? here : [];
}

/** Is all that a run was on part of the scene? */
function isOf(scene: Scene, { baseUrl, organizations }: Scene): boolean {
  return (
    scene.baseUrl === baseUrl &&
    Object.entries(organizations).every(([alias, id]) => scene.organizations[alias] === id)
  );
}

/**
 * Journals from the last one back to those that have ended, of each organization: a run that ended says nothing of
 * one that was broken off elsewhere. One that cannot be read is told.
 */
async function brokenOff(io: Io, options: CommonOptions, scene: Scene): Promise<readonly Journal[]> {
  const found: Journal[] = [];
  const settled = new Set<string>();
  const isSettled = (alias: string): boolean => settled.has(alias);
  const ids = (await orTell(io, options, runsOf(io, options))) ?? [];
  for (const id of [...ids].reverse().slice(0, mostRuns)) {
    const journal = await orTell(io, options, readWhole(io, runsFolder(io, options), id));
    if (journal === undefined || !isOf(scene, sceneIn(journal))) continue;
    const aliases = Object.keys(journal.header.organizations);
    if (aliases.every(isSettled)) continue;
    found.push(journal);
    if (journal.end !== undefined) for (const alias of aliases) settled.add(alias);
    if (Object.keys(scene.organizations).every(isSettled)) break;
  }
  return found;
}

async function orTell<T>(io: Io, options: CommonOptions, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (problem) {
    if (!(problem instanceof Stop)) throw problem;
    const { message } = problem;
    tell(io, options, { ...problem.diagnostics[0], code: "DF5032", severity: "warning", message });
    return undefined;
  }
}

function sceneIn({ header: { platform, organizations } }: Journal): Scene {
  return { baseUrl: platform.baseUrl, organizations };
}

function tell(io: Io, options: CommonOptions, diagnostic: Diagnostic): void {
  if (options.logLevel !== "error") showDiagnostics(io, "text", [diagnostic]);
}

function unendedText(journal: Journal, { directory }: CommonOptions, runner: Runner | undefined): Diagnostic {
  const { header } = journal;
  const process = processOf(runner, journal);
  const { done, doubt, unknown } = countsOf(journal);
  const state = process === undefined ? "did not end" : runningText(process);
  const open = process?.isHere === true ? "in flight" : "in doubt";
  const calls = `${done} of ${counted(header.calls, "call")} done, ${doubt + unknown} ${open}`;
  const show = commandsLike({ directory })("runs", "show", header.run);
  const then =
    process === undefined
      ? "the plan reads what was done"
      : "plan again when it has ended: what it still does may be in this plan";
  const message = `the last run ${header.run} ${state}: ${calls}`;
  return { code: "DF5031", severity: "warning", message, hint: `${then}; ${show} lists the calls` };
}

/** Waits as long as calls in doubt may still be carried out: a run may have sent them until the last line it wrote. */
async function waitFor(io: Io, journals: readonly Journal[]): Promise<void> {
  const doubtful = journals.filter((journal) => inDoubtIn(journal).length > 0);
  const last = Math.max(...doubtful.map(({ lastAt }) => Date.parse(lastAt)));
  // A clock that was set back must not make anybody wait longer than it takes.
  const left = Math.min(last + settleTime - io.now(), settleTime);
  if (left > 0) await io.sleep(left);
}

function leftBy(journal: Journal): LeftByRun {
  const kindMadeBy = makersAmong(journal.header.changes);
  const lost = inDoubtIn(journal).flatMap(({ address, operation, params, body }): readonly LostCreate[] => {
    const kind = kindMadeBy({ address, operation });
    return kind === undefined ? [] : [{ address, kind, operation, params, body }];
  });
  const made = madeIn(journal);
  return {
    scene: sceneIn(journal),
    // A run that has ended and looked what is left wrote its record.
    made: new Map(
      journal.end?.converged === undefined ? made.map(({ address, ...one }) => [address, one]) : [],
    ),
    taken: new Set(made.map(keyAt)),
    lost,
    holders: holdersIn(journal, [...made, ...lost]),
    found: new Map(
      journal.header.changes.flatMap(({ address, kind, action, id }) =>
        id === undefined || action === "create" || action === "delete" ? [] : [[address, { kind, id }]],
      ),
    ),
    there: new Map(
      journal.there.map(({ organization, kind, ids }) => [`${organization} ${kind}`, new Set(ids)]),
    ),
    names: namesIn(journal),
  };
}

/** What a run found where it made something, or may have. */
function holdersIn(
  { images }: Journal,
  made: readonly { readonly address: Address }[],
): Unrecorded["holders"] {
  const owners = new Set(made.flatMap(({ address }) => ownersOf(address).slice(0, -1)));
  return new Map(
    images.flatMap(({ address, kind, id }) =>
      kind !== undefined && id !== undefined && owners.has(address) ? [[address, { kind, id }]] : [],
    ),
  );
}

/** What originals of copies were called before a run, and what it called them. */
function namesIn({ there, intents }: Journal): Unrecorded["names"] {
  const names = new Map<string, readonly string[]>();
  const add = (kind: string, id: string, name: string): void => {
    names.set(`${kind} ${id}`, [...(names.get(`${kind} ${id}`) ?? []), name]);
  };
  for (const { kind, names: before = {} } of there)
    for (const [id, name] of Object.entries(before)) add(kind, id, name);
  for (const { operation, params, body } of intents.values()) {
    const kind = kinds.find(({ operations: { update = [] } }) =>
      update.some(({ name }) => name === operation),
    );
    if (kind?.tree?.copy !== undefined && isObject(body) && typeof body.title === "string")
      add(kind.name, String(params[kind.idParam]), body.title);
  }
  return names;
}
