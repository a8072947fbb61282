import type {
  ChangeRequestState,
  Content,
  ContentState,
  RevisionState,
  RevisionType,
  SpaceContent,
} from "../store/content-state.ts";
import type { SpaceState } from "../store/state.ts";
import { emptyTable, entry, known, rows } from "../store/table.ts";

/** Content in which nothing is. */
export const nothing: Content = { pages: [], files: [], reusableContents: [], variables: {} };

/** The first content of a space: one revision and no change request. */
export function newContent(revision: string, now: string, content: Content): SpaceContent {
  const first: RevisionState = { ...content, id: revision, type: "edits", createdAt: now, parents: [] };
  return { content: { current: revision, revisions: { [revision]: first } }, changeRequests: emptyTable() };
}

/** The current revision of a space. */
export function currentRevision({ current, revisions }: ContentState): RevisionState {
  return known(revisions, current);
}

/** The revision to read: the current one of the space, or of its change request when there is one. */
export function revisionOf({ content }: SpaceState, changeRequest?: ChangeRequestState): RevisionState {
  return changeRequest === undefined
    ? currentRevision(content)
    : known(content.revisions, changeRequest.revision);
}

/** The revision that a change request was last brought up to: where its own edits begin. */
export function baseOf({ content }: SpaceState, changeRequest: ChangeRequestState): RevisionState {
  return known(content.revisions, baseIdOf(changeRequest));
}

/** Is the change request behind the content of its space (2.5)? A merged one waits for nothing: it never is. */
export function isOutdated({ content }: SpaceState, changeRequest: ChangeRequestState): boolean {
  return changeRequest.status !== "merged" && baseIdOf(changeRequest) !== content.current;
}

/** Adds a revision; nothing points to it yet. */
export function addRevision(
  { content }: SpaceState,
  revision: Omit<RevisionState, keyof Content> & { readonly type: RevisionType },
  { pages, files, reusableContents, variables }: Content,
): RevisionState {
  const added: RevisionState = { ...revision, pages, files, reusableContents, variables };
  content.revisions[added.id] = added;
  return added;
}

/** Forgets the revisions that nothing needs any more: neither current, nor of a change request, nor its base. */
export function forgetRevisions({ content, changeRequests }: SpaceState): void {
  const needed = new Set([content.current]);
  for (const changeRequest of rows(changeRequests)) {
    needed.add(changeRequest.revision);
    if (changeRequest.status !== "merged") needed.add(baseIdOf(changeRequest));
  }
  for (const id of Object.keys(content.revisions)) {
    if (!needed.has(id)) delete content.revisions[id];
  }
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

function baseIdOf({ revisionInitial, revisionMergedAncestor }: ChangeRequestState): string {
  return revisionMergedAncestor ?? revisionInitial;
}
