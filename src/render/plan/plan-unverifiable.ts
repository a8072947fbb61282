import type { Unverifiable } from "../../model/documents/plan-document.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { PlanView } from "./plan-view.ts";

/** Addresses that the line names before it counts. */
const mostNames = 3;

/** One line about what cannot be read back, and how to send it again; undefined when there is nothing. */
export function unverifiableText(
  unverifiable: readonly Unverifiable[] = [],
  nameOf: PlanView["nameOf"],
): string | undefined {
  const [first] = unverifiable;
  if (first === undefined) return undefined;
  const names = unverifiable.slice(0, mostNames).map(({ address, field }) => `${nameOf(address)} ${field}`);
  const more = unverifiable.length - names.length;
  const list = [...names, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const example = `${resendOption(first, nameOf)} sends it again`;
  if (unverifiable.length === 1)
    return `${list} cannot be compared: ${first.reason} (unverifiable; ${example})`;
  return `${unverifiable.length} values cannot be compared: ${list} (unverifiable; ${example})`;
}

/** The option that sends it again. */
export function resendOption({ address }: Unverifiable, nameOf: PlanView["nameOf"]): string {
  return `--resend ${shellWord(nameOf(address))}`;
}
