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

/** A row of a navigation before the plan runs, with what becomes of it. */
export interface RowBeforeText {
  readonly item: Pick<NavigationItem, "address" | "mark">;
  readonly depth: number;
  readonly title: string;
  readonly sign: string;
  /** `moves to 2nd`, `removed`; nothing for a row that stays. */
  readonly word: string | undefined;
  readonly note: string;
}

/**
 * The rows before the plan runs. A row without one afterwards is deleted with its parent.
 * Of a plan of an older version, only the rows that go are known.
 */
export function beforeRows(navigation: Navigation, told: readonly Change[]): readonly RowBeforeText[] {
  const { items, before = items.filter(({ mark }) => mark === "remove") } = navigation;
  const changes = new Map(told.map((change) => [change.address, change]));
  const byAddress = new Map(items.map((item, at) => [item.address, { item, at }]));
  return before.map(({ address, title, depth }) => {
    const { item, at = 0 } = byAddress.get(address) ?? {};
    const mark = item?.mark ?? "remove";
    const head = {
      item: { address, mark },
      depth,
      title: shownTitle({ address, title }),
      sign: "",
      note: "",
    };
    if (item === undefined) return { ...head, sign: signs.remove, word: markWords.remove };
    if (mark !== "remove" && mark !== "move") return { ...head, word: undefined };
    const { sign, note } = row(item, changes.get(address), wholeTexts);
    if (mark === "remove") return { ...head, sign, note, word: markWords.remove };
    return { ...head, sign, word: goingText(items, at) };
  });
}

/** `moves to 2nd`, `moves into "Guides", 2nd`. */
function goingText(items: readonly NavigationItem[], at: number): string {
  const { depth = 0, to, fromContainer } = items[at] ?? {};
  const place = to === undefined ? undefined : ordinal(to);
  if (fromContainer === undefined) return place === undefined ? "moves" : `moves to ${place}`;
  const container = items.slice(0, at).findLast((item) => item.depth < depth && item.mark !== "remove");
  const where = container === undefined ? "moves to the top" : `moves into "${shownTitle(container)}"`;
  return place === undefined ? where : `${where}, ${place}`;
}

function shownTitle({ title, address }: Pick<NavigationItem, "title" | "address">): string {
  return terminalText(title || `(${address.split(".").at(-1)})`);
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
const shortTexts = { title: 48, value: 40, move: (from: string, to: string) => `${from} → ${to}` };
const wholeTexts: typeof shortTexts = {
  title: Number.POSITIVE_INFINITY,
  value: Number.POSITIVE_INFINITY,
  move: (from, to) => `from ${from} to ${to}`,
};

function row(item: NavigationItem, change?: Change, most = shortTexts): NavigationRow {
  return {
    mark: item.mark,
    sign: item.mark === "move" ? moveSign(item) : signs[item.mark],
    depth: item.depth,
    title: shorten(shownTitle(item), most.title),
    note: notes(item, change, most).map(terminalText).join(", "),
  };
}

const signs = { same: " ", add: "+", remove: "-", update: "~" } as const;

function moveSign({ from, to, fromContainer }: NavigationItem): string {
  if (fromContainer !== undefined) return "→";
  if (from === undefined || to === undefined || from === to) return "↕";
  return to < from ? "↑" : "↓";
}

function notes(item: NavigationItem, change: Change | undefined, most: typeof shortTexts): readonly string[] {
  const note = item.note === undefined ? [] : [item.note];
  switch (item.mark) {
    case "same":
    case "update":
      return note;
    case "add":
      return [...note, ...createNotes(item, change, most.value)];
    case "remove": {
      const end = change?.reversible ? "can be restored" : "cannot be undone";
      const reason = note.length === 0 && change?.reason ? [change.reason] : note;
      return change?.reversible === undefined ? reason : [...reason, end];
    }
    case "move":
      return [place(item, most.move), ...note].filter((text) => text !== "");
  }
}

function place({ from, to, fromContainer }: NavigationItem, move: typeof shortTexts.move): string {
  if (fromContainer !== undefined)
    return `from "${fromContainer}"${to === undefined ? "" : `, now ${ordinal(to)}`}`;
  if (from === undefined || to === undefined) return "";
  return from === to ? `${ordinal(to)} as before` : move(ordinal(from), ordinal(to));
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
