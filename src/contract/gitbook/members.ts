import { defineOperations } from "../operation.ts";
import { memberOperations } from "../parts/members.ts";
import { deleted } from "../resource.ts";

/** The removal of a member may only be requested from the administrators (202): then the member is still there. */
export const gitbookMemberOperations = defineOperations("4.9", {
  removeMember: {
    summary: memberOperations.removeMember.summary,
    call: "DELETE /orgs/{organizationId}/members/{userId}",
    requested: 202,
    answers: { ...deleted, 202: null },
  },
});
