import { compareText } from "../../text/json.ts";
import type { Call, Handlers } from "../calls/call.ts";
import { toRichDocument } from "../content/rich-document.ts";
import { invalid } from "../http/refusal.ts";
import { permissionsOf } from "../resources/access.ts";
import { type Caller, listing, type PlaceCall, type View } from "../resources/caller.ts";
import { revisionOf } from "../resources/change-requests.ts";
import { findPage } from "../resources/pages.ts";
import { showUser } from "../resources/people.ts";
import { checkLive } from "../resources/spaces.ts";
import { type CommentState, commentsOn, type PostState, type ReactionState } from "../store/content-state.ts";
import { newId } from "../store/state.ts";
import { add, emptyTable, remove, rows } from "../store/table.ts";

type CommentView = View<"getSpaceComment">;
type Format = Call<"getSpaceComment">["query"]["format"];

/** A call about a comment of a space or change request. */
interface CommentCall extends PlaceCall {
  readonly found: PlaceCall["found"] & { readonly comment: CommentState };
}

function commentUrl({ baseUrl, found: { space, changeRequest } }: PlaceCall, { id }: CommentState): string {
  const on = changeRequest === undefined ? "" : `/change-requests/${changeRequest.id}`;
  return `${baseUrl}/v1/spaces/${space.id}${on}/comments/${id}`;
}

/** The address of a reply, by its id. */
export function replyAddress(call: CommentCall, id: string): string {
  return `${commentUrl(call, call.found.comment)}/replies/${id}`;
}

/** A comment as the API shows it (2.3). */
function showComment(call: PlaceCall, shown: CommentState, format?: Format): CommentView {
  const { resolved, target, changeRequest } = shown;
  const { page, node, tableCell, revision } = target;
  const replies = rows(shown.replies);
  return {
    object: "comment",
    ...showPost(call, shown, format),
    replies: replies.length,
    repliers: showRepliers(call, replies),
    target: {
      space: call.found.space.id,
      ...{ changeRequest, revision },
      ...(page === undefined ? {} : { page: { id: page } }),
      ...(node === undefined ? {} : { node: { id: node } }),
      tableCell,
    },
    urls: { location: commentUrl(call, shown) },
    ...(resolved === undefined
      ? { status: "open" }
      : { status: "resolved", resolvedAt: resolved.at, resolvedBy: showUser(call, resolved.by) }),
  };
}

/** The users who replied, with their count and last time, in the order of first replies (2.3). */
function showRepliers(caller: Caller, replies: readonly PostState[]): CommentView["repliers"] {
  return [...new Set(replies.map(({ postedBy }) => postedBy))].map((id) => {
    const own = replies.filter(({ postedBy }) => postedBy === id);
    const times = own.map(({ postedAt, editedAt }) => editedAt ?? postedAt);
    return { user: showUser(caller, id), count: own.length, updatedAt: times.sort(compareText).at(-1) };
  });
}

/** A reply as the API shows it (2.4). Only one to a comment on a space has an address (4.1, 4.3). */
function showReply(call: CommentCall, shown: PostState, format?: Format): View<"getSpaceCommentReply"> {
  const location = replyAddress(call, shown.id);
  return {
    object: "comment-reply",
    ...showPost(call, shown, format),
    ...(call.found.changeRequest === undefined ? { urls: { location } } : {}),
  };
}

/** The shared view of comments and replies (2.3, 2.4); as Markdown by default (A8). */
function showPost(caller: Caller, shown: PostState, format: Format) {
  const { id, postedBy, postedAt, editedAt, reactions, markdown } = shown;
  return {
    id,
    postedBy: showUser(caller, postedBy),
    ...{ postedAt, editedAt },
    reactions: showReactions(caller, reactions),
    body: format === "document" ? { document: toRichDocument(markdown) } : { markdown },
    permissions: permissionsOf(caller.token, "edit", "reply", "delete"),
  };
}

/** Reactions by emoji, in the order in which each emoji came first (2.3). */
function showReactions(caller: Caller, reactions: readonly ReactionState[]) {
  return [...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
    const users = reactions
      .filter((reaction) => reaction.emoji === emoji)
      .map(({ user, reactedAt }) => ({ user: showUser(caller, user), reactedAt }));
    return { emoji, count: users.length, users };
  });
}

function newPost({ state, token, now }: Caller, prefix: string, markdown: string): PostState {
  return { id: newId(state, prefix), postedBy: token.user, postedAt: now, markdown, reactions: [] };
}

/**
 * Changes the text of a post and the caller's reactions. An equal text or an existing reaction changes
 * nothing. An emoji that is both added and removed is removed.
 */
function changePost(caller: Caller, post: PostState, change: Call<"updateSpaceCommentReply">["body"]): void {
  const { body, addedReactions = [], removedReactions = [] } = change;
  const { user } = caller.token;
  if (body !== undefined && body.markdown !== post.markdown) {
    post.markdown = body.markdown;
    post.editedAt = caller.now;
  }
  const indexOf = (emoji: string) =>
    post.reactions.findIndex((reaction) => reaction.emoji === emoji && reaction.user === user);
  for (const emoji of addedReactions)
    if (indexOf(emoji) < 0) post.reactions.push({ emoji, user, reactedAt: caller.now });
  for (const emoji of removedReactions) if (indexOf(emoji) >= 0) post.reactions.splice(indexOf(emoji), 1);
}

type Query = Call<"listSpaceComments">["query"];

function matches(shown: CommentState, { status = "all", targetPage, authors }: Query): boolean {
  if (status !== "all" && status !== (shown.resolved === undefined ? "open" : "resolved")) return false;
  if (targetPage !== undefined && shown.target.page !== targetPage) return false;
  return authors?.includes(shown.postedBy) ?? true;
}

/** The comments that a query selects, the newest first by default (4.1, 4.3). */
function listComments(call: PlaceCall & { readonly query: Query }) {
  const { order = "desc", format } = call.query;
  const { space, changeRequest } = call.found;
  const oldestFirst = commentsOn(space.comments, changeRequest?.id)
    .filter((shown) => matches(shown, call.query))
    .sort((a, b) => compareText(a.postedAt, b.postedAt));
  const shown = order === "asc" ? oldestFirst : oldestFirst.reverse();
  return listing(shown, (each) => showComment(call, each, format));
}

/** Posts a comment of the caller (COMMENT-CREATE of 4). The page that it is on must be there. */
function createComment(call: PlaceCall & { readonly body: Call<"createSpaceComment">["body"] }) {
  const { space, changeRequest } = call.found;
  const { body, ...on } = call.body;
  checkLive(space);
  const revision = revisionOf(space, changeRequest);
  if (on.page !== undefined && findPage(revision.pages, on.page) === undefined)
    throw invalid("page", `there is no page ${JSON.stringify(on.page)}`);
  const created: CommentState = {
    ...newPost(call, "comment", body.markdown),
    ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.id }),
    target: { ...on, revision: revision.id },
    replies: emptyTable(),
  };
  return showComment(call, add(space.comments, created));
}

function getComment(call: CommentCall & { readonly query: { readonly format?: Format } }) {
  return showComment(call, call.found.comment, call.query.format);
}

/** Changes, resolves or reopens a comment, and changes the caller's reactions (COMMENT-UPDATE of 4; 3). */
function updateComment(call: CommentCall & { readonly body: Call<"updateSpaceComment">["body"] }) {
  const { space, comment: shown } = call.found;
  checkLive(space);
  const { resolved, ...post } = call.body;
  changePost(call, shown, post);
  if (resolved === true) shown.resolved ??= { by: call.token.user, at: call.now };
  if (resolved === false) delete shown.resolved;
  return showComment(call, shown);
}

/** Deletes a comment with its replies (A3). */
function deleteComment({ found: { space, comment } }: CommentCall): void {
  checkLive(space);
  remove(space.comments, comment.id);
}

/** Posts a reply of the caller (REPLY-CREATE of 4). */
function createReply(call: CommentCall, markdown: string, format?: Format) {
  checkLive(call.found.space);
  return showReply(call, add(call.found.comment.replies, newPost(call, "reply", markdown)), format);
}

/** Operations on the comments of a space (4.1) and of a change request (4.3), each without those of the other. */
export const commentHandlers = {
  listSpaceComments: listComments,
  createSpaceComment: createComment,
  getSpaceComment: getComment,
  updateSpaceComment: updateComment,
  deleteSpaceComment: deleteComment,
  createSpaceCommentReply: (call) => createReply(call, call.body.body.markdown),
  getSpaceCommentReply: (call) => showReply(call, call.found.commentReply, call.query.format),
  updateSpaceCommentReply: (call) => {
    checkLive(call.found.space);
    changePost(call, call.found.commentReply, call.body);
    return showReply(call, call.found.commentReply);
  },
  listChangeRequestComments: listComments,
  createChangeRequestComment: createComment,
  getChangeRequestComment: getComment,
  updateChangeRequestComment: updateComment,
  deleteChangeRequestComment: deleteComment,
  /** The oldest first. */
  listChangeRequestCommentReplies: (call) => {
    const replies = rows(call.found.comment.replies).sort((a, b) => compareText(a.postedAt, b.postedAt));
    return listing(replies, (each) => showReply(call, each, call.query.format));
  },
  createChangeRequestCommentReply: (call) => createReply(call, call.body.body.markdown, call.query.format),
} satisfies Partial<Handlers>;
