import { pageStyle, styleDigest } from "./html-style.ts";
import { type Content, html, type Markup, markupText } from "./html-text.ts";

/** The parts of a page, without its style. */
interface Page {
  readonly title: string;
  readonly body: Content;
  /** Its script, and the digest of that. */
  readonly script?: { readonly markup: Markup; readonly digest: string };
}

/**
 * One file for a browser, which needs nothing else; with a newline at the end. Nothing is fetched, nothing is sent, and
 * no script and no style but those of the page count.
 */
export function pageText({ title, body, script }: Page): string {
  const scripts = script && html` script-src '${script.digest}';`;
  const policy = html`default-src 'none'; style-src '${styleDigest}';${scripts} base-uri 'none'; form-action 'none'`;
  return markupText(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<title>${title}</title>
${pageStyle}
</head>
<body>
${body}${script && html`${script.markup}\n`}</body>
</html>
`);
}

/** The facts at the head of a page, without those that are empty. */
export function factsHtml(facts: readonly (readonly [string, Content])[]): Markup {
  const known = facts.filter(([, fact]) => fact !== undefined && fact !== "");
  return html`<dl>
${known.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>\n`)}</dl>
`;
}

/** A part of a page with a heading. */
export function sectionHtml(title: string, content: Content): Markup {
  return html`<section>
<h2>${title}</h2>
${content}</section>
`;
}
