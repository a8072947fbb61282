import type { Change, GuardVerdict, PlanDocument } from "../core/documents/plan-document.ts";
import { markdownCode, markdownText } from "./markdown-text.ts";
import { proposal, risks } from "./plan-entry.ts";
import { isMember } from "./plan-fields.ts";
import { counted } from "./words.ts";

/** An alert of a comment: what a reviewer must not overlook. */
interface Alert {
  readonly level: "CAUTION" | "WARNING";
  readonly title: string;
  readonly items: readonly string[];
}

/** What holds, deletes, opens up, takes access away or cannot be done, with at most so many items in each. */
export function alertBlocks(
  document: PlanDocument,
  nameOf: (address: string) => string,
  most: number,
): readonly string[] {
  const alerts = [
    held(document, nameOf),
    allowed(document, nameOf),
    deletes(document, nameOf),
    risky(document, nameOf),
    blocked(document, nameOf),
    proposals(document, nameOf),
  ];
  return alerts.filter((alert) => alert.items.length > 0).map((alert) => alertText(alert, most));
}

function alertText({ level, title, items }: Alert, most: number): string {
  const more = items.length - most;
  const shown = items.slice(0, most).map((item) => `> - ${item}`);
  return [
    `> [!${level}]`,
    `> **${title}**`,
    ">",
    ...shown,
    ...(more > 0 ? [`> - ${most > 0 ? `… and ${more} more` : `${more} in all, not shown`}`] : []),
  ].join("\n");
}

function held({ guards }: PlanDocument, nameOf: (address: string) => string): Alert {
  const items = guards.filter((guard) => guard.held).map((guard) => heldItem(guard, nameOf));
  return { level: "CAUTION", title: "Held: nothing is applied until this is settled", items };
}

function allowed({ guards }: PlanDocument, nameOf: (address: string) => string): Alert {
  const passed = guards.filter((guard) => !guard.held && guard.allow !== undefined);
  const items = passed.map((guard) => heldItem(guard, nameOf));
  return { level: "WARNING", title: "Allowed: a guard would hold this, and it is let pass", items };
}

function heldItem(
  { address, message, source, allow, held: isHeld }: GuardVerdict,
  nameOf: (address: string) => string,
): string {
  const where = address === undefined ? "" : `${markdownCode(nameOf(address))}: `;
  const more = [
    ...(source ? [markdownCode(`${source.file}:${source.line}`)] : []),
    ...(allow ? [`${markdownCode(allow)} ${isHeld ? "lets" : "let"} it pass`] : []),
  ];
  return `${where}${markdownText(message)}${more.length > 0 ? ` (${more.join("; ")})` : ""}`;
}

function deletes({ changes }: PlanDocument, nameOf: (address: string) => string): Alert {
  const gone = changes.filter((change) => change.action === "delete");
  const items = gone.map((change) => {
    const texts = [change.reason, change.reversible ? "can be restored" : undefined, ...risks(change)];
    const title = change.title === undefined ? "" : ` ${markdownCode(change.title)}`;
    return `${markdownCode(nameOf(change.address))}${title}: ${texts.flatMap(prose).join("; ")}`;
  });
  return {
    level: "CAUTION",
    title: `${counted(items.length, "resource is", "resources are")} deleted`,
    items,
  };
}

/** What opens something up goes first: the last items may be left out. */
function risky({ changes }: PlanDocument, nameOf: (address: string) => string): Alert {
  const open: string[] = [];
  const others: string[] = [];
  for (const change of changes.filter(({ action }) => action !== "delete")) {
    const name = markdownCode(nameOf(change.address));
    const exposes = new Set(change.exposes);
    for (const risk of change.risks ?? [])
      (exposes.has(risk) ? open : others).push(`${name}: ${markdownText(risk)}`);
    others.push(...leavers(change, name));
  }
  return { level: "WARNING", title: "Access and exposure change", items: [...open, ...others] };
}

/** People who lose their place in a team, unless a risk names them. */
function leavers({ fields = [], risks: given = [] }: Change, name: string): readonly string[] {
  return fields
    .filter((field) => isMember(field) && field.after === undefined && field.before !== undefined)
    .map((field) => field.path.slice("members.".length))
    .filter((member) => !given.some((risk) => risk.includes(member)))
    .map((member) => `${name}: ${markdownCode(member)} leaves`);
}

function proposals({ changes }: PlanDocument, nameOf: (address: string) => string): Alert {
  const items = changes.flatMap(({ address, hint }) =>
    hint === undefined
      ? []
      : [`${markdownCode(nameOf(address))}: ${markdownText(proposal)} ${markdownCode(hint)}`],
  );
  return { level: "WARNING", title: "Perhaps something else is meant", items };
}

function blocked({ changes }: PlanDocument, nameOf: (address: string) => string): Alert {
  const items = changes
    .filter((change) => change.action === "blocked")
    .map((change) => `${markdownCode(nameOf(change.address))}: ${prose(change.reason).join("")}`);
  return { level: "WARNING", title: "Blocked: wanted by the manifests, and not possible", items };
}

function prose(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [markdownText(text)];
}
