import { type Broken, check, render } from "./check.ts";
import type { Scenario } from "./scenario.ts";
import type { Staging } from "./stage.ts";
import { type Story, tell } from "./story.ts";

/** A scenario that ended as it must not. */
interface Failure {
  readonly scenario: Scenario;
  readonly broken: readonly Broken[];
  /** The story, for people. */
  readonly text: string;
}

/** The results of many scenarios. */
export interface Outcome {
  readonly failures: readonly Failure[];
  /** How often each thing went wrong on purpose, and how the runs ended. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Tells the story of each scenario, and holds it against the invariants, until so many have failed. */
export async function runAll(
  scenarios: Iterable<Scenario> | AsyncIterable<Scenario>,
  staging: Staging = {},
  mostFailures = 10,
): Promise<Outcome> {
  const counts = new Map<string, number>();
  const failures: Failure[] = [];
  for await (const scenario of scenarios) {
    const failure = await runOne(scenario, staging, counts);
    if (failure !== undefined) failures.push(failure);
    if (failures.length >= mostFailures) break;
  }
  return { failures, counts };
}

async function runOne(
  scenario: Scenario,
  staging: Staging,
  counts: Map<string, number>,
): Promise<Failure | undefined> {
  let story: Story;
  try {
    story = await tell(scenario, staging);
  } catch (problem) {
    const broken = [{ invariant: "no run throws", problems: [String((problem as Error).stack)] }];
    return { scenario, broken, text: "" };
  }
  countIn(story, counts);
  const broken = check(story);
  return broken.length === 0 ? undefined : { scenario, broken, text: render(story) };
}

function countIn(
  { scenario, acts, undo, trace, stateTrace, unlocks }: Story,
  counts: Map<string, number>,
): void {
  const add = (name: string, by = 1): void => {
    counts.set(name, (counts.get(name) ?? 0) + by);
  };
  add("stories");
  add("requests", trace.length);
  if (scenario.state !== undefined) add("stories with a state server");
  if (unlocks.length > 0) add("lock: force-unlock", unlocks.length);
  for (const { fault } of [...trace, ...stateTrace]) if (fault !== undefined) add(`fault: ${fault}`);
  if (undo !== undefined) add(`undo: exit ${undo.run.code}`);
  for (const { run, plan, edits } of acts) {
    add(run.code === undefined ? "run: did not end" : `run: exit ${run.code}`);
    for (const mishap of run.mishaps) add(`fault: ${mishap}`);
    if (run.stderr.includes("DF5034")) add("lock: taken over");
    if (plan.losesClone === true) add("fault: fresh clone");
    if (edits.length > 0) add("fault: edit by hand", edits.length);
  }
}

/** A failure with the command that replays it. */
export function renderFailure({ scenario, broken, text }: Failure): string {
  const said = broken.map(({ invariant, problems }) => `${invariant}\n  ${problems.join("\n  ")}`);
  return [scenario.name, ...said, text, `replay: ${scenario.replay}`].join("\n");
}
