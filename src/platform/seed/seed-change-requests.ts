import {
  type Edit,
  editContent,
  mergeChangeRequest,
  reviewersOf,
  startChangeRequest,
} from "../content/change-requests.ts";
import { findPage, mapPages, withUniqueSlugs } from "../content/pages.ts";
import { currentRevision, revisionOf } from "../content/revisions.ts";
import { toRichDocument } from "../content/rich-document.ts";
import { setGiven } from "../refusal.ts";
import type { ChangeRequestState, Content, PageState } from "../store/content-state.ts";
import type { SpaceState } from "../store/state.ts";
import { find, get } from "../store/table.ts";
import { idFor, personIn, problem, type SeedBuild, timeOf } from "./seed-build.ts";
import { buildComments } from "./seed-comments.ts";
import type { SeedChangeRequest, SeedPageEdit } from "./seed-content-schema.ts";
import { filesFrom, givenFields, pageFrom, reusableContentsFrom } from "./seed-pages.ts";

/**
 * Creates the change requests of a space in order. After a merge, the ones before it are behind the space.
 */
export function buildChangeRequests(
  build: SeedBuild,
  space: SpaceState,
  seeds: readonly SeedChangeRequest[],
  path: string,
): void {
  for (const [index, seed] of seeds.entries()) buildChangeRequest(build, space, seed, `${path}.${index}`);
}

function buildChangeRequest(
  build: SeedBuild,
  space: SpaceState,
  seed: SeedChangeRequest,
  path: string,
): void {
  const id = idFor(build, path, "cr", seed.subject, seed.id);
  if (find(space.changeRequests, id) !== undefined) return;
  const edit = editFor(build, space, seed, path);
  const made = startChangeRequest(edit, { id, subject: seed.subject, ...reviews(build, space, seed, path) });
  const { description } = seed;
  setGiven(made, {
    description: description === undefined ? undefined : toRichDocument(description),
    conversationsIssuesCluster: clusterIn(build, space, seed, path),
  });
  editContent(edit, made, editedBy(build, currentRevision(space.content), seed, path));
  bringTo(edit, made, seed.status ?? "open");
  const place = { space, changeRequest: id, revision: revisionOf(space, made) };
  buildComments(build, place, seed.comments ?? [], `${path}.comments`);
}

function editFor(build: SeedBuild, space: SpaceState, seed: SeedChangeRequest, path: string): Edit {
  const now = timeOf(build, seed.createdAt);
  return { state: build.state, space, user: personIn(build, seed.createdBy, `${path}.createdBy`), now };
}

function reviews(build: SeedBuild, space: SpaceState, seed: SeedChangeRequest, path: string) {
  const people = (field: "reviewers" | "approvals") =>
    (seed[field] ?? []).map((person) => personIn(build, person, `${path}.${field}`));
  const reviewers = [...new Set([...reviewersOf(build.state, space), ...people("reviewers")])];
  return { reviewers, approvals: people("approvals") };
}

function clusterIn(
  build: SeedBuild,
  { organization }: SpaceState,
  { conversationsIssuesCluster: cluster }: SeedChangeRequest,
  path: string,
): string | undefined {
  const { clusters } = get(build.state.organizations, organization).conversations;
  if (cluster !== undefined && find(clusters, cluster) === undefined) {
    problem(build, `${path}.conversationsIssuesCluster`, `the organization has no cluster ${cluster}`);
  }
  return cluster;
}

function bringTo(edit: Edit, made: ChangeRequestState, status: ChangeRequestState["status"]): void {
  if (status === "merged") mergeChangeRequest(edit, made);
  else made.status = status;
}

/** Content as a change request makes it. */
function editedBy(build: SeedBuild, content: Content, seed: SeedChangeRequest, path: string): Content {
  const { files = [], reusableContents = [], variables = {} } = seed;
  return {
    pages: editedPages(build, content.pages, seed, path),
    files: [...content.files, ...filesFrom(build, files, `${path}.files`)],
    reusableContents: [
      ...content.reusableContents,
      ...reusableContentsFrom(build, reusableContents, `${path}.reusableContents`),
    ],
    variables: { ...content.variables, ...variables },
  };
}

function editedPages(
  build: SeedBuild,
  before: readonly PageState[],
  { pages: edits = [], removedPages = [] }: SeedChangeRequest,
  path: string,
): readonly PageState[] {
  let pages = before;
  for (const [index, edit] of edits.entries()) pages = withEdit(build, pages, edit, `${path}.pages.${index}`);
  for (const id of removedPages) {
    if (findPage(pages, id) === undefined) problem(build, `${path}.removedPages`, `there is no page ${id}`);
  }
  return withUniqueSlugs(mapPages(pages, (page) => (removedPages.includes(page.id) ? undefined : page)));
}

function withEdit(
  build: SeedBuild,
  pages: readonly PageState[],
  edit: SeedPageEdit,
  path: string,
): readonly PageState[] {
  const { id, title, parent } = edit;
  if (id !== undefined && findPage(pages, id) !== undefined) {
    if (parent !== undefined) problem(build, `${path}.parent`, "only a new page is put below another one");
    const given = {
      updatedAt: build.now,
      ...(title === undefined ? {} : { title }),
      ...givenFields(build, edit),
    };
    return mapPages(pages, (page) => (page.id === id ? { ...page, ...given } : page));
  }
  if (title === undefined)
    problem(build, path, "give the id of a page that is there, or a title for a new one");
  const made = pageFrom(build, edit, title ?? "", idFor(build, path, "page", title ?? "", id));
  if (parent === undefined) return [...pages, made];
  if (findPage(pages, parent) === undefined) problem(build, `${path}.parent`, `there is no page ${parent}`);
  return mapPages(pages, (page) => (page.id === parent ? { ...page, pages: [...page.pages, made] } : page));
}
