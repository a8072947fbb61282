import { publishEvery } from "../../../src/state/backends/published-runs.ts";
import { readJournalText } from "../../../src/state/journal.ts";
import type { StateServer } from "../state/state-server.ts";
import type { Act } from "../story.ts";
import type { Invariant } from "./invariant.ts";
import { contentsOf } from "./state-kept.ts";

/** A reader of the state server alone sees every run, as far as it was published. */
export const statePublished: Invariant = {
  name: "state: runs lists readable journals, at least as far as the last publication",
  ofAct: (act, story) =>
    story.scenario.state === undefined || act.begun === undefined
      ? []
      : unpublished(act, story.stateServer).map((problem) => `run ${act.run.number}: ${problem}`),
  ofStory: ({ listed, stateServer }) => (listed === undefined ? [] : badList(listed, stateServer)),
};

function badList(listed: string, { document }: StateServer): readonly string[] {
  const runs = contentsOf(document())?.runs ?? {};
  const problems = Object.entries(runs).flatMap(([id, text]) => {
    const { journal, problem = "it has no header" } = readJournalText(text);
    return journal?.header.run === id ? [] : [`the journal ${id} cannot be read: ${problem}`];
  });
  const unlisted = Object.keys(runs).filter((id) => !listed.includes(`"run": "${id}"`));
  const isWhole = unlisted.length === 0 && /"damaged": \[\]/.test(listed);
  return isWhole ? problems : [...problems, `docform runs says ${listed}, and lacks ${unlisted.join(", ")}`];
}

/** Lines that should be on the server: all of them once a run has ended, else those that are older than a while. */
function unpublished(act: Act, { writes }: StateServer): readonly string[] {
  const { run, begun, stateExchanges } = act;
  const text = new TextDecoder().decode(begun?.bytes);
  const id = /([^/]+)\.jsonl$/.exec(begun?.path ?? "")?.[1] ?? "";
  const last = writes.findLast((write) => write.run === run.number && contentsOf(write.after)?.runs[id]);
  const there = contentsOf(last?.after)?.runs[id];
  if (there === undefined) return [`the journal ${id} is not on the server`];
  if (!text.startsWith(there) && !there.startsWith(text)) return [`the journal ${id} is another one there`];
  // A state server that fails is told again later, and what it lacks in the end is said.
  if (stateExchanges.some(({ fault }) => fault !== undefined) || there.length >= text.length) return [];
  // A disk that is full may take a part of what was to be written.
  if (act.plan.mishaps.disk !== undefined) return [];
  if (run.code !== undefined) return [`it ended, and the journal ${id} is not whole on the server`];
  const times = timesIn(text.slice(there.length));
  const [first = 0, end = 0] = [times[0], times.at(-1)];
  return end - first > publishEvery + longestWay ? [`lines of ${end - first} ms are not on the server`] : [];
}

/** Milliseconds that a document takes to be read and written. */
const longestWay = 13_000;

function timesIn(lines: string): readonly number[] {
  return [...lines.matchAll(/"at":"([^"]+)"/g)].map(([, at = ""]) => Date.parse(at));
}
