import { shownName, writtenTitle } from "../../model/display-name.ts";
import { root } from "../match/tree-kind.ts";
import { liveItem } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";

/** The name of a container for people; the root has none of its own. */
export function titleOf(planning: PlanContext, container: string): string {
  if (container === root) return "(root)";
  const resource = planning.resourceAt(container);
  const live = liveItem(planning, container);
  const name = live === undefined ? undefined : shownName(planning.kinds.get(live.kind), resource, live);
  return writtenTitle(resource) ?? name ?? container;
}
