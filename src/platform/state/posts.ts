import type { z } from "zod";
import type { comment, replyUpdateBody } from "../../contract/parts/comments.ts";
import type { contentFormat } from "../../contract/resource.ts";
import { permissionsOf } from "../access.ts";
import type { Caller } from "../call.ts";
import { toRichDocument } from "../content/rich-document.ts";
import { showUser } from "../parts/members.ts";
import { known, newId } from "../store/records.ts";
import type { PostState, ReactionState } from "./comment-state.ts";

/** How the text of a post is asked for; Markdown when the caller does not say (A8). */
export type Format = z.output<typeof contentFormat>;

type ReactionView = NonNullable<z.output<ReturnType<typeof comment>>["reactions"]>[number];

/** Reactions by emoji, in the order in which each emoji came first (2.3). */
function showReactions(caller: Caller, reactions: readonly ReactionState[]): ReactionView[] {
  return [...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
    const users = reactions
      .filter((reaction) => reaction.emoji === emoji)
      .map(({ user, reactedAt }) => ({ user: userView(caller, user), reactedAt }));
    return { emoji, count: users.length, users };
  });
}

/** The user with this id, as the API shows them. */
export function userView(caller: Caller, id: string) {
  return showUser(caller, known(caller.state.users, id));
}

/** What the API shows of comments and replies alike (2.3, 2.4). */
export function showPost(caller: Caller, shown: PostState, format: Format) {
  const { id, postedBy, postedAt, editedAt, reactions, markdown } = shown;
  return {
    id,
    postedBy: userView(caller, postedBy),
    postedAt,
    editedAt,
    reactions: showReactions(caller, reactions),
    body: format === "document" ? { document: toRichDocument(markdown) } : { markdown },
    permissions: permissionsOf(caller.token, "edit", "reply", "delete"),
  };
}

/** A post of the caller, made now. */
export function newPost({ state, token, now }: Caller, prefix: string, markdown: string): PostState {
  return { id: newId(state, prefix), postedBy: token.user, postedAt: now, markdown, reactions: [] };
}

/**
 * Changes the text of a post and what the caller reacts with; a text or reaction that is there already
 * changes nothing. An emoji that is both added and removed is removed.
 */
export function changePost(
  caller: Caller,
  post: PostState,
  change: z.output<ReturnType<typeof replyUpdateBody>>,
): void {
  const { body, addedReactions = [], removedReactions = [] } = change;
  if (body !== undefined && body.markdown !== post.markdown) {
    post.markdown = body.markdown;
    post.editedAt = caller.now;
  }
  for (const emoji of addedReactions) react(caller, post.reactions, emoji);
  for (const emoji of removedReactions) unreact(caller, post.reactions, emoji);
}

function indexOf({ token }: Caller, reactions: readonly ReactionState[], emoji: string): number {
  return reactions.findIndex((reaction) => reaction.emoji === emoji && reaction.user === token.user);
}

function react(caller: Caller, reactions: ReactionState[], emoji: string): void {
  if (indexOf(caller, reactions, emoji) >= 0) return;
  reactions.push({ emoji, user: caller.token.user, reactedAt: caller.now });
}

function unreact(caller: Caller, reactions: ReactionState[], emoji: string): void {
  const index = indexOf(caller, reactions, emoji);
  if (index >= 0) reactions.splice(index, 1);
}
