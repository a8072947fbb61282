import { conflict, nameList } from "../http/refusal.ts";
import type { ChangeRequestState, Content, RevisionState, SpaceContent } from "../store/content-state.ts";
import { newId, type SpaceState, type State } from "../store/state.ts";
import { add, emptyTable, entry, get, known, rows } from "../store/table.ts";
import { mergeContent } from "./merge-content.ts";

/** Subject of a change request that is given none. */
export const defaultSubject = "Untitled";

/** Content in which nothing is. */
export const nothing: Content = { pages: [], files: [], reusableContents: [], variables: {} };

/** The author and time of an edit of content. */
export interface Edit {
  readonly state: State;
  readonly space: SpaceState;
  /** Id of the user. */
  readonly user: string;
  readonly now: string;
}

/** The first content of a space: one revision and no change request. */
export function newContent(revision: string, now: string, content: Content): SpaceContent {
  const first: RevisionState = { ...content, id: revision, type: "edits", createdAt: now, parents: [] };
  return { content: { current: revision, revisions: { [revision]: first } }, changeRequests: emptyTable() };
}

/** The revision to read: the current one of the space, or of its change request when there is one. */
export function revisionOf({ content }: SpaceState, changeRequest?: ChangeRequestState): RevisionState {
  return known(content.revisions, changeRequest === undefined ? content.current : changeRequest.revision);
}

/** The revision that a change request was last brought up to: where its own edits begin. */
function baseIdOf({ revisionInitial, revisionMergedAncestor }: ChangeRequestState): string {
  return revisionMergedAncestor ?? revisionInitial;
}

/** Is the change request behind the content of its space (2.5)? A merged one waits for nothing: it never is. */
export function isOutdated({ content }: SpaceState, changeRequest: ChangeRequestState): boolean {
  return changeRequest.status !== "merged" && baseIdOf(changeRequest) !== content.current;
}

/** The change request with this id, or with this number in its space (4.2). */
export function findChangeRequest(
  { changeRequests }: SpaceState,
  idOrNumber: string,
): ChangeRequestState | undefined {
  const byId = entry(changeRequests.byId, idOrNumber);
  if (byId !== undefined || !/^[1-9]\d{0,8}$/.test(idOrNumber)) return byId;
  return rows(changeRequests).find(({ number }) => number === Number(idOrNumber));
}

/** Adds a revision; nothing points to it yet. */
function addRevision(
  { state, space, now }: Edit,
  type: RevisionState["type"],
  parents: readonly RevisionState[],
  { pages, files, reusableContents, variables }: Content,
): RevisionState {
  const made: RevisionState = {
    id: newId(state, "rev"),
    type,
    createdAt: now,
    parents: parents.map(({ id }) => id),
    ...{ pages, files, reusableContents, variables },
  };
  space.content.revisions[made.id] = made;
  return made;
}

/** Starts a draft change request from the current content of its space, with the next number (2.5). */
export function startChangeRequest(
  edit: Edit,
  given: Pick<ChangeRequestState, "subject" | "reviewers"> &
    Partial<Pick<ChangeRequestState, "id" | "approvals">>,
): ChangeRequestState {
  const { state, space, user, now } = edit;
  const from = revisionOf(space);
  const own = addRevision(edit, "edits", [from], from);
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
  const before = revisionOf(edit.space, changeRequest);
  if (content === before) return;
  const made = addRevision(edit, "edits", [before], content);
  if (changeRequest === undefined) makeCurrent(edit, made);
  else advance(edit, changeRequest, made);
}

/**
 * Brings the content of the space into a change request (4.2, update). One that is up to date stays as it is,
 * so that it can be asked for again. Answers the revision that the change request then has.
 */
export function pullChangeRequest(edit: Edit, changeRequest: ChangeRequestState): RevisionState {
  const { space } = edit;
  const own = revisionOf(space, changeRequest);
  if (!isOutdated(space, changeRequest)) return own;
  const main = revisionOf(space);
  const made = addRevision(edit, "update", [own, main], merged(space, changeRequest));
  changeRequest.revisionMergedAncestor = main.id;
  advance(edit, changeRequest, made);
  return made;
}

/** Makes the edits of a change request those of its space, in a new revision (4.2, merge). It is merged then. */
export function mergeChangeRequest(edit: Edit, changeRequest: ChangeRequestState): RevisionState {
  const { space, now } = edit;
  const parents = [revisionOf(space), revisionOf(space, changeRequest)];
  const made = addRevision(edit, "merge", parents, merged(space, changeRequest));
  changeRequest.status = "merged";
  changeRequest.revisionMerged = made.id;
  changeRequest.updatedAt = now;
  makeCurrent(edit, made);
  return made;
}

function merged(space: SpaceState, changeRequest: ChangeRequestState): Content {
  const base = known(space.content.revisions, baseIdOf(changeRequest));
  return mergeContent(base, revisionOf(space), revisionOf(space, changeRequest));
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

/** Forgets the revisions that nothing needs any more: neither current, nor of a change request, nor its base. */
function forgetRevisions({ content, changeRequests }: SpaceState): void {
  const needed = new Set([content.current]);
  for (const changeRequest of rows(changeRequests)) {
    needed.add(changeRequest.revision);
    if (changeRequest.status !== "merged") needed.add(baseIdOf(changeRequest));
  }
  for (const id of Object.keys(content.revisions)) if (!needed.has(id)) delete content.revisions[id];
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

/** The required reviewers of a change request, by the merge rules of its space or the inherited ones (2.1). */
export function reviewersOf(state: State, space: SpaceState): string[] {
  const organization = get(state.organizations, space.organization);
  const rules = space.mergeRules.type === "inherit" ? organization.mergeRules : space.mergeRules;
  return rules.type === "rules" ? [...new Set(requiredUsers(rules.rules))] : [];
}

/** The people of the rule that asks for each of them. Nothing here gives the reviews that other rules ask for. */
function requiredUsers(
  rules: readonly { readonly rule: string; readonly users?: readonly string[] | undefined }[],
): readonly string[] {
  return rules.flatMap(({ rule, users = [] }) => (rule === "require_specific_reviewers" ? users : []));
}

/**
 * Refuses a merge with missing reviews: 409. No operation gives a review. The caller who merges counts as a
 * reviewer, and a seed names the others.
 */
export function checkApproved({ state, space, user }: Edit, { approvals }: ChangeRequestState): void {
  const missing = reviewersOf(state, space).filter((id) => id !== user && !approvals.includes(id));
  if (missing.length > 0) throw conflict("mergeRules", `not reviewed by ${nameList(missing)}`);
}
