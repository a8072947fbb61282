import { placedPages } from "../content/pages.ts";
import { currentRevision } from "../content/revisions.ts";
import type { SpaceState } from "../store/state.ts";
import { toIso, toMilliseconds } from "../store/time.ts";
import type { TranslationRun, TranslationState } from "./translation-state.ts";

/** How long a run waits before it begins, in milliseconds (A36). */
const waits = 500;

type Amount = Pick<TranslationRun, "pages" | "words">;

/** How long a run takes, in milliseconds: a second, and one more for each thousand words, up to three (A36). */
function durationOf({ words }: Amount): number {
  return 1000 + Math.min(words, 2000);
}

/** When a run ends, in milliseconds since 1970. */
function endOf(run: TranslationRun): number {
  return toMilliseconds(run.startsAt) + waits + durationOf(run);
}

/** The runs that have ended at a time: a function of the clock, nothing runs. */
function endedRuns({ runs }: TranslationState, now: string): TranslationRun[] {
  return runs.filter((run) => endOf(run) <= toMilliseconds(now));
}

/** Status of a translation: how far its last run is (A8). */
export function statusOf({ runs }: TranslationState, now: string): "pending" | "running" | "completed" {
  const last = runs.at(-1);
  if (last === undefined) return "pending";
  if (endOf(last) <= toMilliseconds(now)) return "completed";
  return toMilliseconds(last.startsAt) + waits <= toMilliseconds(now) ? "running" : "pending";
}

/** Has a run ended? From then on there is a result. */
export function hasResult(translation: TranslationState, now: string): boolean {
  return endedRuns(translation, now).length > 0;
}

/** When a translation changed last: by a caller, or by the end of a run. */
export function changedAt(translation: TranslationState, now: string): string {
  const ends = endedRuns(translation, now).map(endOf);
  return toIso(Math.max(toMilliseconds(translation.updatedAt), ...ends));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** What the runs that have ended did (2.14); durations in milliseconds. */
export function statsOf(translation: TranslationState, now: string) {
  const ended = endedRuns(translation, now);
  const latest = ended.at(-1);
  return {
    runs: ended.length,
    totalWords: sum(ended.map(({ words }) => words)),
    totalPages: sum(ended.map(({ pages }) => pages)),
    totalDuration: sum(ended.map(durationOf)),
    latestRunDuration: latest === undefined ? 0 : durationOf(latest),
    latestPages: latest?.pages ?? 0,
    latestWords: latest?.words ?? 0,
  };
}

/** The pages of a space, and the words in their titles, descriptions and texts. */
function amountIn({ content }: SpaceState): Amount {
  const pages = placedPages(currentRevision(content).pages).map(({ page }) => page);
  const words = pages.map(({ title, description = "", markdown }) =>
    countWords(`${title}\n${description}\n${markdown}`),
  );
  return { pages: pages.length, words: sum(words) };
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** A run that is asked for now; it waits for the end of the run before it. */
export function nextRun({ runs }: Pick<TranslationState, "runs">, source: SpaceState, now: string) {
  const last = runs.at(-1);
  const start = Math.max(toMilliseconds(now), last === undefined ? 0 : endOf(last));
  return { startsAt: toIso(start), ...amountIn(source) };
}
