import type { changeRequestCommentOperations } from "../../contract/parts/comments.ts";
import type { HandlersOf } from "../call.ts";
import { showComment } from "../resources/comments.ts";
import {
  createComment,
  createReply,
  deleteComment,
  listComments,
  listReplies,
  updateComment,
} from "./comments.ts";

/** Operations on the comments of a change request (4.3). */
export const changeRequestCommentHandlers = {
  listChangeRequestComments: (call) => listComments(call, call.found, call.query),
  createChangeRequestComment: (call) => createComment(call, call.found, call.body),
  getChangeRequestComment: (call) => ({
    status: 200,
    body: showComment(call, call.found, call.found.comment, call.query.format),
  }),
  updateChangeRequestComment: (call) => updateComment(call, call.found, call.found.comment, call.body),
  deleteChangeRequestComment: ({ found }) => deleteComment(found, found.comment),
  listChangeRequestCommentReplies: (call) =>
    listReplies(call, call.found, call.found.comment, call.query.format),
  createChangeRequestCommentReply: (call) =>
    createReply(call, call.found, call.found.comment, call.body, call.query.format),
} satisfies HandlersOf<typeof changeRequestCommentOperations>;
