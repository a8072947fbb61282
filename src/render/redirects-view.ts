import { withoutOrganization } from "../model/address.ts";
import type { CheckedRedirect, RedirectsDocument } from "../model/documents/checks/redirects-document.ts";
import { terminalText } from "./safe-text.ts";
import type { Style } from "./text/style.ts";
import { counted } from "./words.ts";

/** A line for each declared redirect, with the way out below one that does not lead as declared; ends in a newline. */
export function renderRedirectsText({ redirects }: RedirectsDocument, style: Style): string {
  if (redirects.length === 0) return "No redirects are declared.\n";
  const lines = redirects.flatMap((one) => {
    const { isGood, said, next } = sayings[one.status](one);
    const mark = isGood ? style.green("ok") : style.red("! ");
    const place = isGood ? [] : [`    ${terminalText(withoutOrganization(one.address))}`];
    return [
      `${mark}  ${terminalText(one.source)}  ${terminalText(said)}`,
      ...place,
      ...(next === undefined ? [] : [`    = ${terminalText(next)}`]),
      ...(one.note === undefined ? [] : [`    ${terminalText(one.note)}`]),
    ];
  });
  const good = redirects.filter(({ status }) => status === "leads").length;
  const rest = redirects.length - good;
  const summary =
    rest === 0
      ? `${counted(good, "redirect")} lead${good === 1 ? "s" : ""} as declared.`
      : `${good} of ${counted(redirects.length, "redirect")} ${good === 1 ? "leads" : "lead"} as declared.`;
  return `${[...lines, "", summary].join("\n")}\n`;
}

interface Saying {
  readonly isGood?: true;
  readonly said: string;
  readonly next?: string;
}

const sayings: Readonly<Record<CheckedRedirect["status"], (one: CheckedRedirect) => Saying>> = {
  leads: ({ target }) => ({ isGood: true, said: `leads to ${target}` }),
  missing: () => ({ said: "is not on the platform", next: "docform apply creates it" }),
  differs: ({ target }) => ({
    said: target === undefined ? "is not as declared" : `leads to ${target}, and is not as declared`,
    next: "docform plan shows the difference; docform apply ends it",
  }),
  other: ({ by, target }) => ({
    said: `another redirect answers, ${by}, and leads to ${target}`,
    next: "remove one of the two, or make their sources differ",
  }),
  nothing: () => ({
    said: "leads nowhere: the platform has no destination for it",
    next: "declare a destination that is there",
  }),
  hidden: ({ by }) => ({
    said: `never redirects: ${by} answers there`,
    next: "remove the redirect, or give the content another path",
  }),
  unknown: ({ reason }) => ({ said: `could not be checked: ${reason}`, next: "run the check again" }),
};
