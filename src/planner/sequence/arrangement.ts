import type { MoveAct, Order } from "./ordered-lists.ts";

/** Marks the old group of one that is rebuilt. */
export const oldMark = " (old)";

/** The order to reach: items in containers, some of which are items themselves. */
export interface Arrangement {
  /** How items stand now, with those that go: others can be put next to them while they are there. */
  readonly current: Order;
  /** Outer containers come first. Groups that nobody will see (A22) are the last of their container. */
  readonly wanted: Order;
  /** Others can be in it. One that is not wanted is deleted. */
  readonly isContainer: (item: string) => boolean;
  /** Nothing moves it: a group (A25). */
  readonly isFixed: (item: string) => boolean;
  /** It changes its container by an update, and is at the end of that then. Others move next to any item. */
  readonly isReparented: (item: string) => boolean;
  /** It is empty, so nobody can see its place among the items that move (A22). */
  readonly isUnplaced: (item: string) => boolean;
  /** Its create puts it at the end of its container; others stand at the end of the root first. */
  readonly isCreatedInPlace: (item: string) => boolean;
  /** Its create is refused while nothing that it needs is there: an external link before the first section. */
  readonly needs: (item: string, other: string) => boolean;
  /** The create of a container can name it, and so moves it into that (a section). */
  readonly isCarried: (item: string) => boolean;
}

/** True for a group of an order that nothing moves, and that has nothing that moves in it, at any depth (A22). */
export function isUnseen(order: Order, isFixed: Arrangement["isFixed"], item: string): boolean {
  const inner = isFixed(item) ? order.get(item) : undefined;
  return inner?.every((one) => isUnseen(order, isFixed, one)) === true;
}

/** Creates an item at the end of a container. */
export interface CreateAct {
  readonly type: "create";
  readonly item: string;
  readonly container: string;
  /** Items that the create of a group names, and so moves into it. */
  readonly carried: readonly string[];
}

/** One thing that is done to the order, in the order of the acts. */
export type Act =
  | CreateAct
  /** Deletes a container. What is fixed or moves only next to others takes its place (A25). */
  | { readonly type: "dissolve"; readonly item: string }
  | MoveAct;

/** How to get from current to wanted with few calls. */
export interface ArrangementPlan {
  readonly acts: readonly Act[];
  /** Fixed items that must be rebuilt: nothing moves them, and moving items cannot get around them. */
  readonly rebuild: readonly string[];
}
