import { isWithin, rootOf } from "../../model/address.ts";
import type { Navigation, NavigationItem } from "../../model/documents/document-parts.ts";
import type {
  Change,
  ChangeAction,
  GuardVerdict,
  PlanDocument,
} from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";

/** The part of a plan about one outermost resource. */
export interface Block {
  readonly root: string;
  /** Changes of the resource itself. */
  readonly own: readonly Change[];
  /** Changes inside it that its navigation does not tell. */
  readonly inner: readonly Change[];
  /** Changes that are told by a row of its navigation. */
  readonly told: readonly Change[];
  readonly navigation?: Navigation;
  /** Guards that hold something in it. */
  readonly held: readonly GuardVerdict[];
}

/** The row of a navigation that tells a change of this action. */
const tellingMarks: Partial<Record<ChangeAction, NavigationItem["mark"]>> = {
  create: "add",
  restore: "add",
  adopt: "add",
  delete: "remove",
  move: "move",
};

/** The plan by outermost resource, in the order of its changes. */
export function planBlocks(document: PlanDocument): readonly Block[] {
  const changes = groupBy(document.changes, ({ address }) => rootOf(address));
  const navigation = new Map(document.navigation.map((one) => [rootOf(one.address), one]));
  const held = groupBy(document.guards.filter(speaks), ({ address = "" }) => address && rootOf(address));
  const roots = new Set([...changes.keys(), ...navigation.keys()]);
  return [...roots].map((root) => block(root, changes.get(root), navigation.get(root), held.get(root)));
}

/** Guards of the whole plan that hold it or were allowed, and that no block shows. */
export function wholePlanGuards(document: PlanDocument): readonly GuardVerdict[] {
  const roots = new Set([...document.changes, ...document.navigation].map((one) => rootOf(one.address)));
  return document.guards.filter(
    (guard) => speaks(guard) && !(guard.address && roots.has(rootOf(guard.address))),
  );
}

/** Whether a guard holds the plan, or would hold it without `--allow`. */
function speaks({ held, allow }: GuardVerdict): boolean {
  return held || allow !== undefined;
}

function block(
  root: string,
  changes: readonly Change[] = [],
  navigation: Navigation | undefined,
  held: readonly GuardVerdict[] = [],
): Block {
  const rows = new Set(navigation?.items.map(({ mark, address }) => `${mark} ${address}`));
  const isTold = (change: Change) =>
    change.address !== root &&
    (change.risks ?? []).length === 0 &&
    !held.some((guard) => guard.address === change.address) &&
    rows.has(`${tellingMarks[change.action]} ${change.address}`);
  return {
    root,
    own: blockedFirst(changes.filter((change) => change.address === root)),
    inner: changes.filter((change) => change.address !== root && !isTold(change)),
    told: changes.filter(isTold),
    ...(navigation && { navigation }),
    held,
  };
}

/** Changes that cannot be made come first, so that the children of the resource follow the possible ones. */
function blockedFirst(changes: readonly Change[]): readonly Change[] {
  const isBlocked = ({ action }: Change): boolean => action === "blocked";
  return [...changes.filter(isBlocked), ...changes.filter((change) => !isBlocked(change))];
}

/** Guards of a block without a change at their address: their message names the address. */
export function looseGuards({ root, own, inner, held }: Block): readonly GuardVerdict[] {
  const shown = new Set([...own, ...inner].map((change) => change.address));
  return held
    .filter((guard) => guard.address === undefined || !shown.has(guard.address))
    .map((guard) => {
      const { address = root, message } = guard;
      const isNamed = address === root || message.includes(address);
      return isNamed ? guard : { ...guard, message: `${below(address, root)}: ${message}` };
    });
}

/** The guards of a block at one address. */
export function heldAt({ held }: Block, address: string): readonly GuardVerdict[] {
  return held.filter((guard) => guard.address === address);
}

/** The part of an address below another: `sections.guides`. */
export function below(address: string, root: string): string {
  return address !== root && isWithin(address, root) ? address.slice(root.length + 1) : address;
}
