import { keyAt, liveKey } from "../../model/live.ts";
import { previouslyLine, renameCandidates } from "../diff/rename-suggestions.ts";
import { type Finding, findingAt, type Guard } from "./guard.ts";

/** Holds a plan that creates something, and deletes a similar object that it may be by its old name. */
export const probableRename: Guard = {
  rule: "probable-rename",
  judge: ({ planning, changes, allowed }) => {
    const deletes = changes.filter(({ action }) => action === "delete");
    const creates = changes.filter(({ action }) => action === "create");
    if (deletes.length === 0 || creates.length === 0) return [];
    const deleted = new Set(deletes.map(keyAt));
    return [...renameCandidates(planning, creates)].flatMap(([change, all]): Finding[] => {
      const candidates = all.filter(({ live }) => deleted.has(liveKey(live)));
      if (candidates.length === 0) return [];
      const names = candidates.map(({ live, name }) => `"${name}" (${live.id})`).join(" or ");
      const lines = candidates.map(({ name }) => previouslyLine(name)).join(" or ");
      const message = `it may be the live ${change.kind} ${names}, which this plan deletes; to rename that one, write ${lines}`;
      const passes = allowed.deletes === deletes.length;
      return [findingAt(change, message, `--allow-deletes ${deletes.length}`, passes)];
    });
  },
};
