import type { Kind, Permission } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import { parentOf } from "../live-parent.ts";
import type { Planning } from "../planning.ts";

/** The live object whose permission is needed: the thing itself, its parent, or the one of its kind in the organization. */
export function permissionHolder(
  view: Pick<Planning, "kinds" | "liveByKey" | "liveIn">,
  kind: Kind,
  needed: Permission,
  live: LiveResource | undefined,
  organization: string,
): LiveResource | undefined {
  if (needed.of === kind.name) return live;
  const parent = parentOf(view, live);
  if (parent?.kind === needed.of) return parent;
  const [only, ...more] = view.liveIn(organization, needed.of);
  return more.length === 0 ? only : undefined;
}
