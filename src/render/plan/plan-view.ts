import { type Address, isWithin, rootOf, withoutOrganization } from "../../model/address.ts";
import type { Navigation, NavigationItem } from "../../model/documents/document-parts.ts";
import type {
  Change,
  ChangeAction,
  GuardVerdict,
  PlanDocument,
} from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { lineText, terminalText } from "../safe-text.ts";
import type { Look, Style } from "../text/style.ts";
import { valueText } from "../value.ts";

/** The settings with which the body of a plan is shown. */
export interface PlanView {
  readonly style: Style;
  /** Name of an address in this output. */
  readonly nameOf: (address: Address) => string;
  /** The changes whose fields are shown. */
  readonly fields: "all" | "risky" | "none";
  /** Is the navigation shown as a tree, or only counted? */
  readonly navigation: "tree" | "counts";
  /** Cells of a row of the terminal, where that is known. */
  readonly width?: number | undefined;
  /** A diff has a mark in its first column, and values before and after in a line each. */
  readonly form?: "text" | "diff";
  /** Which changes are one entry when they are many: those that are alike, all of a kind and an action, or none. */
  readonly folds?: "alike" | "kinds" | "none" | undefined;
}

/** Names of addresses for an output: without the organization, when there is only one. */
export function namer(organizations: readonly string[]): (address: Address) => string {
  const single = organizations.length <= 1;
  return (address) => terminalText(single ? withoutOrganization(address) : address);
}

/** Aliases of a plan's organizations, for people. */
export function aliases(document: PlanDocument): readonly string[] {
  return Object.keys(document.organizations).map(terminalText);
}

/** The sign, the word and the colour of each action. */
export const actionLooks = {
  create: { sign: "+", word: "add", look: "green" },
  update: { sign: "~", word: "change", look: "yellow" },
  move: { sign: "↕", word: "move", look: "cyan" },
  delete: { sign: "-", word: "delete", look: "red" },
  restore: { sign: "↺", word: "restore", look: "green" },
  adopt: { sign: "=", word: "adopt", look: "cyan" },
  blocked: { sign: "✗", word: "blocked", look: "red" },
} as const satisfies Record<ChangeAction, { sign: string; word: string; look: Look }>;

/** The sign of an action in its colour. */
export function symbolOf(action: ChangeAction, style: Style): string {
  const { sign, look } = actionLooks[action];
  return style[look](sign);
}

/** `manifests/sites.yaml:14` of something that knows where it is declared. */
export function sourceText(of: Pick<Change, "source">): string | undefined {
  return of.source && lineText(of.source);
}

/** Whether to show the title: no field shows the name, and the address does not contain it. */
export function showsTitle({ action, title, address }: Change): boolean {
  return title !== undefined && action !== "create" && action !== "update" && !address.endsWith(`.${title}`);
}

/** The name of a change in a list: with its title where the address is an id, which says nothing. */
export function listedName(
  { address, title }: Pick<Change, "address" | "title">,
  nameOf: PlanView["nameOf"],
): string {
  const isById = address.split(".").at(-1)?.startsWith("id:") === true;
  return isById && title !== undefined
    ? `${nameOf(address)} ${valueText(title, mostTitle)}`
    : nameOf(address);
}

/** Characters of a title in a list. */
const mostTitle = 48;

/** Whether a change needs the attention of a reviewer: it deletes, opens access, or cannot be made. */
export function isRisky(change: Change): boolean {
  return change.action === "delete" || change.action === "blocked" || (change.risks ?? []).length > 0;
}

/** Whether the fields of a change are shown. */
export function showsFields(change: Change, { fields }: Pick<PlanView, "fields">): boolean {
  return fields === "all" || (fields === "risky" && isRisky(change));
}

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
