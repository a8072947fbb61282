import type { DesiredResource } from "../../model/desired.ts";
import type { LiveResource } from "../../model/live.ts";
import { liveValue } from "../match/identity.ts";
import type { FieldDiff } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";
import { whomValuesKeepOut } from "./opened-values.ts";
import { isShut } from "./shown-spaces.ts";

/** The losses of a published site's visitors by a change: access, and links to an address that changes. */
export function visitorLosses(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource,
  diffs: readonly FieldDiff[],
): readonly string[] {
  const kind = planning.kinds.get(resource.kind);
  const site = resource.parent === undefined ? live : planning.matching.liveOf(resource.parent);
  if (site === undefined || isShut(planning, site)) return [];
  const isMoved = diffs.some(({ name, field: { unique } }) => {
    const breaks = unique?.inAddress === true && unique.formerLeadsOn !== true;
    return breaks && typeof liveValue(kind, name, live) === "string";
  });
  return [...whomValuesKeepOut(kind, diffs, live), ...(isMoved ? ["links to its old address break"] : [])];
}
