import { conflict, nameList } from "../refusal.ts";
import type { ChangeRequestState, Content, RevisionState } from "../store/content-state.ts";
import type { SpaceState, State } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { add, get, rows } from "../store/table.ts";
import { mergeContent } from "./merge-content.ts";
import {
  addRevision,
  baseOf,
  currentRevision,
  forgetRevisions,
  isOutdated,
  revisionOf,
} from "./revisions.ts";

/** Subject of a change request that is given none. */
export const defaultSubject = "Untitled";

/** The author and time of an edit of content. */
export interface Edit {
  readonly state: State;
  readonly space: SpaceState;
  /** Id of the user. */
  readonly user: string;
  readonly now: string;
}

/** Starts a draft change request from the current content of its space, with the next number (2.5). */
export function startChangeRequest(
  { state, space, user, now }: Edit,
  given: Pick<ChangeRequestState, "subject" | "reviewers"> &
    Partial<Pick<ChangeRequestState, "id" | "approvals">>,
): ChangeRequestState {
  const from = currentRevision(space.content);
  const parents = [from.id];
  const own = addRevision(space, { id: newId(state, "rev"), type: "edits", createdAt: now, parents }, from);
  return add(space.changeRequests, {
    id: newId(state, "cr"),
    approvals: [],
    ...given,
    number: Math.max(0, ...rows(space.changeRequests).map(({ number }) => number)) + 1,
    status: "draft",
    createdBy: user,
    createdAt: now,
    updatedAt: now,
    revision: own.id,
    revisionInitial: from.id,
    contributors: [user],
  });
}

/** Gives a change request, or the space itself, new content: its next revision. The same content is no edit. */
export function editContent(
  edit: Edit,
  changeRequest: ChangeRequestState | undefined,
  content: Content,
): void {
  const { state, space, now } = edit;
  const before = revisionOf(space, changeRequest);
  if (content === before) return;
  const parents = [before.id];
  const made = addRevision(
    space,
    { id: newId(state, "rev"), type: "edits", createdAt: now, parents },
    content,
  );
  if (changeRequest === undefined) makeCurrent(edit, made);
  else advance(edit, changeRequest, made);
}

/**
 * Brings the content of the space into a change request (4.2, update). One that is up to date stays as it is,
 * so that it can be asked for again. Answers the revision that the change request then has.
 */
export function pullChangeRequest(edit: Edit, changeRequest: ChangeRequestState): RevisionState {
  const { state, space, now } = edit;
  const own = revisionOf(space, changeRequest);
  if (!isOutdated(space, changeRequest)) return own;
  const main = currentRevision(space.content);
  const merged = mergeContent(baseOf(space, changeRequest), main, own);
  const parents = [own.id, main.id];
  const made = addRevision(
    space,
    { id: newId(state, "rev"), type: "update", createdAt: now, parents },
    merged,
  );
  changeRequest.revisionMergedAncestor = main.id;
  advance(edit, changeRequest, made);
  return made;
}

/** Makes the edits of a change request those of its space, in a new revision (4.2, merge). It is merged then. */
export function mergeChangeRequest(edit: Edit, changeRequest: ChangeRequestState): RevisionState {
  const { state, space, now } = edit;
  const main = currentRevision(space.content);
  const own = revisionOf(space, changeRequest);
  const merged = mergeContent(baseOf(space, changeRequest), main, own);
  const parents = [main.id, own.id];
  const made = addRevision(
    space,
    { id: newId(state, "rev"), type: "merge", createdAt: now, parents },
    merged,
  );
  changeRequest.status = "merged";
  changeRequest.revisionMerged = made.id;
  changeRequest.updatedAt = now;
  makeCurrent(edit, made);
  return made;
}

/** A change request that is merged or archived is not edited, pulled into or merged any more: 409. */
export function checkEditable({ status, number }: ChangeRequestState): void {
  if (status !== "merged" && status !== "archived") return;
  throw conflict("change request", `number ${number} is ${status}`);
}

/** Notes who took part in a change request. */
export function noteContributor({ user, now }: Edit, changeRequest: ChangeRequestState): void {
  changeRequest.updatedAt = now;
  if (!changeRequest.contributors.includes(user)) changeRequest.contributors.push(user);
}

function advance(edit: Edit, changeRequest: ChangeRequestState, made: RevisionState): void {
  changeRequest.revision = made.id;
  noteContributor(edit, changeRequest);
  forgetRevisions(edit.space);
}

function makeCurrent({ space, now }: Edit, made: RevisionState): void {
  space.content.current = made.id;
  if (space.updatedAt < now) space.updatedAt = now;
  forgetRevisions(space);
}

/**
 * The required reviewers of a change request, by the merge rules of its space or the inherited ones (2.1).
 */
export function reviewersOf(state: State, space: SpaceState): string[] {
  const organization = get(state.organizations, space.organization);
  const rules = space.mergeRules.type === "inherit" ? organization.mergeRules : space.mergeRules;
  return rules.type === "rules" ? [...new Set(rules.rules.flatMap(({ users }) => users))] : [];
}

/**
 * Refuses a merge with missing reviews: 409. No operation gives a review. The caller who merges counts as a
 * reviewer, and a seed names the others.
 */
export function checkApproved(
  state: State,
  space: SpaceState,
  { approvals }: ChangeRequestState,
  user: string,
): void {
  const missing = reviewersOf(state, space).filter((id) => id !== user && !approvals.includes(id));
  if (missing.length > 0) throw conflict("mergeRules", `not reviewed by ${nameList(missing)}`);
}
