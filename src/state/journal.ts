import { isObject, parseJson } from "../text/json.ts";
import {
  type JournalHeader,
  type JournalLine,
  journalFormatVersion,
  journalLine,
  journalPlace,
  type LineOf,
} from "./journal-line.ts";

/** The platform, the organizations and the project of a run. */
export type JournalPlace = Pick<JournalHeader, "platform" | "organizations" | "project">;

/** A journal as far as it was written. */
export interface Journal {
  readonly header: JournalHeader;
  readonly images: readonly LineOf<"before">[];
  readonly there: readonly LineOf<"there">[];
  /** The last intent of each step, in the order of the first. */
  readonly intents: ReadonlyMap<string, LineOf<"intent">>;
  readonly outcomes: ReadonlyMap<string, LineOf<"outcome">>;
  readonly end?: LineOf<"end">;
  /** Time of the last line that has one: until then, at least, the run went on. */
  readonly lastAt: string;
}

/**
 * The result of reading a journal. It is empty when the run was never begun, or has the first problem of the
 * file.
 */
export type JournalRead =
  | { readonly journal?: Journal; readonly problem?: never }
  | { readonly journal?: never; readonly problem: string };

/**
 * Parses a journal. A crash may leave a last line without its newline: it is dropped. Any other problem is
 * reported with its line.
 */
export function readJournalText(text: string): JournalRead {
  const written = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1);
  const lines: JournalLine[] = [];
  for (const [index, line] of written.entries()) {
    const read = readLine(line);
    if (typeof read === "string") return { problem: `line ${index + 1} ${read}` };
    if ((index === 0) !== (read.type === "run"))
      return { problem: index === 0 ? "line 1 is not its header" : `line ${index + 1} is a second header` };
    if (lines.at(-1)?.type === "end") return { problem: `line ${index + 1} comes after its end` };
    lines.push(read);
  }
  return wholeOf(lines);
}

/** Where a run was, from the beginning of its journal; undefined when that does not hold a whole first line. */
export function placeIn(start: string): JournalPlace | undefined {
  const end = start.indexOf("\n");
  return end < 0 ? undefined : journalPlace.safeParse(parseJson(start.slice(0, end))).data;
}

function readLine(text: string): JournalLine | string {
  const data = parseJson(text);
  if (data === undefined) return "is not JSON";
  if (isObject(data) && data.type === "run" && data.formatVersion !== journalFormatVersion)
    return `is of format ${String(data.formatVersion)}, and this docform reads format ${journalFormatVersion}`;
  const read = journalLine.safeParse(data);
  if (read.success) return read.data;
  const { path = [], message = "" } = read.error.issues[0] ?? {};
  return `is not a line of a journal: ${path.length === 0 ? "" : `${path.join(".")}: `}${message}`;
}

function wholeOf([header, ...lines]: readonly JournalLine[]): JournalRead {
  if (header?.type !== "run") return {};
  const intents = new Map<string, LineOf<"intent">>();
  const outcomes = new Map<string, LineOf<"outcome">>();
  for (const line of lines) {
    if (line.type === "intent") intents.set(line.step, line);
    if (line.type === "outcome") outcomes.set(line.step, line);
  }
  const end = lines.find((line) => line.type === "end");
  return {
    journal: {
      header,
      images: lines.filter((line) => line.type === "before"),
      there: lines.filter((line) => line.type === "there"),
      intents,
      outcomes,
      lastAt: lines.reduce((last, line) => ("at" in line ? line.at : last), header.at),
      ...(end === undefined ? {} : { end }),
    },
  };
}

/** The steps whose call may have been carried out: they have no outcome, or the outcome is unknown. */
export function inDoubtIn({ intents, outcomes }: Journal): readonly LineOf<"intent">[] {
  return [...intents.values()].filter(({ step }) => (outcomes.get(step)?.outcome ?? "unknown") === "unknown");
}

/** Whether the platform refused a call: it was not carried out. The processing after a call is another thing. */
export function isRefused(outcome: LineOf<"outcome"> | undefined): boolean {
  if (outcome?.outcome === "failed") return outcome.status !== undefined && outcome.id === undefined;
  return outcome !== undefined && ["skipped", "stale", "requested"].includes(outcome.outcome);
}

/** The number of steps by outcome. `doubt` counts those with an intent and no outcome. */
export function countsOf(journal: Journal) {
  const counts = { done: 0, failed: 0, unknown: 0, stale: 0, skipped: 0, requested: 0, doubt: 0 };
  for (const { outcome } of journal.outcomes.values()) counts[outcome]++;
  for (const step of journal.intents.keys()) if (!journal.outcomes.has(step)) counts.doubt++;
  const { requested, ...known } = counts;
  return requested === 0 ? known : counts;
}
