import { type Diagnostic, error } from "../diagnostic.ts";
import type { PlanDocument } from "../documents/plan-document.ts";
import { unreadRisks } from "../named-still.ts";
import type { Planning } from "../planning.ts";

/** What a saved plan deletes or transfers knowing what needs it, where that could not be read again. */
export function unreadSince(
  { changes }: Pick<PlanDocument, "changes">,
  now: Pick<Planning, "kinds" | "live">,
): readonly Diagnostic[] {
  const hint = "run docform plan again and review what it shows";
  return changes.flatMap((change) =>
    unreadRisks(now, change)
      .filter((text) => change.risks?.includes(text) !== true)
      .map((text) => error("DF3006", `${change.address}: ${text}`, { hint })),
  );
}
