import { escapeMarkup } from "../../text/markup.ts";
import { terminalText } from "../safe-text.ts";

const source = Symbol("source of markup");

/** Markup. Nothing but `html` makes it, and data from a file or an answer cannot have its key: text is never taken for it. */
export interface Markup {
  readonly [source]: string;
}

/** What a hole of a template takes: text, markup, or several of them. */
export type Content = string | number | Markup | readonly Content[];

/**
 * Markup of a template: its own parts as they are, and what is put in as text, in which hidden characters are shown as
 * escapes, unless it is markup already. A hole stands between tags, or in an attribute with double quotes.
 *
 * Not that of hono, which shows no hidden characters, leaves numbers, promises and any object that says so as they are,
 * and would be one more package in what plans load.
 */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return { [source]: String.raw({ raw: parts }, ...contents.map(written)) };
}

/** The markup as a file has it. */
export function markupText(markup: Markup): string {
  return markup[source];
}

/** Items as markup, with nothing where there are none. */
export function when(isShown: boolean, markup: () => Content): Content {
  return isShown ? markup() : [];
}

function written(content: Content): string {
  if (typeof content === "string") return escapeMarkup(terminalText(content));
  if (typeof content === "number") return String(content);
  return source in content ? content[source] : content.map(written).join("");
}
