import { defineOperations, pagedBy } from "../operation.ts";
import { contentFormat, deleted } from "../resource.ts";
import {
  comment,
  commentCreateBody,
  commentReply,
  commentsQuery,
  commentUpdateBody,
  formatQuery,
  replyCreateBody,
} from "./comments.ts";

/** Operations on the comments of a change request (4.3). */
export const changeRequestCommentOperations = defineOperations("4.3", {
  listChangeRequestComments: {
    summary: "List the comments of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments",
    query: commentsQuery,
    list: comment,
  },
  createChangeRequestComment: {
    summary: "Comment on a change request",
    call: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments",
    body: commentCreateBody,
    answers: { 200: comment },
  },
  getChangeRequestComment: {
    summary: "Get a comment of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    query: formatQuery,
    answers: { 200: comment },
  },
  updateChangeRequestComment: {
    summary: "Update, resolve or react to a comment of a change request",
    call: "PUT /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    body: commentUpdateBody,
    answers: { 200: comment },
  },
  deleteChangeRequestComment: {
    summary: "Delete a comment of a change request",
    call: "DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    answers: deleted,
  },
  listChangeRequestCommentReplies: {
    summary: "List the replies to a comment of a change request",
    call: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
    query: pagedBy(() => ({ format: contentFormat })),
    list: commentReply,
  },
  createChangeRequestCommentReply: {
    summary: "Reply to a comment of a change request",
    call: "POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
    query: formatQuery,
    body: replyCreateBody,
    answers: { 200: commentReply },
  },
});
