import { toRichDocument } from "../content/rich-document.ts";
import { setGiven } from "../http/refusal.ts";
import {
  editContent,
  mergeChangeRequest,
  reviewersOf,
  revisionOf,
  startChangeRequest,
} from "../resources/change-requests.ts";
import { findPage, mapPages, withUniqueSlugs } from "../resources/pages.ts";
import { newSpace } from "../resources/spaces.ts";
import type { CommentState, Content, PageState, PostState, RevisionState } from "../store/content-state.ts";
import type { CollectionState, OrganizationState, SpaceState } from "../store/state.ts";
import { emptyTable, entry, find, get } from "../store/table.ts";
import { accessFrom } from "./seed-access.ts";
import type { SeedChangeRequest, SeedComment, SeedPageEdit } from "./seed-content-schema.ts";
import { contentFrom, filesFrom, givenFields, pageFrom, reusableContentsFrom } from "./seed-pages.ts";
import { addOnce, type SeedPlace } from "./seed-place.ts";
import type { SeedCollection, SeedOrganization } from "./seed-schema.ts";

/** Puts the collections and spaces of an organization on the platform, in their order (A18). */
export function buildContent(
  place: SeedPlace,
  organization: OrganizationState,
  seed: SeedOrganization,
): void {
  const arrangements = buildCollections(place, organization, undefined, seed.collections);
  place.each("spaces", seed.spaces, (at, space) => buildSpace(at, organization, space));
  arrange(place.at("order"), organization.children, seed.order);
  for (const arrangeOne of arrangements) arrangeOne();
}

/** Builds collections, and returns for each what brings its children into order: the spaces come later. */
function buildCollections(
  place: SeedPlace,
  organization: OrganizationState,
  parent: CollectionState | undefined,
  seeds: readonly SeedCollection[] | undefined,
): (() => void)[] {
  const built = place.each("collections", seeds, (at, seed) => {
    const { title, description, defaultLevel = "inherit" } = seed;
    const id = at.id("col", title, seed.id);
    const collection: CollectionState = {
      id,
      organization: organization.id,
      title,
      defaultLevel,
      children: [],
    };
    const access = accessFrom(at.at("access"), organization, seed.access);
    setGiven(collection, { description, parent: parent?.id, access });
    at.state.collections[id] = collection;
    (parent ?? organization).children.push(id);
    const inner = buildCollections(at, organization, collection, seed.collections);
    return [() => arrange(at.at("order"), collection.children, seed.order), ...inner];
  });
  return built.flat();
}

/** Brings children into the order that is written; those it leaves out follow. */
function arrange(place: SeedPlace, children: string[], order: readonly string[] | undefined): void {
  if (order === undefined) return;
  const there = new Set(children);
  for (const id of order) if (!there.has(id)) place.problem(`${id} is not in this place`);
  const first = new Set(order);
  children.splice(0, children.length, ...first, ...children.filter((id) => !first.has(id)));
}

type SeedSpace = NonNullable<SeedOrganization["spaces"]>[number];

function buildSpace(place: SeedPlace, organization: OrganizationState, seed: SeedSpace): void {
  const { id: given, collection, deletedAt, comments, changeRequests, access, ...rest } = seed;
  const { pages, files, reusableContents, variables, ...fields } = rest;
  const id = place.id("sp", fields.title, given);
  const own = { id, revision: `rev_${id}`, title: fields.title };
  const space = newSpace(own, organization.id, place.now, contentFrom(place, rest));
  if (collection !== undefined) space.visibility = "in-collection";
  setGiven(space, { ...fields, access: accessFrom(place.at("access"), organization, access) });
  place.state.spaces[id] = space;
  const parent = collection === undefined ? undefined : entry(place.state.collections, collection);
  if (collection !== undefined && parent?.organization !== organization.id)
    place.at("collection").problem(`the organization has no collection ${collection}`);
  if (collection === undefined && space.visibility === "in-collection")
    place.at("visibility").problem("in-collection is only for spaces in a collection");
  setGiven(space, { parent: parent?.id });
  if (deletedAt === undefined) (parent ?? organization).children.push(id);
  else space.deletedAt = place.time(deletedAt);
  place.each("changeRequests", changeRequests, (at, each) => buildChangeRequest(at, space, each));
  const on = { space, revision: revisionOf(space) };
  place.each("comments", comments, (at, comment) => buildComment(at, on, comment));
}

/**
 * Creates a change request of a space. They are made in order: after a merge, the ones before it are behind the space.
 */
function buildChangeRequest(place: SeedPlace, space: SpaceState, seed: SeedChangeRequest): void {
  const { state } = place;
  const { subject, description, status = "open", conversationsIssuesCluster: cluster } = seed;
  const id = place.id("cr", subject, seed.id);
  if (find(space.changeRequests, id) !== undefined) return;
  const user = place.at("createdBy").person(seed.createdBy);
  const edit = { state, space, user, now: place.time(seed.createdAt) };
  const reviewers = new Set([
    ...reviewersOf(state, space),
    ...peopleIn(place.at("reviewers"), seed.reviewers),
  ]);
  const approvals = peopleIn(place.at("approvals"), seed.approvals);
  const made = startChangeRequest(edit, { id, subject, reviewers: [...reviewers], approvals });
  const { clusters } = get(state.organizations, space.organization).conversations;
  if (cluster !== undefined && find(clusters, cluster) === undefined)
    place.at("conversationsIssuesCluster").problem(`the organization has no cluster ${cluster}`);
  setGiven(made, {
    description: description === undefined ? undefined : toRichDocument(description),
    conversationsIssuesCluster: cluster,
  });
  editContent(edit, made, editedBy(place, revisionOf(space), seed));
  if (status === "merged") mergeChangeRequest(edit, made);
  else made.status = status;
  const on = { space, changeRequest: id, revision: revisionOf(space, made) };
  place.each("comments", seed.comments, (at, comment) => buildComment(at, on, comment));
}

function peopleIn(place: SeedPlace, people: readonly string[] | undefined): string[] {
  return (people ?? []).map((person) => place.person(person));
}

/** Content as a change request makes it. */
function editedBy(place: SeedPlace, before: Content, seed: SeedChangeRequest): Content {
  const { removedPages = [] } = seed;
  let { pages } = before;
  place.each("pages", seed.pages, (at, edit) => {
    pages = withEdit(at, pages, edit);
  });
  for (const id of removedPages)
    if (findPage(pages, id) === undefined) place.at("removedPages").problem(`there is no page ${id}`);
  const left = mapPages(pages, (page) => (removedPages.includes(page.id) ? undefined : page));
  return {
    pages: withUniqueSlugs(left),
    files: [...before.files, ...filesFrom(place, seed.files)],
    reusableContents: [...before.reusableContents, ...reusableContentsFrom(place, seed.reusableContents)],
    variables: { ...before.variables, ...seed.variables },
  };
}

function withEdit(place: SeedPlace, pages: readonly PageState[], edit: SeedPageEdit): readonly PageState[] {
  const { id, title, parent } = edit;
  if (id !== undefined && findPage(pages, id) !== undefined) {
    if (parent !== undefined) place.at("parent").problem("only a new page is put below another one");
    const given = setGiven({ updatedAt: place.now, ...givenFields(place, edit) }, { title });
    return mapPages(pages, (page) => (page.id === id ? { ...page, ...given } : page));
  }
  if (title === undefined) place.problem("give the id of a page that is there, or a title for a new one");
  const made = pageFrom(place, edit, title ?? "");
  if (parent === undefined) return [...pages, made];
  if (findPage(pages, parent) === undefined) place.at("parent").problem(`there is no page ${parent}`);
  return mapPages(pages, (page) => (page.id === parent ? { ...page, pages: [...page.pages, made] } : page));
}

/** The space or change request of a comment in the seed, with its content. */
interface CommentPlace {
  readonly space: SpaceState;
  /** Id of the change request; undefined for the space itself. */
  readonly changeRequest?: string;
  readonly revision: RevisionState;
}

function buildComment(place: SeedPlace, on: CommentPlace, seed: SeedComment): void {
  const { space, changeRequest, revision } = on;
  const { page, node, resolvedBy, resolvedAt } = seed;
  if (page !== undefined && findPage(revision.pages, page) === undefined)
    place.at("page").problem(`there is no page ${page}`);
  const comment: CommentState = {
    ...postFrom(place, "comment", space, seed),
    ...(changeRequest === undefined ? {} : { changeRequest }),
    target: { page, node, revision: revision.id },
    replies: emptyTable(),
  };
  if (resolvedBy !== undefined)
    comment.resolved = { by: place.at("resolvedBy").person(resolvedBy), at: place.time(resolvedAt) };
  place.each("replies", seed.replies, (at, reply) =>
    addOnce(comment.replies, postFrom(at, "reply", space, reply)),
  );
  addOnce(space.comments, comment);
}

function postFrom(
  place: SeedPlace,
  prefix: string,
  { title }: SpaceState,
  seed: Pick<SeedComment, "id" | "by" | "body" | "at" | "editedAt" | "reactions">,
): PostState {
  const postedAt = place.time(seed.at);
  const reactions = Object.entries(seed.reactions ?? {}).flatMap(([emoji, people]) => {
    const users = peopleIn(place.at("reactions").at(emoji), people);
    return [...new Set(users)].map((user) => ({ emoji, user, reactedAt: postedAt }));
  });
  const id = place.id(prefix, title, seed.id);
  const postedBy = place.at("by").person(seed.by);
  const post: PostState = { id, postedBy, postedAt, markdown: seed.body, reactions };
  return setGiven(post, { editedAt: seed.editedAt && place.time(seed.editedAt) });
}
