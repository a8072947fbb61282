import type { GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import { type Block, below, looseGuards, planBlocks } from "../plan/plan-blocks.ts";
import { entryLines, heldText } from "../plan/plan-entry.ts";
import { type NavigationRow, navigationCounts, navigationRows } from "../plan/plan-navigation.ts";
import { type PlanView, sourceText, symbolOf } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { columnWidth, type Line, layOut, pad } from "./columns.ts";
import type { Paint, Style } from "./style.ts";

/** Every change of the plan, by outermost resource: the part between its head and its last lines. */
export function planBody(document: PlanDocument, view: PlanView): readonly string[] {
  return layOut(
    planBlocks(document).flatMap((block) => blockLines(block, view)),
    view.width,
  );
}

function blockLines(block: Block, view: PlanView): readonly Line[] {
  return [
    ...ownLines(block, view),
    ...(block.navigation ? navigationLines(block, view) : []),
    ...block.inner.flatMap((change) =>
      indented(
        entryLines(
          change,
          terminalText(below(change.address, block.root)),
          heldAt(block, change.address),
          view,
        ),
      ),
    ),
    ...looseGuards(block).map((guard) => ({ left: `    ${heldText(guard, view)}` })),
  ];
}

/** The resource itself; one that only holds what changes gets a row too. */
function ownLines(block: Block, view: PlanView): readonly Line[] {
  const name = view.nameOf(block.root);
  if (block.own.length > 0) {
    return block.own.flatMap((change, at) =>
      entryLines(change, name, at === 0 ? heldAt(block, change.address) : [], view),
    );
  }
  const source = block.navigation && sourceText(block.navigation);
  const left = `${symbolOf("update", view.style)} ${view.style.bold(name)}`;
  return [source ? { left, right: source, paint: view.style.dim } : { left }];
}

function navigationLines({ navigation, told }: Block, view: PlanView): readonly Line[] {
  if (!navigation) return [];
  const headline = { left: `    ${pad("navigation", 11)}  ${navigationCounts(navigation)}` };
  if (view.navigation === "counts") return [headline];
  const rows = navigationText(navigationRows(navigation, told), view.style);
  return [headline, ...rows.map((row) => ({ left: `      ${row}` }))];
}

/** Rows of a navigation as a tree, with their notes in a column. */
export function navigationText(rows: readonly NavigationRow[], style: Style): readonly string[] {
  const titles = rows.map((row) => `${"  ".repeat(row.depth)}${row.title}`);
  const noted = titles.filter((_, at) => rows[at]?.note);
  const width = columnWidth(noted, 18) + 2;
  return rows.map((row, at) => {
    const text = `${row.sign} ${row.note ? pad(titles[at] ?? "", width) : titles[at]}${row.note}`;
    return paintOf(row, style)(text.trimEnd());
  });
}

function paintOf({ mark }: NavigationRow, style: Style): Paint {
  const paints: Record<NavigationRow["mark"], Paint> = {
    same: (text) => text,
    collapsed: style.dim,
    add: style.green,
    remove: style.red,
    move: style.cyan,
    update: style.yellow,
  };
  return paints[mark];
}

function heldAt(block: Block, address: string): readonly GuardVerdict[] {
  return block.held.filter((guard) => guard.address === address);
}

function indented(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => ({ ...line, left: `    ${line.left}` }));
}
