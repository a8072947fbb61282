import type { Change, GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import { canonicalJson } from "../../text/json.ts";
import { type CommandToCopy, plainCommand } from "../command-to-copy.ts";
import { foldAlike } from "../fold.ts";
import { losesLinks, oldLinksSentences, oldLinksTitle } from "../old-links-view.ts";
import { joined, mostDeleted, mostNames, namesSentence, type Sentence } from "../safe-text.ts";
import { undeclaredSentence, undeclaredTitle } from "../undeclared-view.ts";
import { waitingLists } from "../waiting-view.ts";
import { aboutMany, counted, kindWords } from "../words.ts";
import { type AlertItem, accessItems, givesAccess } from "./access-items.ts";
import { countedChanges } from "./alike.ts";
import { namer } from "./plan-view.ts";

/** An alert for the reviewer. */
export interface Alert {
  readonly level: "caution" | "warning" | "note";
  readonly title: string;
  readonly items: readonly Sentence[];
}

/**
 * The alerts of a plan: held, deleting, opening access, removing access and impossible changes, what is no longer
 * declared, and who has not joined yet. An alert without items is left out.
 */
export function planAlerts(
  { guards, changes, organizations, noLongerDeclared = [], waiting, oldLinks }: PlanDocument,
  command: CommandToCopy = plainCommand,
): readonly Alert[] {
  const view = { nameOf: namer(Object.keys(organizations)), command };
  const held = guards.filter((guard) => guard.held);
  const allowed = guards.filter((guard) => !guard.held && guard.allow !== undefined);
  const kinds = new Map(changes.map(({ address, kind }) => [address, kind]));
  const kindOf = (address: string): string => kinds.get(address) ?? "resource";
  const deletes = changes.filter(({ action }) => action === "delete");
  const deleted = `${counted(deletes.length, "resource is", "resources are")} deleted`;
  const blocked = changes.filter(({ action }) => action === "blocked");
  const alerts = [
    alert("caution", "Held: nothing is applied until each hold is resolved or allowed", held.map(guardItem)),
    alert("warning", "Allowed: a guard would hold this, and somebody allowed it", allowed.map(guardItem)),
    alert("caution", deleted, deletes.map(deleteItem), mostDeleted),
    alert("warning", "Access and exposure change", accessItems(changes)),
    alert(
      "warning",
      "Blocked: wanted by the manifests, and not possible",
      blocked.map(({ address, reason: text = "" }) => ({ address, said: [{ text }] })),
    ),
    listAlert(losesLinks(oldLinks) ? "warning" : "note", oldLinksTitle, oldLinksSentences(oldLinks)),
    listAlert(
      "warning",
      undeclaredTitle,
      noLongerDeclared.map((one) => undeclaredSentence(one, view)),
    ),
    ...waitingLists(waiting).map(({ title, sentences }) => listAlert("note", title, sentences)),
    alert("warning", "Perhaps something else is meant", changes.flatMap(suggestionItems)),
  ];
  return alerts
    .filter(({ items }) => items.length > 0)
    .map(({ level, title, items, mostNamed }) => ({
      level,
      title,
      items: foldItems(items, kindOf, mostNamed),
    }));
}

function alert(level: Alert["level"], title: string, items: readonly AlertItem[], mostNamed = mostNames) {
  return { level, title, items, mostNamed };
}

function listAlert(level: Alert["level"], title: string, sentences: readonly Sentence[]) {
  return alert(
    level,
    title,
    sentences.map((said) => ({ said })),
  );
}

/** Items as sentences. Of many that say the same, one sentence with their number and the first names. */
function foldItems(
  items: readonly AlertItem[],
  kindOf: (address: string) => string,
  mostNamed: number,
): readonly Sentence[] {
  const keyOf = ({ address, said }: AlertItem) => (address === undefined ? undefined : canonicalJson(said));
  return foldAlike(items, keyOf).map((group) => {
    const [{ said, address, title }] = group;
    if (address === undefined) return said;
    if (group.length === 1) return [...named(address, title), ": ", ...said];
    const addresses = group.flatMap((one) => (one.address === undefined ? [] : [one]));
    const count = countedChanges(addresses.map((one) => ({ kind: kindOf(one.address ?? "") })));
    return [
      `${count}: `,
      ...said.map((piece) =>
        typeof piece === "object" && "text" in piece ? { text: aboutMany(piece.text) } : piece,
      ),
      ": ",
      ...namesSentence(
        group.map((one) => named(one.address ?? "", one.title)),
        mostNamed,
      ),
    ];
  });
}

/** The address, and the title where the address does not say it already. */
function named(address: string, title: string | undefined): Sentence {
  const isSaid = title === undefined || address.endsWith(`.${title}`);
  return [{ address }, ...(isSaid ? [] : [" ", { code: title }])];
}

function guardItem(guard: GuardVerdict): AlertItem {
  const said = guardSentence(guard);
  return guard.address === undefined ? { said } : { address: guard.address, said };
}

function deleteItem(change: Change): AlertItem {
  const { address, title, reason, reversible } = change;
  const texts = [reason, reversible ? "can be restored" : undefined, ...risks(change)];
  const said = texts.flatMap((text): readonly Sentence[] => (text === undefined ? [] : [[{ text }]]));
  return { address, title, said: joined(said, "; ") };
}

function suggestionItems({ address, kind, hint }: Change): readonly AlertItem[] {
  return hint === undefined ? [] : [{ address, said: hintSentence(kind, hint) }];
}

/** A note below the fields of a change. */
export interface Note {
  readonly mark: "blocked" | "because" | "happens" | "risk" | "hint" | "held" | "allowed";
  readonly said: Sentence;
}

/**
 * The notes of a change: its reason, its effects, its risks, a rename suggestion, and the guards that hold
 * it.
 */
export function changeNotes(change: Change, held: readonly GuardVerdict[]): readonly Note[] {
  const { action, kind, reason, hint } = change;
  return [
    ...(reason ? [note(action === "blocked" ? "blocked" : "because", { text: reason })] : []),
    ...effects(change),
    ...givesAccess(change).map((text) => note("happens", { text })),
    ...risks(change).map((text) => note("risk", { text })),
    ...(hint === undefined ? [] : [note("hint", ...hintSentence(kind, hint))]),
    ...held.map(guardNote),
  ];
}

function note(mark: Note["mark"], ...said: Sentence): Note {
  return { mark, said };
}

/** A guard that holds the plan, or that was allowed. */
export function guardNote(guard: GuardVerdict): Note {
  return note(guard.held ? "held" : "allowed", ...guardSentence(guard));
}

function guardSentence({ message, source, allow, held }: GuardVerdict): Sentence {
  const more: readonly Sentence[] = [
    ...(source ? [[{ place: source }]] : []),
    ...(allow ? [held ? ["to allow it: ", { code: allow }] : [{ code: allow }, " let it pass"]] : []),
  ];
  return [{ text: message }, ...(more.length > 0 ? [" (", ...joined(more, "; "), ")"] : [])];
}

/** The line to write in the manifest when an existing object is meant. */
function hintSentence(kind: string, hint: string): Sentence {
  return [
    `it may be a live ${kindWords(kind)[0]} that is not in the manifests; to rename that one, write `,
    { code: hint },
  ];
}

/** The risks of a change, with one more for a delete that cannot be undone. */
function risks({ action, reversible, risks: given = [] }: Change): readonly string[] {
  const saysSo = reversible || given.some((risk) => risk.startsWith("cannot be undone"));
  return action === "delete" && !saysSo ? ["cannot be undone", ...given] : given;
}

function effects({ action, id, reversible }: Change): readonly Note[] {
  const which: Sentence = id === undefined ? [] : [" (id ", { code: id }, ")"];
  if (action === "adopt") return [note("happens", "manages the live one from now on", ...which)];
  if (action === "restore") return [note("happens", "brings back the deleted one", ...which)];
  return action === "delete" && reversible ? [note("happens", "can be restored", ...which)] : [];
}
