import { editContent } from "../content/change-requests.ts";
import { currentRevision } from "../content/revisions.ts";
import { entry, known, liveSpace, newId } from "../store/records.ts";
import { isGone } from "../store/removal.ts";
import type { OrganizationState, SpaceState, State } from "../store/state.ts";
import { find, rows } from "../store/table.ts";
import { copySpace } from "./space-copy.ts";
import { hasResult, nextRun } from "./translation-runs.ts";
import type { TranslationState } from "./translation-state.ts";

/** A translation goes with its source: when the source is permanently removed, nothing finds it any more (A17). */
function isThere(state: State, { source }: TranslationState, now: string): boolean {
  const space = entry(state.spaces, source.space);
  return space !== undefined && !isGone(space, now);
}

/** The translations of an organization. */
export function translationsOf(state: State, { translations }: OrganizationState, now: string) {
  return rows(translations).filter((translation) => isThere(state, translation, now));
}

/** The translation with this id. */
export function findTranslation(
  state: State,
  { translations }: OrganizationState,
  id: string,
  now: string,
): TranslationState | undefined {
  const translation = find(translations, id);
  return translation !== undefined && isThere(state, translation, now) ? translation : undefined;
}

/** Do two codes name the same language? Case says nothing in a language code. */
export function isSameLanguage(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The translated space, as long as there is one; it may have been deleted. */
export function resultOf(
  state: State,
  translation: TranslationState,
  now: string,
): { readonly space: string; readonly revision: string } | undefined {
  const space = entry(state.spaces, translation.resultSpace);
  if (space === undefined || space.deletedAt !== undefined || !hasResult(translation, now)) return undefined;
  return { space: space.id, revision: space.content.current };
}

/** Puts the space that a translation fills beside its source: a copy, in the other language. */
export function makeResult(state: State, source: SpaceState, language: string, now: string): SpaceState {
  const own = { id: newId(state, "sp"), revision: newId(state, "rev") };
  return copySpace(state, source, { ...own, title: `${source.title} (${language})`, language }, now);
}

/**
 * Runs a translation on what its source says now. The embedded platform knows no languages, so the
 * translated space gets that content as it is; when it was deleted, another one is made.
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
  else editContent({ state, space: result, user, now }, undefined, currentRevision(source.content));
}
