import { defineOperations, paging } from "../operation.ts";
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
    method: "GET",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/comments",
    retry: "safe",
    query: commentsQuery,
    list: comment,
  },
  createChangeRequestComment: {
    summary: "Comment on a change request",
    method: "POST",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/comments",
    retry: "create",
    body: commentCreateBody,
    answers: { 200: comment },
  },
  getChangeRequestComment: {
    summary: "Get a comment of a change request",
    method: "GET",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    retry: "safe",
    query: formatQuery,
    answers: { 200: comment },
  },
  updateChangeRequestComment: {
    summary: "Update, resolve or react to a comment of a change request",
    method: "PUT",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    retry: "idempotent",
    body: commentUpdateBody,
    answers: { 200: comment },
  },
  deleteChangeRequestComment: {
    summary: "Delete a comment of a change request",
    method: "DELETE",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    retry: "idempotent",
    answers: deleted,
  },
  listChangeRequestCommentReplies: {
    summary: "List the replies to a comment of a change request",
    method: "GET",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
    retry: "safe",
    query: () => paging().extend({ format: contentFormat }),
    list: commentReply,
  },
  createChangeRequestCommentReply: {
    summary: "Reply to a comment of a change request",
    method: "POST",
    path: "/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
    retry: "create",
    query: formatQuery,
    body: replyCreateBody,
    answers: { 200: commentReply },
  },
});
