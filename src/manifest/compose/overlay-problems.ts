import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { nearMatch } from "../../text/near-match.ts";
import { type Entry, placeOf } from "../read/tree.ts";
import type { Composing } from "./composing.ts";

/** Something with a name, and the place where it is written. */
export type Named = Pick<Entry, "key" | "source">;

/** An overlay speaks of what the manifests do not have; `what` says what that would be. */
export function reportNothingToPatch(
  { report, allowance }: Composing,
  { key, source }: Named,
  what: string,
  known: () => readonly Named[],
): void {
  report.add(
    error("DF2020", `this patches nothing: the manifests declare no ${what}`, {
      source,
      ...(allowance.takeSuggestion() ? nearest(key, known()) : {}),
    }),
  );
}

/** An overlay removes with null what the manifests do not write. */
export function reportNothingToRemove(
  { report, allowance }: Composing,
  { key, source }: Named,
  known: () => readonly Named[],
): void {
  report.add(
    error("DF2020", `this removes nothing: the manifests do not write ${key} here`, {
      source,
      ...(allowance.takeSuggestion() ? nearest(key, known()) : {}),
    }),
  );
}

function nearest(key: string, known: readonly Named[]): Pick<Diagnostic, "label"> {
  const near = nearMatch(
    key,
    known.map((one) => one.key),
  );
  const at = known.find((one) => one.key === near)?.source;
  return at === undefined ? {} : { label: `the nearest is "${near}" (${at.file}:${at.line})` };
}

/** Two documents of one overlay say different things, and neither comes before the other. */
export function patchedTwice(first: Entry, second: Entry): Diagnostic {
  return error("DF2002", `two documents of the overlay say different things of ${second.key}`, {
    source: placeOf(second),
    related: [{ message: "the other one is here", source: placeOf(first) }],
  });
}
