import { invariants } from "./invariants/invariants.ts";
import { renderStateExchange } from "./state/state-wire.ts";
import type { Story } from "./story.ts";
import { renderExchange } from "./trace.ts";

/** An invariant that does not hold. */
export interface Broken {
  readonly invariant: string;
  readonly problems: readonly string[];
}

/** The invariants that do not hold of a story. */
export function check(story: Story): readonly Broken[] {
  return invariants.flatMap(({ name, ofAct, ofStory }) => {
    const problems = [
      ...(ofAct === undefined ? [] : story.acts.flatMap((act) => ofAct(act, story))),
      ...(ofStory === undefined ? [] : ofStory(story)),
    ];
    return problems.length === 0 ? [] : [{ invariant: name, problems }];
  });
}

/** Lines that tell what went wrong. */
const troubles: ReadonlySet<string> = new Set(["diagnostic", "step_failed", "step_unknown", "step_stale"]);

/** A story for people: what was drawn, what was sent, how the runs ended. */
export function render(story: Story): string {
  const { world: _, project: __, ...drawn } = story.scenario;
  const all = story.undo === undefined ? story.acts : [...story.acts, story.undo];
  const acts = all.map(({ run, edits, lines }) =>
    [
      `run ${run.number}: docform ${run.argv.join(" ")}`,
      `  ${run.code === undefined ? "did not end" : `exit ${run.code}`} ${run.mishaps.join(", ")}`,
      ...run.stderr.split("\n").slice(0, 20),
      ...lines.flatMap((line) => (troubles.has(line.type) ? [`  ${line["@message"]}`] : [])),
      ...edits.map(({ text }) => `  then somebody else: ${text}`),
    ].join("\n"),
  );
  const requests = story.trace.map((exchange) => renderExchange(exchange, story.startedAt));
  const ofState = story.stateTrace.map((exchange) => renderStateExchange(exchange, story.startedAt));
  return [JSON.stringify(drawn), ...acts, ...requests, ...ofState].join("\n");
}
