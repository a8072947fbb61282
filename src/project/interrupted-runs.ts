import { settleTime } from "../executor/in-doubt/send-until-resolved.ts";
import type { Io } from "../io/io.ts";
import { kinds } from "../kinds/kinds.ts";
import { type Address, organizationOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { groupBy } from "../model/group-by.ts";
import { indexKinds } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import { Stop } from "../model/stop.ts";
import type { LastApply, RecordedResource } from "../planner/match/recorded-ids.ts";
import { counted } from "../render/words.ts";
import { type Backend, BackendError } from "../state/backend.ts";
import { countsOf, inDoubtIn, type Journal } from "../state/journal.ts";
import type { LineOf } from "../state/journal-line.ts";
import type { Scene } from "../state/record.ts";
import type { Created } from "../undo/created-objects.ts";
import { createdIn } from "../undo/created-objects.ts";
import { processOf, type RunnerTold, runnerOn, unendedWords } from "./lock.ts";
import type { CommonOptions } from "./options.ts";
import { warn } from "./output.ts";
import { commandsOnState, readWhole, runsOf } from "./runs.ts";

const index = indexKinds(kinds);

/** The objects of a run that its journal holds and the record does not, and its scene. */
export interface UnrecordedRun {
  readonly scene: Scene;
  /** The objects that its calls created. A killed run did not write them into the record. */
  readonly created: readonly Created[];
  /** Copies whose answer was lost. Any other created object is found by its name. */
  readonly copies: readonly LostCopy[];
}

/** A copy that may have been created. The platform chooses its name until docform sets the title (A16). */
interface LostCopy {
  readonly address: Address;
  readonly kind: string;
  readonly original: string;
  /** The names of the original before the run, which may have renamed it. */
  readonly wasCalled: readonly string[];
  /** Ids of all there were of the kind before. */
  readonly before: ReadonlySet<string>;
}

/**
 * Reads the journals since the last completed run. Warns when the last run did not end, or still runs. With
 * `settle` it waits while calls of that run may still be carried out.
 */
export async function unrecordedRuns(
  io: Io,
  options: CommonOptions,
  state: Backend,
  scene: Scene,
  { settle }: { readonly settle: boolean },
): Promise<readonly UnrecordedRun[]> {
  const journals = await sinceLastEnd(io, options, state, scene);
  const unended = journals.find(({ end }) => end === undefined);
  if (unended !== undefined)
    warn(io, options, [unendedText(unended, options, state, await runnerOn(io, state))]);
  if (settle) await waitFor(io, state, journals);
  return [...journals].reverse().map(unrecordedOf);
}

/** The journals from the newest back to one that has ended, for the same platform and organizations. */
async function sinceLastEnd(
  io: Io,
  options: CommonOptions,
  state: Backend,
  scene: Scene,
): Promise<readonly Journal[]> {
  const found: Journal[] = [];
  const ids = (await orTell(io, options, runsOf(state))) ?? [];
  for (const id of [...ids].reverse()) {
    const journal = await orTell(io, options, readWhole(state, id));
    if (journal === undefined || !isOn(scene, sceneIn(journal))) continue;
    found.push(journal);
    if (journal.end !== undefined) break;
  }
  return found;
}

async function orTell<T>(io: Io, options: CommonOptions, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (problem) {
    // A shared place that does not answer ends the command.
    if (!(problem instanceof Stop) || problem instanceof BackendError) throw problem;
    const { message } = problem;
    warn(io, options, [{ ...problem.diagnostics[0], code: "DF5020", severity: "warning", message }]);
    return undefined;
  }
}

function sceneIn({ header: { platform, organizations } }: Journal): Scene {
  return { baseUrl: platform.baseUrl, organizations };
}

/** Is all that a run was on part of the scene? */
function isOn(scene: Scene, { baseUrl, organizations }: Scene): boolean {
  const isSame = ([alias, id]: [string, string]): boolean => scene.organizations[alias] === id;
  return scene.baseUrl === baseUrl && Object.entries(organizations).every(isSame);
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
  const calls = `${done} of ${counted(header.calls, "call")} done, ${doubt + unknown} ${open}`;
  const show = commandsOnState(options, place)("runs", "show", header.run);
  const message = `the last run ${header.run} ${unendedWords(runner, process)}: ${calls}`;
  const lacks = `, without those of its last ${journalDelay / 1000} seconds`;
  const hint = `${nextWords(runner, process)}; ${show} lists the calls${journalDelay === 0 ? "" : lacks}`;
  return { code: "DF5031", severity: "warning", message, hint };
}

function nextWords(runner: RunnerTold, process: ReturnType<typeof processOf>): string {
  const again = "plan again when it has ended: what it still does may be in this plan";
  if (process !== undefined) return again;
  return runner === "unknown" ? `if it still runs, ${again}` : "the plan reads what was done";
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
  const left = Math.min(last + settleTime - io.now(), settleTime);
  if (left > 0) await io.sleep(left);
}

function unrecordedOf(journal: Journal): UnrecordedRun {
  // The end says how a second plan was when the run has written the record.
  const created = journal.end?.converged === undefined ? createdIn(journal) : [];
  return {
    scene: sceneIn(journal),
    created,
    copies: inDoubtIn(journal).flatMap((one) => copyBy(one, journal)),
  };
}

function copyBy({ address, operation, params }: LineOf<"intent">, { there }: Journal): readonly LostCopy[] {
  const kind = kinds.find(({ tree }) => tree?.copy?.name === operation);
  if (kind === undefined) return [];
  const ofKind = there.filter(
    (one) => one.kind === kind.name && one.organization === organizationOf(address),
  );
  const before = new Set(ofKind.flatMap(({ ids }) => ids));
  const original = String(params[kind.idParam]);
  const wasCalled = ofKind.flatMap(({ names = {} }) => names[original] ?? []);
  return [{ address, kind: kind.name, original, wasCalled, before }];
}

/**
 * The record of a scene, extended by what interrupted runs created. Throws `Stop` when a lost copy cannot be
 * identified.
 */
export function recordWith(
  last: LastApply | undefined,
  all: readonly UnrecordedRun[],
  scene: Scene,
  { desired, live }: { readonly desired: Desired; readonly live: Live },
  hashes: Pick<LastApply, "hash" | "seal">,
): LastApply | undefined {
  const unrecorded = all.filter((one) => isOn(scene, one.scene));
  const created = unrecorded.flatMap((one) => one.created);
  const copies = groupBy(
    unrecorded.flatMap((one) => one.copies),
    ({ kind, original }) => `${kind} ${original}`,
  );
  const known = new Set(created.map(keyAt));
  const found = [...copies.values()].flatMap((some) => foundCopies(some, known, desired, live));
  const now = new Set(live.resources.map(liveKey));
  const entries = [...created, ...found].flatMap((one): readonly [Address, RecordedResource][] => {
    const { address, kind, id } = one;
    if (!now.has(keyAt(one))) return [];
    return [[address, { kind, id, unverifiable: {} }]];
  });
  if (entries.length === 0) return last;
  return { ...hashes, ...last, resources: new Map([...(last?.resources ?? []), ...entries]) };
}

/**
 * The candidates for lost copies of one original: new objects with the name of a copy that no other call
 * created. Copies of one original are alike, so any assignment is right. With more candidates than calls, a
 * person has to decide.
 */
function foundCopies(
  copies: readonly LostCopy[],
  known: ReadonlySet<string>,
  desired: Desired,
  live: Live,
): readonly Created[] {
  const [first] = copies;
  if (first === undefined) return [];
  const { kind: name, original, address, wasCalled, before } = first;
  const kind = index.get(name);
  const titleOf = ({ answer }: LiveResource): string => kind.label(answer);
  const all = live.resources.filter(
    (one) => one.kind === name && one.organization === organizationOf(address),
  );
  const called = [...wasCalled, ...all.filter(({ id }) => id === original).map(titleOf)];
  const names = called.map((one) => kind.tree?.copyName?.(one));
  const fitting = all.filter(
    (one) => !before.has(one.id) && !known.has(liveKey(one)) && names.includes(titleOf(one)),
  );
  const isOpen = (one: LostCopy): boolean =>
    desired.resources.some((resource) => resource.address === one.address && resource.id === undefined);
  const open = [...new Map(copies.filter(isOpen).map((one) => [one.address, one])).values()];
  if (open.length > 0 && fitting.length > open.length)
    throw new Stop(open.map((one) => whichCopy(one, fitting)));
  return open.flatMap((one, place) => {
    const id = fitting[place]?.id;
    return id === undefined ? [] : [{ address: one.address, kind: name, id }];
  });
}

function whichCopy({ address }: LostCopy, fitting: readonly LiveResource[]): Diagnostic {
  const ids = fitting.map(({ id }) => `"${id}"`).join(", ");
  const message = `${address}: the last run did not end, and it may have made one of these copies: ${ids}`;
  return error("DF3001", message, { hint: "write the id of the one that is meant into the manifest: id: …" });
}
