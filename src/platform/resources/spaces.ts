import { conflict, Refusal, setGiven } from "../http/refusal.ts";
import type { Content } from "../store/content-state.ts";
import type {
  CollectionState,
  DefaultLevel,
  OrganizationState,
  Role,
  SpaceState,
  State,
} from "../store/state.ts";
import { emptyTable, known } from "../store/table.ts";
import { newContent, revisionOf } from "./change-requests.ts";
import { placeContent, spacesInOrder } from "./content-tree.ts";

/**
 * The level that a space gives to members: its own, or where it inherits, that of the collection around it, and so on.
 * `inherit` all the way up leaves everybody their role in the organization; null gives nothing (A12).
 */
function levelOf(state: State, space: SpaceState): DefaultLevel | null {
  let item: SpaceState | CollectionState = space;
  while (item.defaultLevel === "inherit" && item.parent !== undefined) {
    item = known(state.collections, item.parent);
  }
  return item.defaultLevel;
}

/**
 * The permission of a member with a role in a space; undefined for none. An admin may do everything, a guest
 * nothing, and others as their level says. The API has no access to single spaces.
 */
export function permissionIn(state: State, role: Role | null, space: SpaceState): Role | undefined {
  if (role === null || role === "admin") return role ?? undefined;
  const level = levelOf(state, space);
  return level === "inherit" ? role : (level ?? undefined);
}

/** The number of spaces that a member with a role can open. */
export function accessCounts(state: State, organization: OrganizationState): (role: Role | null) => number {
  const counts = new Map<Role | null, number>();
  return (role) => {
    const count = counts.get(role) ?? countFor(state, organization, role);
    counts.set(role, count);
    return count;
  };
}

function countFor(state: State, organization: OrganizationState, role: Role | null): number {
  const spaces = spacesInOrder(state, organization);
  return spaces.filter((space) => permissionIn(state, role, space) !== undefined).length;
}

/** Refuses changes of a deleted space and its content: 409 until it is restored (A17). */
export function checkLive({ deletedAt }: SpaceState): void {
  if (deletedAt !== undefined) throw new Refusal(409, "The space is deleted; restore it first.");
}

/** Refuses to change the content of a locked space: 409 (2.1, `editMode`). */
export function checkUnlocked({ editMode }: SpaceState): void {
  if (editMode === "locked") throw conflict("editMode", "the space is locked");
}

/** The own fields of a new space. */
interface Own {
  readonly id: string;
  /** Id of its first revision. */
  readonly revision: string;
  readonly title: string;
  /** The language of the original when undefined. */
  readonly language?: string;
}

/** A new space of an organization, with a content: everybody sees in it what is inherited. It stands nowhere yet. */
export function newSpace(
  { id, revision, title }: Own,
  organization: string,
  now: string,
  content: Content,
): SpaceState {
  return {
    id,
    organization,
    title,
    visibility: "private",
    editMode: "live",
    mergeRules: { type: "inherit" },
    defaultLevel: "inherit",
    createdAt: now,
    updatedAt: now,
    ...newContent(revision, now, content),
    comments: emptyTable(),
  };
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
    ...newContent(own.revision, now, revisionOf(original)),
    comments: emptyTable(),
  };
  setGiven(copy, { emoji, language: own.language ?? language });
  state.spaces[copy.id] = copy;
  placeContent(state, copy, original.parent);
  return copy;
}
