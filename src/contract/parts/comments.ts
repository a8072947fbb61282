import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, pagedBy } from "../operation.ts";
import {
  contentFormat,
  deleted,
  links,
  objectOf,
  optional,
  permissions,
  queryOrder,
  queryStrings,
  requestBody,
  resource,
  timestamp,
  user,
} from "../resource.ts";

/** Text of a comment or reply. Other alternatives than Markdown are not shown, so they are kept (2.3). */
const body = once(() => z.looseObject({ markdown: z.string().optional() }));

const reaction = objectOf(() => ({
  emoji: z.string(),
  count: z.number().int().optional(),
  users: z.array(z.object({ user: user(), reactedAt: timestamp.optional() })).optional(),
}));

/** The shared fields of comments and replies (2.3, 2.4). */
const post = once(() => ({
  id: z.string(),
  postedBy: user().optional(),
  postedAt: timestamp.optional(),
  editedAt: timestamp.optional(),
  reactions: z.array(reaction()).optional(),
  body: body().optional(),
  urls: links("location"),
  permissions: permissions("view", "edit", "reply", "delete"),
}));

/** Comment on a space or change request (2.3). */
export const comment = resource("comment", () => ({
  ...post(),
  replies: z.number().int().optional(),
  repliers: z
    .array(
      z.object({
        updatedAt: timestamp.optional(),
        count: z.number().int().optional(),
        user: user().optional(),
      }),
    )
    .optional(),
  target: z
    .object({
      node: z.object({ id: z.string().optional() }).optional(),
      tableCell: z.object({ record: z.string().optional(), definition: z.string().optional() }).optional(),
      changeRequest: z.string().optional(),
      review: z.string().optional(),
      page: z.object({ id: z.string().optional() }).optional(),
      space: z.string().optional(),
      revision: z.string().optional(),
    })
    .optional(),
  // Open: A8.
  status: optional(z.string(), "Such as open or resolved"),
  resolvedAt: timestamp.optional(),
  resolvedBy: user().optional(),
}));

/** Reply to a comment (2.4). */
export const commentReply = resource("comment-reply", () => ({ ...post() }));

const markdownBody = requestBody(() => ({ markdown: z.string().describe("The text, as Markdown") }));

const reactionChanges = once(() => ({
  addedReactions: optional(z.array(z.string()), "Emojis that the caller reacts with"),
  removedReactions: optional(z.array(z.string()), "Emojis that the caller no longer reacts with"),
}));

/** COMMENT-CREATE (4). */
export const commentCreateBody = requestBody(() => ({
  node: optional(z.string(), "Id of the node of the page to comment on"),
  page: optional(z.string(), "Id of the page to comment on"),
  body: markdownBody().describe("Text of the comment"),
  tableCell: optional(
    z.strictObject({
      record: z.string().describe("Id of the row"),
      definition: z.string().describe("Id of the column"),
    }),
    "Table cell to comment on",
  ),
}));

/** COMMENT-UPDATE (4). */
export const commentUpdateBody = requestBody(() => ({
  resolved: optional(z.boolean(), "true resolves the comment, false opens it again"),
  body: optional(markdownBody(), "New text of the comment"),
  ...reactionChanges(),
}));

/** REPLY-CREATE (4). */
export const replyCreateBody = requestBody(() => ({ body: markdownBody().describe("Text of the reply") }));

/** REPLY-UPDATE (4). */
export const replyUpdateBody = requestBody(() => ({
  body: optional(markdownBody(), "New text of the reply"),
  ...reactionChanges(),
}));

/** Query of one comment or reply (4.1, 4.3). */
const formatQuery = objectOf(() => ({ format: contentFormat }));

/** Query of a list of comments (4.1, 4.3; A8 for the values of `status`). */
export const commentsQuery = pagedBy(() => ({
  order: optional(queryOrder, "Direction of the list; desc when not given"),
  status: optional(
    z.enum(["all", "open", "resolved"]),
    "Only open or only resolved comments; all when not given",
  ),
  format: contentFormat,
  targetPage: optional(z.string(), "Only comments on the page with this id"),
  authors: optional(queryStrings(), "Only comments by the users with these ids"),
}));

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
