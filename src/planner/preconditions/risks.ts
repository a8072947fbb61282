import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { canonicalJson } from "../../text/json.ts";

/**
 * The changes of a reviewed plan that have other risks by now, such as one more thing that goes with a delete. A new plan
 * that wants something else at an address says nothing of it.
 */
export function riskDifferences(
  reviewed: readonly Change[],
  again: readonly Change[],
): readonly Diagnostic[] {
  const now = new Map(again.map((change) => [effectOf(change), change]));
  return reviewed.flatMap((change) => {
    const same = now.get(effectOf(change));
    const [was, is] = [risksText(change), same === undefined ? undefined : risksText(same)];
    if (change.action === "blocked" || is === undefined || is === was) return [];
    const message = `${change.address}: the risks were ${was}, and are ${is} now`;
    const { source } = change;
    const hint = "run docform plan again and review what it shows";
    return [error("DF3006", message, { ...(source === undefined ? {} : { source }), hint })];
  });
}

function effectOf({ address, action, id, fields = [] }: Change): string {
  return canonicalJson([address, action, id ?? null, fields.map(({ path, after }) => [path, after ?? null])]);
}

function risksText({ risks = [] }: Change): string {
  return risks.length === 0 ? "(none)" : `"${risks.join("; ")}"`;
}
