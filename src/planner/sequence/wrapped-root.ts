import type { DesiredResource } from "../../model/desired.ts";
import type { StepOutput } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import type { Json } from "../../text/json.ts";
import { paramsIn } from "../diff/created-by.ts";
import { root } from "../match/tree-kind.ts";
import { createKey, prerequisites, type StepDraft } from "../state/draft.ts";
import { liveAddress, liveItem } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import type { FamilyOrder } from "./structure.ts";

/** The section that the platform makes by itself (A21). It is deleted as a whole once its successor is there. */
export interface WrappedRoot {
  /** The family whose items at the root are wrapped. */
  readonly order: FamilyOrder;
  /** The kind of what wraps them. */
  readonly kind: string;
  /** The one call that deletes all of them. */
  readonly drafts: readonly StepDraft[];
}

/**
 * A site with spaces at its root that gains sections: its first section wraps them in one that nobody declares.
 * Deleting that is one call, however many they are, and the site shows something all the time.
 */
export function wrappedRoot(
  planning: PlanContext,
  parent: DesiredResource,
  orders: readonly FamilyOrder[],
): WrappedRoot | undefined {
  for (const { family, acts } of orders) {
    const kind = family.kinds.find(({ sequence }) => sequence?.wraps !== undefined);
    const order = orders.find((other) =>
      other.family.kinds.some(({ name }) => name === kind?.sequence?.wraps?.kind),
    );
    const creates = acts.flatMap((act) =>
      act.type === "create" && planning.resourceAt(act.item)?.kind === kind?.name
        ? [createKey(act.item)]
        : [],
    );
    const items = order?.live.get(root) ?? [];
    const goes = items.length > 0 && items.every((item) => item.startsWith("#"));
    if (kind !== undefined && order !== undefined && goes && creates.length > 0)
      return { order, kind: kind.name, drafts: deleteOf(planning, parent, kind, items, creates) };
  }
  return undefined;
}

/** The create does not name what it wrapped: it is found in the list by what it holds. */
function deleteOf(
  planning: PlanContext,
  parent: DesiredResource,
  kind: Kind,
  items: readonly string[],
  creates: readonly string[],
): readonly StepDraft[] {
  const { read, delete: operation } = kind.operations;
  const lives = items.flatMap((item) => liveItem(planning, item) ?? []);
  const [first] = lives;
  const site = planning.matching.liveOf(parent.address);
  if (operation === undefined || first === undefined || site === undefined) return [];
  const params = paramsIn(planning, read, kind, parent);
  const where = lives.map(({ id }, index) => [`${kind.sequence?.wraps?.pointer}/${index}/id`, id] as const);
  const wrapper = {
    $from: creates[0] ?? "",
    read: read.name,
    params,
    where: Object.fromEntries<Json>(where),
    pointer: "/id",
  } satisfies StepOutput;
  return [
    {
      key: `${parent.address} wrapped`,
      address: liveAddress(planning, first),
      operation,
      params: { ...params, [kind.idParam]: wrapper },
      after: prerequisites(creates, "list"),
      narrows: true,
    },
  ];
}
