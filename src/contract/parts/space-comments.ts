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
    call: "GET /spaces/{spaceId}/comments",
    query: commentsQuery,
    list: comment,
  },
  createSpaceComment: {
    summary: "Comment on a space",
    call: "POST /spaces/{spaceId}/comments",
    body: commentCreateBody,
    answers: { 200: comment },
  },
  getSpaceComment: {
    summary: "Get a comment of a space",
    call: "GET /spaces/{spaceId}/comments/{commentId}",
    query: formatQuery,
    answers: { 200: comment },
  },
  updateSpaceComment: {
    summary: "Update, resolve or react to a comment of a space",
    call: "PUT /spaces/{spaceId}/comments/{commentId}",
    // Reactions are sets by emoji and user: adding or removing one again changes nothing.
    retry: "idempotent",
    body: commentUpdateBody,
    answers: { 200: comment },
  },
  deleteSpaceComment: {
    summary: "Delete a comment of a space",
    call: "DELETE /spaces/{spaceId}/comments/{commentId}",
    answers: deleted,
  },
  createSpaceCommentReply: {
    summary: "Reply to a comment of a space",
    call: "POST /spaces/{spaceId}/comments/{commentId}/replies",
    body: replyCreateBody,
    answers: { 200: commentReply },
  },
  getSpaceCommentReply: {
    summary: "Get a reply to a comment of a space",
    call: "GET /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
    query: formatQuery,
    answers: { 200: commentReply },
  },
  updateSpaceCommentReply: {
    summary: "Update or react to a reply to a comment of a space",
    call: "PUT /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
    body: replyUpdateBody,
    // The reference gives 200 without a body, so an empty body is accepted too.
    answers: { 200: commentReply, 204: null },
  },
});
