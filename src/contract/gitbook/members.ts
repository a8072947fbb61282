import { extendOperation } from "../operation.ts";
import { memberOperations, memberSpace } from "../parts/members.ts";
import { deleted } from "../resource.ts";
import { gitbookSpace } from "./spaces.ts";

const { listMemberSpaces, removeMember } = memberOperations;

/** The removal of a member may only be requested from the administrators (202): then the member is still there. */
export const gitbookMemberOperations = {
  listMemberSpaces: extendOperation(listMemberSpaces, {
    list: () => memberSpace().extend({ space: gitbookSpace() }),
  }),
  removeMember: extendOperation(removeMember, { requested: 202, answers: { ...deleted, 202: null } }),
};
