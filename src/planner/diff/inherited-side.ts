import type { DesiredResource } from "../../model/desired.ts";
import type { LiveResource } from "../../model/live.ts";
import type { JsonObject } from "../../text/json.ts";
import { overlaid, partNamedBy, pathsThatDiffer } from "../../text/partial-json.ts";
import type { FieldDiff } from "../state/draft.ts";
import { addressIn } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import type { Side, Written } from "./reference-side.ts";
import { withoutMasked } from "./request-body.ts";

type DiffFields = (
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource,
) => readonly FieldDiff[];

/**
 * A value that is as written, and that the same plan may change by changing what it is inherited from. It may also be its
 * own: no answer tells. So it is sent.
 */
export function inheritedSide(
  planning: PlanContext,
  { organization, parent }: DesiredResource,
  live: LiveResource | undefined,
  { field: { ownCalls, partial = [] }, written }: Written,
  diffFields: DiffFields,
): Side | undefined {
  if (ownCalls === undefined || live === undefined) return undefined;
  const kind = planning.kinds.get(ownCalls.inherited);
  const address = addressIn(kind, organization, kind.plural, parent);
  const [from, liveFrom] = [planning.resourceAt(address), planning.matching.liveOf(address)];
  if (from === undefined || liveFrom === undefined) return undefined;
  const diffs = withoutMasked(kind, liveFrom, diffFields(planning, from, liveFrom));
  const sent = diffs.filter(({ blocked }) => blocked === undefined).map(({ name, value }) => [name, value]);
  const changed = overlaid(
    liveFrom.answer,
    Object.fromEntries(sent),
    kind.operations.wholeBody?.pieces ?? [],
  );
  const differing = (whole: JsonObject) => pathsThatDiffer(partNamedBy(whole, written, partial), written, "");
  const before = differing(liveFrom.answer);
  if (differing(changed).every((path) => before.includes(path))) return undefined;
  return {
    value: written,
    before: written,
    reason: `the ${kind.label(liveFrom.answer)} of its ${kind.parent} changes, and its own is to stay as it is`,
  };
}
