import type { z } from "zod";
import type { comment, commentReply, replyUpdateBody } from "../../contract/parts/comments.ts";
import type { contentFormat } from "../../contract/resource.ts";
import { compareText } from "../../text/json.ts";
import { permissionsOf } from "../access.ts";
import type { Caller } from "../call.ts";
import { toRichDocument } from "../content/rich-document.ts";
import { showUser } from "../parts/members.ts";
import type {
  ChangeRequestState,
  CommentState,
  PostState,
  ReactionState,
  ReplyState,
} from "../store/content-state.ts";
import type { SpaceState } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { known, rows } from "../store/table.ts";

/** The place of comments: a space or a change request. */
export interface Place {
  readonly space: SpaceState;
  readonly changeRequest?: ChangeRequestState;
}

type CommentView = z.output<ReturnType<typeof comment>>;
type ReplyView = z.output<ReturnType<typeof commentReply>>;

function addressOf({ baseUrl }: Caller, { space, changeRequest }: Place, { id }: CommentState): string {
  const on = changeRequest === undefined ? "" : `/change-requests/${changeRequest.id}`;
  return `${baseUrl}/v1/spaces/${space.id}${on}/comments/${id}`;
}

/** The users who replied, with their count and last time, in the order of first replies (2.3). */
function showRepliers(caller: Caller, replies: readonly ReplyState[]): CommentView["repliers"] {
  return [...new Set(replies.map(({ postedBy }) => postedBy))].map((id) => {
    const own = replies.filter(({ postedBy }) => postedBy === id);
    const times = own.map(({ postedAt, editedAt }) => editedAt ?? postedAt);
    return { user: userView(caller, id), count: own.length, updatedAt: times.sort(compareText).at(-1) };
  });
}

function showTarget({ target, changeRequest }: CommentState, space: SpaceState): CommentView["target"] {
  const { page, node, tableCell, revision } = target;
  return {
    space: space.id,
    changeRequest,
    revision,
    ...(page === undefined ? {} : { page: { id: page } }),
    ...(node === undefined ? {} : { node: { id: node } }),
    tableCell,
  };
}

/** A comment as the API shows it (2.3). */
export function showComment(caller: Caller, place: Place, shown: CommentState, format?: Format): CommentView {
  const { resolved } = shown;
  const replies = rows(shown.replies);
  return {
    object: "comment",
    ...showPost(caller, shown, format),
    replies: replies.length,
    repliers: showRepliers(caller, replies),
    target: showTarget(shown, place.space),
    urls: { location: addressOf(caller, place, shown) },
    ...(resolved === undefined
      ? { status: "open" }
      : { status: "resolved", resolvedAt: resolved.at, resolvedBy: userView(caller, resolved.by) }),
  };
}

/** A reply as the API shows it (2.4). Only one to a comment on a space has an address (4.1, 4.3). */
export function showReply(
  caller: Caller,
  place: Place,
  to: CommentState,
  shown: ReplyState,
  format?: Format,
): ReplyView {
  const location = `${addressOf(caller, place, to)}/replies/${shown.id}`;
  return {
    object: "comment-reply",
    ...showPost(caller, shown, format),
    ...(place.changeRequest === undefined ? { urls: { location } } : {}),
  };
}

/** The requested format of a post; Markdown by default (A8). */
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

/** The shared view of comments and replies (2.3, 2.4). */
function showPost(caller: Caller, shown: PostState, format: Format) {
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

/** A new post of the caller. */
export function newPost({ state, token, now }: Caller, prefix: string, markdown: string): PostState {
  return { id: newId(state, prefix), postedBy: token.user, postedAt: now, markdown, reactions: [] };
}

/**
 * Changes the text of a post and the caller's reactions. An equal text or an existing reaction changes
 * nothing. An emoji that is both added and removed is removed.
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
