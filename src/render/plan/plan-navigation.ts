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

/** Characters that titles and values have in rows, at most. */
interface Widths {
  readonly title: number;
  readonly value: number;
}

const widths: Widths = { title: 48, value: 40 };
const wholeTexts: Widths = { title: Number.POSITIVE_INFINITY, value: Number.POSITIVE_INFINITY };

/** The rows to print: the changed ones and their parents. Each run of other rows becomes a count. */
export function navigationRows({ items }: Navigation, told: readonly Change[]): readonly NavigationRow[] {
  const changes = changesByAddress(told);
  const shown = shownRows(items);
  const rows: NavigationRow[] = [];
  let run: NavigationItem[] = [];
  for (const [at, item] of items.entries()) {
    if (shown.has(at)) {
      rows.push(...collapse(run), row(item, changes.get(item.address), widths));
      run = [];
    } else run.push(item);
  }
  return [...rows, ...collapse(run)];
}

/** Every row, one for each item, with whole texts. */
export function wholeNavigation({ items }: Navigation, told: readonly Change[]): readonly NavigationRow[] {
  const changes = changesByAddress(told);
  return items.map((item) => row(item, changes.get(item.address), wholeTexts));
}

function changesByAddress(told: readonly Change[]): ReadonlyMap<string, Change> {
  return new Map(told.map((change) => [change.address, change]));
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
  if (run.length === 1) return [row(first, undefined, widths)];
  const depth = run.reduce((least, item) => Math.min(least, item.depth), first.depth);
  return [{ mark: "collapsed", sign: " ", depth, title: `… ${run.length} unchanged`, note: "" }];
}

function row(item: NavigationItem, change: Change | undefined, most: Widths): NavigationRow {
  return {
    mark: item.mark,
    sign: sign(item),
    depth: item.depth,
    title: shorten(terminalText(item.title || `(${item.address.split(".").at(-1)})`), most.title),
    note: notes(item, change, most).map(terminalText).join(", "),
  };
}

function sign({ mark, from, to, fromContainer }: NavigationItem): string {
  switch (mark) {
    case "same":
      return " ";
    case "add":
      return "+";
    case "remove":
      return "-";
    case "update":
      return "~";
    case "move":
      if (fromContainer !== undefined) return "→";
      return from === undefined || to === undefined || from === to ? "↕" : to < from ? "↑" : "↓";
  }
}

function notes(item: NavigationItem, change: Change | undefined, most: Widths): readonly string[] {
  const note = item.note === undefined ? [] : [item.note];
  switch (item.mark) {
    case "same":
    case "update":
      return note;
    case "add":
      return [...note, ...createNotes(item, change, most)];
    case "remove":
      return [...(item.note === undefined && change?.reason ? [change.reason] : note), ...finality(change)];
    case "move":
      return [place(item), ...note].filter((text) => text !== "");
  }
}

function place({ from, to, fromContainer }: NavigationItem): string {
  if (fromContainer !== undefined) {
    return `from "${fromContainer}"${to === undefined ? "" : `, now ${ordinal(to)}`}`;
  }
  if (from === undefined || to === undefined) return "";
  return from === to ? `${ordinal(to)} as before` : `${ordinal(from)} → ${ordinal(to)}`;
}

function finality(change: Change | undefined): readonly string[] {
  if (change?.reversible === undefined) return [];
  return [change.reversible ? "can be restored" : "final"];
}

function createNotes(item: NavigationItem, change: Change | undefined, most: Widths): readonly string[] {
  const fields = (change?.fields ?? []).filter(
    ({ path, after }) => path !== "position" && after !== item.title,
  );
  return fields.map(
    ({ path, after, sensitive }) => `${path} ${sensitive ? sensitiveText : valueText(after, most.value)}`,
  );
}
