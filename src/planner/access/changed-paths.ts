import type { DesiredResource } from "../../model/desired.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Possible } from "../diff/created-by.ts";
import type { FieldDiff } from "../diff/field-diff.ts";
import { liveValue } from "../match/identity.ts";
import { isShut } from "./shown-spaces.ts";

/** What a change of a path, or of another part of an address, takes from the visitors of a published site. */
export function pathRisks(
  planning: Possible,
  resource: DesiredResource,
  live: LiveResource,
  diffs: readonly FieldDiff[],
): readonly string[] {
  const kind = planning.kinds.get(resource.kind);
  const site = resource.parent === undefined ? live : planning.matching.liveOf(resource.parent);
  const isMoved = diffs.some(
    ({ name, field }) => field.unique !== undefined && typeof liveValue(kind, name, live) === "string",
  );
  if (!isMoved || site === undefined || isShut(planning, site)) return [];
  return ["links to its old address break"];
}
