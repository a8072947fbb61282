import { defineOperations } from "../operation.ts";
import { deleted } from "../resource.ts";
import {
  comment,
  commentCreateBody,
  commentReply,
  commentsQuery,
  commentUpdateBody,
  formatQuery,
  replyCreateBody,
  replyUpdateBody,
} from "./comments.ts";

/** Operations on the comments of a space (4.1). */
export const spaceCommentOperations = defineOperations("4.1", {
  listSpaceComments: {
    summary: "List the comments of a space",
    method: "GET",
    path: "/spaces/{spaceId}/comments",
    retry: "safe",
    query: commentsQuery,
    list: comment,
  },
  createSpaceComment: {
    summary: "Comment on a space",
    method: "POST",
    path: "/spaces/{spaceId}/comments",
    retry: "create",
    body: commentCreateBody,
    answers: { 200: comment },
  },
  getSpaceComment: {
    summary: "Get a comment of a space",
    method: "GET",
    path: "/spaces/{spaceId}/comments/{commentId}",
    retry: "safe",
    query: formatQuery,
    answers: { 200: comment },
  },
  updateSpaceComment: {
    summary: "Update, resolve or react to a comment of a space",
    method: "PUT",
    path: "/spaces/{spaceId}/comments/{commentId}",
    // Reactions are sets by emoji and user: adding or removing one again changes nothing.
    retry: "idempotent",
    body: commentUpdateBody,
    answers: { 200: comment },
  },
  deleteSpaceComment: {
    summary: "Delete a comment of a space",
    method: "DELETE",
    path: "/spaces/{spaceId}/comments/{commentId}",
    retry: "idempotent",
    answers: deleted,
  },
  createSpaceCommentReply: {
    summary: "Reply to a comment of a space",
    method: "POST",
    path: "/spaces/{spaceId}/comments/{commentId}/replies",
    retry: "create",
    body: replyCreateBody,
    answers: { 200: commentReply },
  },
  getSpaceCommentReply: {
    summary: "Get a reply to a comment of a space",
    method: "GET",
    path: "/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
    retry: "safe",
    query: formatQuery,
    answers: { 200: commentReply },
  },
  updateSpaceCommentReply: {
    summary: "Update or react to a reply to a comment of a space",
    method: "PUT",
    path: "/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
    retry: "idempotent",
    body: replyUpdateBody,
    // The reference gives 200 without a body, so an empty body is accepted too.
    answers: { 200: commentReply, 204: null },
  },
});
