import type { DesiredResource } from "../../model/desired.ts";
import { apiName } from "../../model/kind-index.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { takesField } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";

/**
 * The body fields of an item that is deleted and created again, for what its manifest does not declare: as they were.
 * Example: the icon of a group.
 */
export function keptBody(planning: PlanContext, item: DesiredResource): JsonObject {
  const kind = planning.kinds.get(item.kind);
  const answer = planning.formerOf(item.address)?.answer ?? {};
  const kept = Object.entries(kind.fields).flatMap(([name, field]): [string, Json][] => {
    const value = answer[apiName(name, field)];
    const isSaid = item.values[name] !== undefined && !item.ignore.includes(name);
    const isTaken = takesField(kind.operations.create, apiName(name, field));
    return isSaid || !isTaken || value === undefined ? [] : [[apiName(name, field), value]];
  });
  return Object.fromEntries(kept);
}
