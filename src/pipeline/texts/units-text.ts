import type { UnitsDocument } from "../../model/documents/units-document.ts";
import { terminalText } from "../../render/safe-text.ts";
import { counted, firstNames } from "../../render/words.ts";

/** The names of units, each on a line of its own: the names are of letters, digits, `-`, `_` and `+`. */
export function renderUnitsText({ units }: UnitsDocument): string {
  return units.map(({ name }) => `${name}\n`).join("");
}

/** A line about what is listed, for people, and one about organizations that the commit declared, and this project does not. */
export function unitsSummary(
  { changedSince, select, shard, total, units }: UnitsDocument,
  gone: readonly string[],
): string {
  const of = shard === undefined ? "" : ` are in shard ${shard}`;
  const fit = select === undefined ? "" : ` fit ${terminalText(select)}`;
  const { revision = "", allFor } = changedSince ?? {};
  const since =
    changedSince === undefined
      ? ""
      : allFor === undefined
        ? ` differ from ${terminalText(revision)}`
        : ` may differ from ${terminalText(revision)}, for ${terminalText(allFor)}`;
  const says = [since, fit, of].filter((one) => one !== "").join(" and");
  const left =
    gone.length === 0
      ? ""
      : `Nothing is declared any more for ${firstNames(gone, 10)}: what is there stays.\n`;
  return `${units.length} of ${counted(total, "organization")}${says}.\n${left}`;
}
