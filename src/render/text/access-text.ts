import type { AccessDocument } from "../../model/documents/access-document.ts";
import { terminalText } from "../safe-text.ts";
import { table } from "./columns.ts";

/** Access in text: for each owner its entries, and everybody who can open it. */
export function renderAccessText({ owners }: AccessDocument): string {
  if (owners.length === 0) return "No access was found.\n";
  const parts = owners.map(({ address, entries, effective }) => {
    const own = new Map(entries.map(({ name, role }) => [name, role]));
    const people = effective.map(({ name, role, by = [] }) => [
      `    ${terminalText(name)}`,
      terminalText(role),
      [...(own.has(name) ? [`entry: ${own.get(name)}`] : []), ...by.map((team) => `by ${team}`)]
        .map(terminalText)
        .join(", "),
    ]);
    const rows = entries.map(({ name, role }) => [`    ${terminalText(name)}`, terminalText(role)]);
    return [
      terminalText(address),
      ...(rows.length === 0 ? ["  no entries"] : ["  entries", ...table(rows)]),
      ...(people.length === 0 ? ["  nobody can open it"] : ["  can open it, by all rules", ...table(people)]),
    ].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}
