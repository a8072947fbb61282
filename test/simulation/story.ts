import { loadProject } from "../../src/manifest/load/load-project.ts";
import { diskFiles } from "../../src/manifest/read/project-files.ts";
import type { DesiredResource } from "../../src/model/desired.ts";
import type { ApplyLine } from "../../src/model/documents/apply-document.ts";
import type { Platform } from "../../src/platform/platform.ts";
import { leftAlone } from "../laws/oracles/left-alone.ts";
import type { HandEdit } from "./admin.ts";
import { type Look, look } from "./look.ts";
import { applyOf, argvOf, deletesIn, isHeld, linesOf, plainRun } from "./machine/command-line.ts";
import type { MemoryDisk } from "./machine/memory-disk.ts";
import { folder, type Run, runProcess } from "./machine/process.ts";
import { environment, type Project } from "./project.ts";
import type { RunPlan, Scenario } from "./scenario.ts";
import { type Stage, type Staging, setUp } from "./stage.ts";
import { type JournalFile, journalsOn } from "./state/journals.ts";
import type { StateServer } from "./state/state-server.ts";
import type { StateExchange } from "./state/state-wire.ts";
import type { Exchange } from "./trace.ts";
import { hasLeftLock, listRuns, type Unlock, unlock } from "./unlock.ts";

/** One run of apply, with what is known about it from outside. */
export interface Act {
  readonly run: Run;
  readonly plan: RunPlan;
  /** The result of a plan without faults just before, and just afterwards. */
  readonly before: Look;
  readonly after: Look;
  /** Its output, line by line. */
  readonly lines: readonly ApplyLine[];
  readonly exchanges: readonly Exchange[];
  /** The same of the state server. */
  readonly stateExchanges: readonly StateExchange[];
  /** The edits of somebody else between this run and the next one. */
  readonly edits: readonly HandEdit[];
  /** All journals when it had ended, the oldest first. */
  readonly journals: readonly JournalFile[];
  /** The one that it began itself. */
  readonly begun: JournalFile | undefined;
  /** Is there a lock when it has ended? */
  readonly isLocked: boolean;
  /** The state of the platform when it had ended, as JSON. */
  readonly state: string;
}

/** Everything that happened for a seed. */
export interface Story {
  readonly scenario: Scenario;
  readonly startedAt: number;
  /** The content of its manifests. */
  readonly declared: readonly DesiredResource[];
  /** All runs of apply; the last one is without faults. */
  readonly acts: readonly Act[];
  /** After them, the last run that had something to do is undone. */
  readonly undo: Act | undefined;
  readonly trace: readonly Exchange[];
  readonly stateTrace: readonly StateExchange[];
  readonly stateServer: StateServer;
  /** The acts of a person about locks that were left on the state server, each before the next run. */
  readonly unlocks: readonly Unlock[];
  /** The last output of `docform runs` in a fresh clone, as JSON; undefined where the state is in the folder. */
  readonly listed: string | undefined;
  readonly platform: Platform;
  readonly disk: MemoryDisk;
  readonly leftAlone: {
    readonly before: ReadonlyMap<string, string>;
    readonly after: ReadonlyMap<string, string>;
  };
}

/** Runs without faults in the end: what is transferred to another organization is a plan of its own. */
const lastRuns = 2;

/** Runs apply as the scenario says, and then without faults until nothing is left to do, twice at most. */
export async function tell(scenario: Scenario, staging: Staging = {}): Promise<Story> {
  const stage = setUp(scenario, staging);
  const before = leftAloneOf(stage.platform, scenario);
  const acts: Act[] = [];
  const unlocks: Unlock[] = [];
  const makeWay = async (): Promise<void> => {
    await stage.scheduler.settle();
    const argv = argvOf("apply", scenario, plainRun, 0);
    if (stage.stateServer.holder() !== undefined) unlocks.push(await unlock(stage, acts.length + 1, argv));
  };
  const act = async (plan: RunPlan): Promise<Act> => {
    await makeWay();
    const acted = await perform(stage, scenario, acts.length + 1, plan, acts.at(-1));
    acts.push(acted);
    return acted;
  };
  for (const plan of scenario.runs) {
    await act(plan);
    if (plan.isEditedAfter) acts.push(await editedAfter(stage, acts.pop()));
    if (plan.losesClone === true) stage.disk.removeFolder(`${folder}/.docform`);
  }
  await stage.scheduler.settle();
  stage.stopFaults();
  for (let run = 0; run < lastRuns; run++) if (isOver(await act(plainRun))) break;
  await makeWay();
  const { trace, platform, disk, stateServer, stateTrace } = stage;
  const after = leftAloneOf(platform, scenario);
  const declared = await declaredOn(disk);
  const undo = scenario.undoes ? await performUndo(stage, scenario, acts.length + 1) : undefined;
  return {
    scenario,
    startedAt: Date.parse(scenario.project.now),
    declared,
    acts,
    undo,
    trace,
    stateTrace,
    stateServer,
    unlocks,
    listed: scenario.state === undefined ? undefined : await listRuns(stage, scenario.project),
    platform,
    disk,
    leftAlone: { before, after },
  };
}

function isOver({ after }: Act): boolean {
  return !("plan" in after) || after.plan.steps.length === 0;
}

async function declaredOn(disk: MemoryDisk): Promise<readonly DesiredResource[]> {
  const { desired } = await loadProject(folder, diskFiles(folder, disk.readOnly), { env: environment });
  return desired.resources;
}

/** The undeclared objects of a random world; of other projects nobody knows. */
function leftAloneOf(platform: Platform, { world }: Scenario): ReadonlyMap<string, string> {
  return world === undefined ? new Map() : leftAlone(platform, world);
}

async function perform(
  stage: Stage,
  scenario: Scenario,
  number: number,
  plan: RunPlan,
  last: Act | undefined,
): Promise<Act> {
  const from = momentOf(stage);
  const isSame =
    last !== undefined && last.plan.losesClone !== true && lastChanges.get(last) === from.changes;
  const known = last === undefined ? firstLooks.get(scenario.project) : isSame ? last.after : undefined;
  const before = known ?? (await look(stage));
  if (last === undefined) firstLooks.set(scenario.project, before);
  const run = await runProcess(stage, number, applyOf(scenario, plan, before), plan.mishaps);
  const isIdle = "plan" in before && before.plan.steps.length === 0 && stage.changes() === from.changes;
  const after = isIdle ? before : await look(stage);
  const act = { run, plan, before, after, ...sinceThen(stage, run, from) };
  lastChanges.set(act, stage.changes());
  return act;
}

/** Lets somebody else change something, once all of a run has arrived. */
async function editedAfter(stage: Stage, act: Act | undefined): Promise<Act> {
  if (act === undefined) throw new Error("there was no run");
  await stage.scheduler.settle();
  await stage.edit();
  return { ...act, edits: [...stage.edits] };
}

/** How far a story has come. */
function momentOf({ trace, stateTrace, changes, disk }: Stage) {
  return {
    trace: trace.length,
    stateTrace: stateTrace.length,
    changes: changes(),
    journal: journalsOn(disk).at(-1)?.path,
  };
}

function sinceThen(stage: Stage, { number, stdout }: Run, from: ReturnType<typeof momentOf>) {
  const { trace, stateTrace, disk, platform } = stage;
  const journals = journalsOn(disk);
  const last = journals.at(-1);
  return {
    lines: linesOf(stdout),
    exchanges: trace.slice(from.trace),
    stateExchanges: stateTrace.slice(from.stateTrace),
    edits: [],
    journals,
    begun: last !== undefined && last.path !== from.journal ? last : undefined,
    isLocked: hasLeftLock(stage, number),
    state: JSON.stringify(platform.state),
  };
}

/** Takes the last run back that sent something, without faults. */
async function performUndo(stage: Stage, scenario: Scenario, number: number): Promise<Act> {
  const from = momentOf(stage);
  const before: Look = { problem: "of an undo nobody looks before" };
  const undo = (deletes: number): Promise<Run> =>
    runProcess(stage, number, argvOf("undo", scenario, plainRun, deletes), {});
  const first = await undo(0);
  const run = isHeld(first) ? await undo(deletesIn(first)) : first;
  await stage.scheduler.settle();
  const after = await look(stage);
  return { run, plan: plainRun, before, after, ...sinceThen(stage, run, from) };
}

/** The plan of a project before anything has happened: the same in every story of it. */
const firstLooks = new WeakMap<Project, Look>();

/** Changes of the platform up to the end of an act, so that a look need not be repeated. */
const lastChanges = new WeakMap<Act, number>();
