import type { spaceCommentOperations } from "../../contract/parts/comments.ts";
import type { HandlersOf } from "../call.ts";
import { changePost, showComment, showReply } from "../resources/comments.ts";
import { checkLive } from "../resources/spaces.ts";
import { createComment, createReply, deleteComment, listComments, updateComment } from "./comments.ts";

/** Operations on the comments of a space (4.1). Those on its change requests are not among them. */
export const spaceCommentHandlers = {
  listSpaceComments: (call) => listComments(call, call.found, call.query),
  createSpaceComment: (call) => createComment(call, call.found, call.body),
  getSpaceComment: (call) => ({
    status: 200,
    body: showComment(call, call.found, call.found.comment, call.query.format),
  }),
  updateSpaceComment: (call) => updateComment(call, call.found, call.found.comment, call.body),
  deleteSpaceComment: ({ found }) => deleteComment(found, found.comment),
  createSpaceCommentReply: (call) => createReply(call, call.found, call.found.comment, call.body),
  getSpaceCommentReply: (call) => {
    const { comment, commentReply } = call.found;
    return { status: 200, body: showReply(call, call.found, comment, commentReply, call.query.format) };
  },
  updateSpaceCommentReply: (call) => {
    const { space, comment, commentReply } = call.found;
    checkLive(space);
    changePost(call, commentReply, call.body);
    return { status: 200, body: showReply(call, call.found, comment, commentReply) };
  },
} satisfies HandlersOf<typeof spaceCommentOperations>;
