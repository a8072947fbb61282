import type { TranslationRun, TranslationState } from "../store/content-state.ts";
import { liveSpace, newId, type OrganizationState, type SpaceState, type State } from "../store/state.ts";
import { entry, find, known, rows } from "../store/table.ts";
import { toIso, toMilliseconds } from "../store/time.ts";
import { editContent, revisionOf } from "./change-requests.ts";
import { isGone } from "./content-tree.ts";
import { placedPages } from "./pages.ts";
import { copySpace } from "./spaces.ts";

/** A translation goes with its source: when the source is permanently removed, nothing finds it any more (A17). */
function hasSource(state: State, { source }: TranslationState, now: string): boolean {
  const space = entry(state.spaces, source.space);
  return space !== undefined && !isGone(space, now);
}

/** The translations of an organization. */
export function translationsOf(state: State, { translations }: OrganizationState, now: string) {
  return rows(translations).filter((translation) => hasSource(state, translation, now));
}

/** The translation with this id. */
export function findTranslation(
  state: State,
  { translations }: OrganizationState,
  id: string,
  now: string,
): TranslationState | undefined {
  const translation = find(translations, id);
  return translation !== undefined && hasSource(state, translation, now) ? translation : undefined;
}

/** Whether two codes are the same language. Language codes ignore case. */
export function isSameLanguage(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Creates the space of a translation next to its source: a copy in the other language. */
export function makeResult(state: State, source: SpaceState, language: string, now: string): SpaceState {
  const own = { id: newId(state, "sp"), revision: newId(state, "rev") };
  return copySpace(state, source, { ...own, title: `${source.title} (${language})`, language }, now);
}

/**
 * Runs a translation with the current content of its source. The embedded platform cannot translate, so the
 * translated space gets the same content. A deleted translated space is created again.
 */
export function runAgain(
  state: State,
  organization: OrganizationState,
  translation: TranslationState,
  { user, now }: { readonly user: string; readonly now: string },
): void {
  const source = known(state.spaces, translation.source.space);
  const result = liveSpace(state, organization, translation.resultSpace);
  translation.runs.push(nextRun(translation, source, now));
  if (result === undefined) translation.resultSpace = makeResult(state, source, translation.language, now).id;
  else editContent({ state, space: result, user, now }, undefined, revisionOf(source));
}

/** The wait before a run begins, in milliseconds (A36). */
const waits = 500;

/** The duration of a run in milliseconds: a second, and one more for each thousand words, up to three (A36). */
function durationOf({ words }: Pick<TranslationRun, "words">): number {
  return 1000 + Math.min(words, 2000);
}

/** The end of a run, in milliseconds since 1970. */
function endOf(run: TranslationRun): number {
  return toMilliseconds(run.startsAt) + waits + durationOf(run);
}

/**
 * How far a translation is (A8), when it changed last, and the statistics of its ended runs, with durations in
 * milliseconds (2.14). All are functions of the clock: nothing runs.
 */
export function progressOf({ runs, updatedAt }: TranslationState, now: string) {
  const time = toMilliseconds(now);
  const ended = runs.filter((run) => endOf(run) <= time);
  const last = runs.at(-1);
  const hasBegun = last !== undefined && toMilliseconds(last.startsAt) + waits <= time;
  const latest = ended.at(-1);
  const stats = {
    runs: ended.length,
    totalWords: sum(ended.map(({ words }) => words)),
    totalPages: sum(ended.map(({ pages }) => pages)),
    totalDuration: sum(ended.map(durationOf)),
    latestRunDuration: latest === undefined ? 0 : durationOf(latest),
    latestPages: latest?.pages ?? 0,
    latestWords: latest?.words ?? 0,
  };
  return {
    status: last === latest ? "completed" : hasBegun ? "running" : "pending",
    updatedAt: toIso(Math.max(toMilliseconds(updatedAt), ...ended.map(endOf))),
    stats,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** The pages of a space, and the words in their titles, descriptions and texts. */
function amountIn(space: SpaceState): Pick<TranslationRun, "pages" | "words"> {
  const pages = placedPages(revisionOf(space).pages).map(({ page }) => page);
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
