import type { Change } from "../../model/documents/plan-document.ts";
import { keyAt } from "../../model/live.ts";
import { referringKinds } from "../diff/referrers.ts";
import { isNeedKnown, neededBy } from "../snapshot.ts";
import { isTransfer } from "../tree/transfer-change.ts";
import { noteFields, type Watch } from "./footprint.ts";
import { seeById } from "./see-identity.ts";

/**
 * That nothing else comes to need what goes: it would go along with what is deleted, and nothing that is needed can be
 * transferred (A20). Where the plan could not read what does, it has said so, and rests on nothing of that.
 */
export function seeReferrers(watch: Watch, changes: readonly Change[]): void {
  for (const change of changes) if (change.action === "delete" || isTransfer(change)) seeNeed(watch, change);
}

function seeNeed(watch: Watch, change: Change): void {
  const live = watch.view.liveByKey(keyAt(change));
  if (live === undefined) return;
  if (referringKinds(watch.planning.kinds, live.kind, ({ isNeeded }) => isNeeded).length === 0) return;
  if (!isNeedKnown(watch.view, live)) return;
  seeById(watch, live.organization, live.kind, live.id);
  noteFields(watch, change.address, live, [neededBy]);
}
