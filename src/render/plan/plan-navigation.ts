import type { Navigation, NavigationItem } from "../../model/documents/document-parts.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { terminalText } from "../safe-text.ts";
import { sensitiveText, shorten, valueText } from "../value.ts";
import { ordinal } from "../words.ts";

/** A printed row of a navigation. `collapsed` stands for that many unchanged rows. */
export interface NavigationRow {
  readonly mark: NavigationItem["mark"] | "collapsed";
  readonly sign: string;
  readonly depth: number;
  readonly title: string;
  readonly note: string;
}

/** The rows to print: the changed ones and their parents. Each run of other rows becomes a count. */
export function navigationRows({ items }: Navigation, told: readonly Change[]): readonly NavigationRow[] {
  const changes = new Map(told.map((change) => [change.address, change]));
  const shown = shownRows(items);
  const rows: NavigationRow[] = [];
  let run: NavigationItem[] = [];
  for (const [at, item] of items.entries()) {
    if (shown.has(at)) {
      rows.push(...collapse(run), row(item, changes.get(item.address)));
      run = [];
    } else run.push(item);
  }
  return [...rows, ...collapse(run)];
}

/** Every row, one for each item, with whole texts. */
export function wholeNavigation({ items }: Navigation, told: readonly Change[]): readonly NavigationRow[] {
  const changes = new Map(told.map((change) => [change.address, change]));
  return items.map((item) => row(item, changes.get(item.address), wholeTexts));
}

/** The word for the action on a row. */
export const markWords = {
  move: "moved",
  add: "added",
  remove: "removed",
  update: "changed",
  same: "unchanged",
} as const satisfies Record<NavigationItem["mark"], string>;

/** `1 moved, 1 added, 5 unchanged`. */
export function navigationCounts({ items }: Navigation): string {
  const marks = ["move", "add", "remove", "update", "same"] as const;
  const counts = marks.map(
    (mark) => [items.filter((item) => item.mark === mark).length, markWords[mark]] as const,
  );
  return counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(", ");
}

/** The positions of changed rows and of their parents. */
function shownRows(items: readonly NavigationItem[]): ReadonlySet<number> {
  const shown = new Set<number>();
  let wanted = -1;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    if (!item) continue;
    if (item.mark !== "same" || item.depth <= wanted) {
      shown.add(at);
      wanted = item.depth - 1;
    }
  }
  return shown;
}

function collapse(run: readonly NavigationItem[]): readonly NavigationRow[] {
  const [first] = run;
  if (!first) return [];
  if (run.length === 1) return [row(first)];
  const depth = run.reduce((least, item) => Math.min(least, item.depth), first.depth);
  return [{ mark: "collapsed", sign: " ", depth, title: `… ${run.length} unchanged`, note: "" }];
}

/** Characters that titles and values have in rows, at most. */
const shortTexts = { title: 48, value: 40 };
const wholeTexts = { title: Number.POSITIVE_INFINITY, value: Number.POSITIVE_INFINITY };

function row(item: NavigationItem, change?: Change, most = shortTexts): NavigationRow {
  return {
    mark: item.mark,
    sign: item.mark === "move" ? moveSign(item) : signs[item.mark],
    depth: item.depth,
    title: shorten(terminalText(item.title || `(${item.address.split(".").at(-1)})`), most.title),
    note: notes(item, change, most.value).map(terminalText).join(", "),
  };
}

const signs = { same: " ", add: "+", remove: "-", update: "~" } as const;

function moveSign({ from, to, fromContainer }: NavigationItem): string {
  if (fromContainer !== undefined) return "→";
  if (from === undefined || to === undefined || from === to) return "↕";
  return to < from ? "↑" : "↓";
}

function notes(item: NavigationItem, change: Change | undefined, mostValue: number): readonly string[] {
  const note = item.note === undefined ? [] : [item.note];
  switch (item.mark) {
    case "same":
    case "update":
      return note;
    case "add":
      return [...note, ...createNotes(item, change, mostValue)];
    case "remove": {
      const end = change?.reversible ? "can be restored" : "final";
      const reason = note.length === 0 && change?.reason ? [change.reason] : note;
      return change?.reversible === undefined ? reason : [...reason, end];
    }
    case "move":
      return [place(item), ...note].filter((text) => text !== "");
  }
}

function place({ from, to, fromContainer }: NavigationItem): string {
  if (fromContainer !== undefined)
    return `from "${fromContainer}"${to === undefined ? "" : `, now ${ordinal(to)}`}`;
  if (from === undefined || to === undefined) return "";
  return from === to ? `${ordinal(to)} as before` : `${ordinal(from)} → ${ordinal(to)}`;
}

function createNotes(
  { title }: NavigationItem,
  change: Change | undefined,
  mostValue: number,
): readonly string[] {
  const fields = (change?.fields ?? []).filter(({ path, after }) => path !== "position" && after !== title);
  return fields.map(
    ({ path, after, sensitive }) => `${path} ${sensitive ? sensitiveText : valueText(after, mostValue)}`,
  );
}
