import { extendOperation } from "../operation.ts";
import { spaceCommentOperations } from "../parts/comments.ts";

const { updateSpaceCommentReply } = spaceCommentOperations;

/** Operations of which the reference leaves the status open, and the published API names one. */
export const gitbookStatusOperations = {
  updateSpaceCommentReply: extendOperation(updateSpaceCommentReply, {
    answers: { 200: () => updateSpaceCommentReply.answers[200] },
  }),
};
