import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { joined, type Sentence } from "../sentence.ts";
import { counted } from "../words.ts";
import { isMember } from "./field-facts.ts";
import { guardSentence, hintSentence, risks } from "./plan-notes.ts";

/** What a reviewer must not overlook. */
export interface Alert {
  readonly level: "caution" | "warning";
  readonly title: string;
  readonly items: readonly Sentence[];
}

/** What holds, deletes, opens up, takes access away or cannot be done; none without items. */
export function planAlerts(document: PlanDocument): readonly Alert[] {
  const alerts = [
    held(document),
    allowed(document),
    deletes(document),
    risky(document),
    blocked(document),
    proposals(document),
  ];
  return alerts.filter((alert) => alert.items.length > 0);
}

function held({ guards }: PlanDocument): Alert {
  const items = guards.filter((guard) => guard.held).map(of(guardSentence));
  return { level: "caution", title: "Held: nothing is applied until this is settled", items };
}

function allowed({ guards }: PlanDocument): Alert {
  const passed = guards.filter((guard) => !guard.held && guard.allow !== undefined);
  const items = passed.map(of(guardSentence));
  return { level: "warning", title: "Allowed: a guard would hold this, and it is let pass", items };
}

/** What is said of something, after its address. */
function of<T extends { readonly address?: string }>(said: (item: T) => Sentence): (item: T) => Sentence {
  return (item) =>
    item.address === undefined ? said(item) : [{ address: item.address }, ": ", ...said(item)];
}

function deletes({ changes }: PlanDocument): Alert {
  const items = changes.filter((change) => change.action === "delete").map(deleteItem);
  return {
    level: "caution",
    title: `${counted(items.length, "resource is", "resources are")} deleted`,
    items,
  };
}

function deleteItem(change: Change): Sentence {
  const { address, title, reason, reversible } = change;
  const texts = [reason, reversible ? "can be restored" : undefined, ...risks(change)];
  const said = texts.flatMap((text): readonly Sentence[] => (text === undefined ? [] : [[{ text }]]));
  return [{ address }, ...(title === undefined ? [] : [" ", { code: title }]), ": ", ...joined(said, "; ")];
}

/** What opens something up goes first: an output may leave out the last items. */
function risky({ changes }: PlanDocument): Alert {
  const open: Sentence[] = [];
  const others: Sentence[] = [];
  for (const change of changes.filter(({ action }) => action !== "delete")) {
    const { address } = change;
    const exposes = new Set(change.exposes);
    for (const risk of change.risks ?? [])
      (exposes.has(risk) ? open : others).push([{ address }, ": ", { text: risk }]);
    others.push(...leavers(change));
  }
  return { level: "warning", title: "Access and exposure change", items: [...open, ...others] };
}

/** People who lose their place in a team, unless a risk names them. */
function leavers({ address, fields = [], risks: given = [] }: Change): readonly Sentence[] {
  return fields
    .filter((field) => isMember(field) && field.after === undefined && field.before !== undefined)
    .map((field) => field.path.slice("members.".length))
    .filter((member) => !given.some((risk) => risk.includes(member)))
    .map((member) => [{ address }, ": ", { code: member }, " leaves"]);
}

function proposals({ changes }: PlanDocument): Alert {
  const items = changes.flatMap(({ address, hint }): readonly Sentence[] =>
    hint === undefined ? [] : [[{ address }, ": ", ...hintSentence(hint)]],
  );
  return { level: "warning", title: "Perhaps something else is meant", items };
}

function blocked({ changes }: PlanDocument): Alert {
  const items = changes
    .filter((change) => change.action === "blocked")
    .map(({ address, reason: text = "" }): Sentence => [{ address }, ": ", { text }]);
  return { level: "warning", title: "Blocked: wanted by the manifests, and not possible", items };
}
