import { error } from "../model/diagnostic.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop, stop } from "../model/stop.ts";
import { equalJson } from "../text/json.ts";
import { type Backend, BackendError } from "./backend.ts";
import { withLastRun } from "./last-run.ts";
import { recordText } from "./record.ts";
import { recordIn } from "./record-file.ts";
import { isRunId } from "./run-id.ts";

/** The records and journals that were copied from one place to another. */
export interface Migrated {
  readonly hasRecord: boolean;
  /** Journals that the other place has now. */
  readonly runs: number;
  /** Journals of older runs, which the other place does not keep. */
  readonly leftOut: number;
}

/** A place that has neither a record nor runs. */
export class NothingToMove extends Stop {
  constructor(place: string) {
    const message = `there is nothing to move: ${place} has no record and no runs`;
    super([error("DF5041", message, { hint: "docform apply writes them" })]);
  }
}

/** How to copy. */
interface Migration {
  /** Id of the lock that is held in the place to copy to. */
  readonly lockId: string;
  /** Replace what is there. */
  readonly force: boolean;
  /** Comes before the first write. */
  readonly beginWriting: () => void;
}

/** The record and the journals in a place. */
interface Contents {
  readonly record: string | undefined;
  readonly version: string | undefined;
  readonly runs: ReadonlyMap<string, string>;
}

/**
 * Copies the record and the journals from one place to another, and reads them back. The caller holds both locks. Throws
 * `Stop` before it writes when the other place has something else. A copy that broke off can be made again: what is there
 * as in the source is not in the way.
 */
export async function migrate(from: Backend, to: Backend, migration: Migration): Promise<Migrated> {
  const source = await contentsOf(from, from.runs);
  checkSource(from.place, source);
  const target = await contentsOf(to, to.runs.kept);
  const obstacles = migration.force ? [] : obstaclesIn(source, target);
  if (obstacles.length > 0) throw notEmpty(to.place, obstacles);
  const all = [...new Set([...source.runs.keys(), ...target.runs.keys()])].sort();
  const kept = new Set(all.slice(-(to.runs.kept.most ?? all.length)));
  const runs = new Map([...source.runs].filter(([run]) => kept.has(run)));
  const missing = new Map([...runs].filter(([run, text]) => target.runs.get(run) !== text));
  const others = [...target.runs.keys()].filter((run) => !source.runs.has(run)).sort();
  const record = source.record === undefined ? undefined : takingIn(source.record, others.at(-1));
  migration.beginWriting();
  // The record comes last: a place with a record has its journals too.
  if (missing.size > 0) await to.runs.kept.write(missing, migration.lockId);
  if (record !== undefined && record !== target.record) await to.record.write(record, target.version);
  await checkCopy(to, record, runs);
  const leftOut = source.runs.size - runs.size;
  return { hasRecord: source.record !== undefined, runs: runs.size, leftOut };
}

/** The record as it counts in a place that has runs of another one: none of those counts any more. */
function takingIn(text: string, newestOther: string | undefined): string {
  const { record } = recordIn(text);
  const next = record && withLastRun(record, newestOther);
  return next === undefined || equalJson(next, record) ? text : recordText(next);
}

/** Reads a place again: reading its record makes it forget what it read before. */
async function contentsOf(
  { place, record }: Backend,
  runs: Pick<Backend["runs"], "ids" | "read">,
): Promise<Contents> {
  const read = await record.read().catch((problem: unknown) => {
    if (problem instanceof Stop) throw problem;
    throw stop("DF5020", `the record in ${place} cannot be read: ${whyFileFailed(problem)}`);
  });
  const texts = new Map<string, string>();
  for (const run of await runs.ids()) {
    // An id becomes the name of a file.
    if (!isRunId(run)) throw stop("DF5020", `${place} has a journal "${run}", which is no id of a run`);
    texts.set(run, (await runs.read(run)) ?? "");
  }
  return { record: read?.text, version: read?.version, runs: texts };
}

function checkSource(place: string, { record, runs }: Contents): void {
  if (record === undefined && runs.size === 0) throw new NothingToMove(place);
  const { problem } = record === undefined ? {} : recordIn(record);
  if (problem !== undefined) throw stop("DF5020", `the record in ${place} cannot be moved: ${problem}`);
}

/** The contents of the target that the source does not have. Of a run that has gone on, it has the beginning. */
function obstaclesIn(source: Contents, target: Contents): readonly string[] {
  const isOther = target.record !== undefined && target.record !== source.record;
  const others = [...target.runs].filter(([run, text]) => source.runs.get(run)?.startsWith(text) !== true);
  const runs = others.length === 1 ? "1 other run" : `${others.length} other runs`;
  return [...(isOther ? ["another record"] : []), ...(others.length === 0 ? [] : [runs])];
}

function notEmpty(place: string, obstacles: readonly string[]) {
  return stop("DF5041", `${place} is not empty: it has ${obstacles.join(" and ")}`, {
    hint: "--force replaces the record there, and adds the runs; docform state pull saves the record before",
  });
}

/** Throws when a place does not give back what was written, byte for byte. */
async function checkCopy(
  { place, record, runs }: Backend,
  text: string | undefined,
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  const read = await record.read();
  const wrong = text === undefined || read?.text === text ? [] : ["the record"];
  for (const [run, journal] of texts)
    if ((await runs.kept.read(run)) !== journal) wrong.push(`the journal of the run ${run}`);
  if (wrong.length === 0) return;
  const message = `${place} does not give back what was written: ${wrong.slice(0, 3).join(", ")}`;
  throw new BackendError(
    message,
    "the state is still where it was: leave docform.yaml so, and move it again",
  );
}
