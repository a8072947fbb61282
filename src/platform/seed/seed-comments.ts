import { findPage } from "../content/pages.ts";
import { setGiven } from "../refusal.ts";
import type { CommentState, PostState, RevisionState } from "../store/content-state.ts";
import type { SpaceState } from "../store/state.ts";
import { add, emptyTable, find } from "../store/table.ts";
import { idFor, personIn, problem, type SeedBuild, timeOf } from "./seed-build.ts";
import type { SeedComment } from "./seed-content-schema.ts";

/** The space or change request of comments in the seed, with its content. */
interface SeedPlace {
  readonly space: SpaceState;
  /** Id of the change request; undefined for the space itself. */
  readonly changeRequest?: string | undefined;
  readonly revision: RevisionState;
}

/** Puts comments of the seed, with their replies, on a space or change request. */
export function buildComments(
  build: SeedBuild,
  place: SeedPlace,
  seeds: readonly SeedComment[],
  path: string,
): void {
  for (const [index, seed] of seeds.entries()) buildComment(build, place, seed, `${path}.${index}`);
}

function buildComment(build: SeedBuild, place: SeedPlace, seed: SeedComment, path: string): void {
  const { space, changeRequest, revision } = place;
  const { page, node, replies = [], resolvedBy, resolvedAt } = seed;
  if (page !== undefined && findPage(revision.pages, page) === undefined)
    problem(build, `${path}.page`, `there is no page ${page}`);
  const comment: CommentState = {
    ...buildPost(build, "comment", space, seed, path),
    ...(changeRequest === undefined ? {} : { changeRequest }),
    target: { page, node, revision: revision.id },
    replies: emptyTable(),
  };
  if (resolvedBy !== undefined) {
    const by = personIn(build, resolvedBy, `${path}.resolvedBy`);
    comment.resolved = { by, at: timeOf(build, resolvedAt) };
  }
  for (const [index, reply] of replies.entries()) {
    const built = buildPost(build, "reply", space, reply, `${path}.replies.${index}`);
    if (find(comment.replies, built.id) === undefined) add(comment.replies, built);
  }
  if (find(space.comments, comment.id) === undefined) add(space.comments, comment);
}

type SeedPost = Pick<SeedComment, "id" | "by" | "body" | "at" | "editedAt" | "reactions">;

function buildPost(
  build: SeedBuild,
  prefix: string,
  { title }: SpaceState,
  seed: SeedPost,
  path: string,
): PostState {
  const { id, by, body, at, editedAt, reactions = {} } = seed;
  const postedAt = timeOf(build, at);
  const reacted = Object.entries(reactions).flatMap(([emoji, people]) => {
    const users = people.map((each) => personIn(build, each, `${path}.reactions.${emoji}`));
    return [...new Set(users)].map((user) => ({ emoji, user, reactedAt: postedAt }));
  });
  const post: PostState = {
    id: idFor(build, path, prefix, title, id),
    postedBy: personIn(build, by, `${path}.by`),
    postedAt,
    markdown: body,
    reactions: reacted,
  };
  setGiven(post, { editedAt: editedAt === undefined ? undefined : timeOf(build, editedAt) });
  return post;
}
