import { humanName, withArticle } from "../manifest/load/kind-slots.ts";
import type { Kind } from "../model/kind.ts";

/** How words about kinds are marked: in Markdown as code and links, on a terminal not at all. */
export interface Markup {
  /** A word that is written as it is here. */
  readonly code: (text: string) => string;
  /** A kind with its article: `a share link`. */
  readonly kind: (kind: Kind) => string;
}

/** Words without marks. */
export const plainMarkup: Markup = {
  code: (text) => text,
  kind: (kind) => `${articleOf(kind)}${nameOf(kind)}`,
};

/** How words are written that are no words. */
const acronyms: Readonly<Record<string, string>> = { openapi: "OpenAPI", saml: "SAML" };

/** The name of a kind in a sentence: `share link`, `SAML provider`. */
export function nameOf(kind: Kind): string {
  const words = humanName(kind).split(" ");
  return words.map((word) => acronyms[word] ?? word).join(" ");
}

/** `a ` or `an `; nothing before a plural. */
export function articleOf(kind: Kind): string {
  return withArticle(kind).slice(0, -humanName(kind).length);
}
