import { isObject, parseJson } from "../../../src/text/json.ts";
import type { StateWrite } from "../state/state-server.ts";
import type { Invariant } from "./invariant.ts";

/** Each write of a run builds on the document before it, whatever the server lets pass. */
export const stateKept: Invariant = {
  name: "state: each write changes one thing, under its own lock; no older record or journal comes back",
  ofStory: ({ stateServer: { writes, taken } }) => {
    const old = new Set<string>();
    return writes.flatMap((write) => {
      const problems = [...withoutLock(write, taken), ...changesOf(write, old)];
      return problems.map((problem) => `run ${write.run} wrote the document ${problem}`);
    });
  },
};

function withoutLock({ run, lock, held }: StateWrite, taken: ReadonlyMap<string, number>): readonly string[] {
  if (held === undefined) return ["while nobody held the lock"];
  if (held !== lock) return [`as ${lock}, and ${held} held the lock`];
  return taken.get(held) === run ? [] : ["under the lock of another run"];
}

/** The faults of a change of the document; old records are added to those that were before. */
function changesOf({ before, after }: StateWrite, old: Set<string>): readonly string[] {
  const [from, to] = [contentsOf(before), contentsOf(after)];
  if (to === undefined) return ["with what is no state"];
  const { record, runs } = from ?? { record: undefined, runs: {} };
  const ids = new Set([...Object.keys(runs), ...Object.keys(to.runs)]);
  const changed = [...ids].filter((id) => runs[id] !== to.runs[id]);
  const isNewRecord = record !== to.record;
  if (record !== undefined && isNewRecord) old.add(record);
  return [
    ...(changed.length + (isNewRecord ? 1 : 0) > 1 ? [`with ${changed.length} journals and a record`] : []),
    ...changed.flatMap((id) =>
      (to.runs[id] ?? "").startsWith(runs[id] ?? "") ? [] : [`with less of the journal ${id}`],
    ),
    ...(to.record === undefined ? (isNewRecord ? ["without the record"] : []) : []),
    ...(isNewRecord && old.has(to.record ?? "") ? ["with a record that was replaced before"] : []),
  ];
}

/** The record and the journals of a document. */
interface Contents {
  readonly record: string | undefined;
  readonly runs: Readonly<Record<string, string>>;
}

/** The content of a document of the state server; undefined when it is none. */
export function contentsOf(document: string | undefined): Contents | undefined {
  const value = parseJson(document ?? "");
  const { docform } = isObject(value) ? value : {};
  if (!isObject(docform) || !isObject(docform.runs)) return undefined;
  const { record } = docform;
  if (record !== undefined && (typeof record !== "string" || !isObject(parseJson(record)))) return undefined;
  return { record, runs: docform.runs as Contents["runs"] };
}
