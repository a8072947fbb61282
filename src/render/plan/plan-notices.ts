import type { Rehearsal } from "../../model/documents/document-parts.ts";
import type { PlanDocument, Unmanaged, Unverifiable } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { shellWord } from "../../text/shell-word.ts";
import { terminalText } from "../safe-text.ts";
import { table } from "../text/columns.ts";
import { shorten } from "../value.ts";
import { counted, countedKind, durationText, listed } from "../words.ts";
import type { PlanView } from "./plan-view.ts";

/** Failed steps and remaining changes that are listed; the rest is counted. */
const mostRows = 10;

/** Characters of an answer or a reason. */
const mostText = 160;

/** A problem of a rehearsal: a refused call, a remaining change, or the reason why it stopped. */
export interface Trouble {
  readonly mark: "failed" | "left" | "stopped";
  readonly address?: string;
  /** The operation that failed, or the action that remains. */
  readonly act?: string;
  readonly text: string;
}

/** The result of the rehearsal: one line when it converged, else also the failures and remaining changes. */
export function rehearsalLines({ rehearsal }: PlanDocument, nameOf: PlanView["nameOf"]): readonly string[] {
  return rehearsal === undefined ? [] : [rehearsalLine(rehearsal), ...troubleLines(rehearsal, nameOf)];
}

/** `Rehearsed: converged. 23 calls, the longest chain has 5, about 1.2 s at 50 ms a round trip.` */
export function rehearsalLine(rehearsal: Rehearsal): string {
  const { converged, calls, longestChain, roundTripMilliseconds, expectedMilliseconds } = rehearsal;
  const time = `about ${durationText(expectedMilliseconds)} at ${durationText(roundTripMilliseconds)} a round trip`;
  const figures =
    calls === 0 ? "No call" : `${counted(calls, "call")}, the longest chain has ${longestChain}`;
  return `Rehearsed: ${converged ? "converged" : "did not converge"}. ${figures}, ${time}.`;
}

/** All that did not go as planned. */
export function rehearsalTroubles({ failed, left, problem }: Rehearsal): readonly Trouble[] {
  return [
    // First, so that it is never among those that are only counted.
    ...(problem === undefined ? [] : [{ mark: "stopped", text: problem } as const]),
    ...failed.map(({ address, operation: act, status, message }): Trouble => {
      const text = status === undefined ? message : `${status} ${message}`;
      return { mark: "failed", address, act, text };
    }),
    ...left.map(({ address, action: act, fields = [], reason }): Trouble => {
      return { mark: "left", address, act, text: reason ?? fields.join(", ") };
    }),
  ];
}

function troubleLines(rehearsal: Rehearsal, nameOf: PlanView["nameOf"]): readonly string[] {
  const troubles = rehearsalTroubles(rehearsal);
  const rows = troubles
    .slice(0, mostRows)
    .map(({ mark, address, act, text }) => [
      `  ${mark}`,
      ...(address === undefined ? [] : [nameOf(address)]),
      ...(act === undefined ? [] : [terminalText(act)]),
      shorten(terminalText(text), mostText),
    ]);
  const more = troubles.length - rows.length;
  return table(more > 0 ? [...rows, [`  and ${more} more`]] : rows);
}

/** `3 teams and 1 site are not in the manifests`, of so many kinds at most; undefined when there is nothing. */
export function unmanagedText(
  unmanaged: readonly Unmanaged[],
  mostKinds = Number.POSITIVE_INFINITY,
): string | undefined {
  if (unmanaged.length === 0) return undefined;
  const kinds = [...groupBy(unmanaged, ({ kind }) => kind)].slice(0, mostKinds);
  const counts = kinds.map(([kind, items]) => countedKind(items.length, kind));
  return `${listed(counts)} ${unmanaged.length === 1 ? "is" : "are"} not in the manifests`;
}

/** Addresses that the line names before it counts. */
const mostValues = 3;

/** A line for each reason why fields cannot be compared, with the option that sends them again. */
export function unverifiableTexts(
  unverifiable: readonly Unverifiable[] = [],
  nameOf: PlanView["nameOf"],
): readonly string[] {
  return [...groupBy(unverifiable, ({ reason }) => reason)].map(([reason, all]) => {
    const names = all.slice(0, mostValues).map(({ address, field }) => `${nameOf(address)} ${field}`);
    const more = all.length - names.length;
    const list = [...names, ...(more > 0 ? [`${more} more`] : [])].join(", ");
    const options = all.slice(0, 1).map((first) => resendOption(first, nameOf));
    return `${list} cannot be compared: ${reason} (unverifiable; ${options.join("")} sends it again)`;
  });
}

/** The option that sends it again. */
export function resendOption({ address }: Unverifiable, nameOf: PlanView["nameOf"]): string {
  return `--resend ${shellWord(nameOf(address))}`;
}
