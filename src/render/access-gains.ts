import type { ApplySummary } from "../model/apply-event.ts";
import type { Sentence } from "./safe-text.ts";

/** The heading of the people who gained or lost access by an apply. */
export const accessGainsTitle = "Access that people gained or lost, as the platform says it:";

/** People that are named before they are counted. */
const mostRows = 20;

/** The people who really gained or lost access, a sentence each; of many, the first ones and a count. */
export function accessGains(access: ApplySummary["access"] = []): readonly Sentence[] {
  const rows = access
    .slice(0, mostRows)
    .map(({ address, person, before = "none", after = "none" }): Sentence => {
      return [{ address }, "  ", { code: person }, ": ", { text: before }, " → ", { text: after }];
    });
  const more = access.length - rows.length;
  return more === 0
    ? rows
    : [...rows, [`and ${more} more: `, { code: "docform access" }, " shows who can open it"]];
}
