import { organizationOf, withoutOrganization } from "../../model/address.ts";
import { type UnitRow, unitStates } from "../../model/documents/organizations-document.ts";
import { terminalText } from "../safe-text.ts";
import { table } from "../text/columns.ts";
import type { Style } from "../text/style.ts";
import { counted } from "../words.ts";

/** The columns of the table of several organizations, before the way out. */
export const unitColumns = [
  "organization",
  "state",
  "changes",
  "deletes",
  "access",
  "requests",
  "time",
] as const;

/** Addresses of changed access that a row names; of more, it says how many. */
const mostNamed = 2;

/** The cells of a row, without the way out; empty where nothing is known. */
export function unitCells(row: UnitRow): readonly string[] {
  const number = (value: number | undefined): string => (value === undefined ? "" : String(value));
  const { access: all = [], organization } = row;
  const access = all.map((one) => (organizationOf(one) === organization ? withoutOrganization(one) : one));
  const more = access.length > mostNamed ? [`and ${access.length - mostNamed} more`] : [];
  return [
    organization,
    row.state,
    number(row.changes),
    number(row.deletes),
    [...access.slice(0, mostNamed), ...more].join(", "),
    String(row.calls),
    `${(row.milliseconds / 1000).toFixed(1)} s`,
  ];
}

/** `12 organizations: 9 no changes, 2 changes, 1 not read`, always in this order of states. */
export function unitCounts(rows: readonly UnitRow[]): string {
  const texts = unitStates.flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  return `${counted(rows.length, "organization")}: ${texts.join(", ")}`;
}

/** The table at the end of a command for several organizations; with a newline at the end. */
export function renderUnitTable(rows: readonly UnitRow[], style: Style): string {
  if (rows.length === 0) return "No organization is in this shard.\n";
  const cells = rows.map((row) => [...unitCells(row), row.next ?? ""].map(terminalText));
  const [head = "", ...lines] = table([[...unitColumns, "next"], ...cells]);
  return `\n${style.bold(unitCounts(rows))}\n\n${style.dim(head)}\n${lines.join("\n")}\n`;
}
