import { type Address, withoutOrganization } from "../../model/address.ts";
import type { Change, ChangeAction, PlanDocument } from "../../model/documents/plan-document.ts";
import { terminalText } from "../safe-text.ts";
import type { Look, Style } from "../text/style.ts";

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
  return of.source && `${terminalText(of.source.file)}:${of.source.line}`;
}

/** Whether to show the title: no field shows the name, and the address does not contain it. */
export function showsTitle({ action, title, address }: Change): boolean {
  return title !== undefined && action !== "create" && action !== "update" && !address.endsWith(`.${title}`);
}

/** Whether a change needs the attention of a reviewer: it deletes, opens access, or cannot be made. */
export function isRisky(change: Change): boolean {
  return change.action === "delete" || change.action === "blocked" || (change.risks ?? []).length > 0;
}
