import { kinds } from "../../kinds/kinds.ts";
import { organizationOf } from "../../model/address.ts";
import { error } from "../../model/diagnostic.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { indexKinds } from "../../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { exitCode, Stop } from "../../model/stop.ts";
import { emptiedIn, goesAlong } from "../../planner/diff/cascade.ts";
import { parentKey } from "../../planner/live-parent.ts";

const index = indexKinds(kinds);

/**
 * Throws `Stop` when a delete would take along a holder that shows nothing else (A26), that no manifest speaks of, and that
 * the plan does not tell: it has come to be so since the plan was saved. `seen` is what the plan was made of, `live` what was read besides.
 */
export function refuseUnshown({ changes }: Pick<PlanDocument, "changes">, seen: Live, live: Live): void {
  const going = changes.filter(({ action }) => action === "delete");
  if (going.length === 0) return;
  const keys = new Set(going.map(keyAt));
  const known = new Set(seen.resources.map(liveKey));
  const emptied = emptiedIn(live.resources, index, keys);
  const goes = (one: LiveResource): boolean =>
    keys.has(liveKey(one)) || keys.has(parentKey(index.get(one.kind), one) ?? "");
  const problems = going.flatMap(({ address, kind, id = "", risks = [] }) =>
    emptied({ organization: organizationOf(address), kind, id })
      .filter((holder) => !known.has(liveKey(holder)) && !goes(holder))
      .map((holder) => goesAlong(index, holder))
      .filter((text) => !risks.includes(text))
      .map((text) => error("DF3006", `${address}: ${text}, which it did not when it was planned`, { hint })),
  );
  if (problems.length > 0) throw new Stop(problems, undefined, exitCode.stale);
}

const hint = "plan again, and review that";
