import { currentRevision, newContent } from "../content/revisions.ts";
import { setGiven } from "../set-fields.ts";
import type { SpaceState, State } from "../store/state.ts";
import { emptyTable } from "../store/table.ts";
import { placeContent } from "./content-tree.ts";

/** What a copy of a space has of its own. */
interface Own {
  readonly id: string;
  /** Id of its first revision. */
  readonly revision: string;
  readonly title: string;
  /** That of the original when left out. */
  readonly language?: string;
}

/**
 * Puts a copy of a space at the end of the place where the original stands (A16). It has the settings and
 * the current content of the original; comments and change requests stay there.
 */
export function copySpace(state: State, original: SpaceState, own: Own, now: string): SpaceState {
  const { organization, visibility, editMode, mergeRules, defaultLevel, emoji, language } = original;
  const copy: SpaceState = {
    id: own.id,
    title: own.title,
    ...{ organization, visibility, editMode, mergeRules, defaultLevel },
    createdAt: now,
    updatedAt: now,
    ...newContent(own.revision, now, currentRevision(original.content)),
    comments: emptyTable(),
  };
  setGiven(copy, { emoji, language: own.language ?? language });
  state.spaces[copy.id] = copy;
  placeContent(state, copy, original.parent);
  return copy;
}
