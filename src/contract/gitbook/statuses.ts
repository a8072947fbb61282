import { defineOperations } from "../operation.ts";
import { spaceCommentOperations } from "../parts/comments.ts";
import { spaceOperations } from "../parts/spaces.ts";

const { duplicateSpace } = spaceOperations;
const { updateSpaceCommentReply } = spaceCommentOperations;

/** Operations of which the reference leaves the status open, and the published API names one. */
export const gitbookStatusOperations = {
  ...defineOperations("4.6", {
    duplicateSpace: {
      summary: duplicateSpace.summary,
      call: "POST /spaces/{spaceId}/duplicate",
      answers: { 201: () => duplicateSpace.answers[201] },
    },
  }),
  ...defineOperations("4.1", {
    updateSpaceCommentReply: {
      summary: updateSpaceCommentReply.summary,
      call: "PUT /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
      body: () => updateSpaceCommentReply.body,
      answers: { 200: () => updateSpaceCommentReply.answers[200] },
    },
  }),
};
