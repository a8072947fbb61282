import type { z } from "zod";
import type {
  comment,
  commentCreateBody,
  commentsQuery,
  commentUpdateBody,
  replyCreateBody,
} from "../../contract/parts/comments.ts";
import { compareText } from "../../text/json.ts";
import { type Caller, type Listing, listing } from "../call.ts";
import { findPage } from "../content/pages.ts";
import { revisionOf } from "../content/revisions.ts";
import { invalid } from "../refusal.ts";
import {
  changePost,
  type Format,
  newPost,
  type Place,
  showComment,
  showReply,
} from "../resources/comments.ts";
import { checkLive } from "../resources/spaces.ts";
import { type CommentState, commentsOn } from "../store/content-state.ts";
import { add, emptyTable, remove, rows } from "../store/table.ts";

type Query = z.output<ReturnType<typeof commentsQuery>>;

function matches(shown: CommentState, { status = "all", targetPage, authors }: Query): boolean {
  if (status !== "all" && status !== (shown.resolved === undefined ? "open" : "resolved")) return false;
  if (targetPage !== undefined && shown.target.page !== targetPage) return false;
  return authors?.includes(shown.postedBy) ?? true;
}

/** The comments that a query selects, the newest first by default (4.1, 4.3). */
export function listComments(
  caller: Caller,
  place: Place,
  query: Query,
): Listing<z.output<ReturnType<typeof comment>>> {
  const { order = "desc", format } = query;
  const oldestFirst = commentsOn(place.space.comments, place.changeRequest?.id)
    .filter((shown) => matches(shown, query))
    .sort((a, b) => compareText(a.postedAt, b.postedAt));
  const shown = order === "asc" ? oldestFirst : oldestFirst.reverse();
  return listing(shown, (each) => showComment(caller, place, each, format));
}

/** The replies to a comment, the oldest first. */
export function listReplies(caller: Caller, place: Place, to: CommentState, format?: Format) {
  const oldestFirst = rows(to.replies).sort((a, b) => compareText(a.postedAt, b.postedAt));
  return listing(oldestFirst, (each) => showReply(caller, place, to, each, format));
}

/** Posts a comment of the caller (COMMENT-CREATE of 4). The page that it is on must be there. */
export function createComment(
  caller: Caller,
  place: Place,
  given: z.output<ReturnType<typeof commentCreateBody>>,
) {
  const { space, changeRequest } = place;
  const { body, ...on } = given;
  checkLive(space);
  const revision = revisionOf(space, changeRequest);
  if (on.page !== undefined && findPage(revision.pages, on.page) === undefined) {
    throw invalid("page", `there is no page ${JSON.stringify(on.page)}`);
  }
  const created: CommentState = {
    ...newPost(caller, "comment", body.markdown),
    ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.id }),
    target: { ...on, revision: revision.id },
    replies: emptyTable(),
  };
  return { status: 200, body: showComment(caller, place, add(space.comments, created)) } as const;
}

type Update = z.output<ReturnType<typeof commentUpdateBody>>;

/** Changes, resolves or reopens a comment, and changes the caller's reactions (COMMENT-UPDATE of 4; 3). */
export function updateComment(caller: Caller, place: Place, shown: CommentState, change: Update) {
  checkLive(place.space);
  const { resolved, ...post } = change;
  changePost(caller, shown, post);
  if (resolved === true) shown.resolved ??= { by: caller.token.user, at: caller.now };
  if (resolved === false) delete shown.resolved;
  return { status: 200, body: showComment(caller, place, shown) } as const;
}

/** Posts a reply of the caller (REPLY-CREATE of 4). */
export function createReply(
  caller: Caller,
  place: Place,
  to: CommentState,
  { body }: z.output<ReturnType<typeof replyCreateBody>>,
  format?: Format,
) {
  checkLive(place.space);
  const created = add(to.replies, newPost(caller, "reply", body.markdown));
  return { status: 200, body: showReply(caller, place, to, created, format) } as const;
}

/** Deletes a comment with its replies (A3). */
export function deleteComment({ space }: Place, { id }: CommentState) {
  checkLive(space);
  remove(space.comments, id);
  return { status: 205 } as const;
}
