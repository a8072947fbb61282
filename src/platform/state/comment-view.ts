import type { z } from "zod";
import type { comment, commentReply } from "../../contract/parts/comments.ts";
import { compareText } from "../../text/json.ts";
import type { Caller } from "../call.ts";
import type { ChangeRequestState } from "../content/content-state.ts";
import type { SpaceState } from "../store/state.ts";
import { rows } from "../store/table.ts";
import type { CommentState, ReplyState } from "./comment-state.ts";
import { type Format, showPost, userView } from "./posts.ts";

/** Where comments stand: on a space, or on a change request of it. */
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

/** Who replied, how often and when last, in the order of first replies (2.3). */
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
