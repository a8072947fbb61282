import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { GivenOptions } from "../command-to-copy.ts";
import { type Alert, planAlerts } from "../plan/plan-alerts.ts";
import { hasChanges, nextStep, partialText, planHeadline, sharedOptions } from "../plan/plan-summary.ts";
import { aliases } from "../plan/plan-view.ts";
import { changesHtml } from "./html-changes.ts";
import { noticesHtml } from "./html-notices.ts";
import { pageStyle, styleDigest } from "./html-style.ts";
import { type Content, html, type Markup, markupText } from "./html-text.ts";
import { type HtmlView, htmlView, sentenceHtml } from "./html-view.ts";

/** How a plan is written as a page. */
export interface PlanHtmlOptions {
  readonly environment?: string;
  readonly commit?: string;
  /** What the command line says that made the plan. */
  readonly given?: GivenOptions;
}

/** Nothing runs, nothing is fetched, nothing is sent, and no style but that of the page holds. */
const policy = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${styleDigest}'; base-uri 'none'; form-action 'none'" />`;

/** The whole plan as one file for a browser, which needs nothing else; with a newline at the end. */
export function renderPlanHtml(document: PlanDocument, options: PlanHtmlOptions = {}): string {
  const view = htmlView(document);
  return markupText(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
${policy}
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<title>${title(document, options)}</title>
${pageStyle}
</head>
<body>
${headHtml(document, options, view)}<main>
${alertsHtml(document, view)}${changesHtml(document, view)}${noticesHtml(document, view)}</main>
${footHtml(document, options)}</body>
</html>
`);
}

function title(document: PlanDocument, { environment }: PlanHtmlOptions): string {
  const names = `docform plan of ${aliases(document).join(", ")}`;
  return environment ? `${names} (${environment})` : names;
}

function headHtml(document: PlanDocument, options: PlanHtmlOptions, { nameOf }: HtmlView): Markup {
  const { partial } = document;
  const facts = headFacts(document, options);
  return html`<header>
<h1>${planHeadline(document)}</h1>
<dl>
${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>\n`)}</dl>
${partial === undefined ? [] : html`<p>${partialText(partial, nameOf)}</p>\n`}</header>
`;
}

function headFacts(
  { organizations, platform, summary }: PlanDocument,
  { environment, commit }: PlanHtmlOptions,
): readonly (readonly [string, Content])[] {
  const { held, blocked, calls, unchanged, reads } = summary;
  const all = Object.entries(organizations).map(([alias, id]) => html`<code>${alias}</code> (${id})<br />`);
  return [
    [all.length === 1 ? "Organization" : "Organizations", all],
    ...(environment ? [["Environment", html`<code>${environment}</code>`] as const] : []),
    ...(commit ? [["Commit", html`<code>${commit}</code>`] as const] : []),
    ["Platform", html`<code>${platform.baseUrl}</code>`],
    ...(held > 0 ? [["Held", html`<b class="delete">${held}</b>`] as const] : []),
    ...(blocked > 0 ? [["Blocked", html`<b class="delete">${blocked}</b>`] as const] : []),
    ["API calls", calls],
    ["Unchanged", unchanged],
    ["Read in", `${reads} ${reads === 1 ? "request" : "requests"}`],
  ];
}

function alertsHtml(document: PlanDocument, view: HtmlView): Content {
  const alerts = planAlerts(document);
  if (alerts.length === 0) return [];
  return html`<section>
<h2>To look at first</h2>
${alerts.map((alert) => alertHtml(alert, view))}</section>
`;
}

function alertHtml({ level, title: what, items }: Alert, view: HtmlView): Markup {
  return html`<section class="alert ${level}">
<h3><span class="level">${level}</span> ${what}</h3>
<ul>
${items.map((item) => html`<li>${sentenceHtml(item, view)}</li>\n`)}</ul>
</section>
`;
}

function footHtml(document: PlanDocument, { given = {} }: PlanHtmlOptions): Markup {
  const { digest, tool, summary } = document;
  const next = hasChanges(summary) ? nextStep(document, { given: sharedOptions(given) }) : undefined;
  return html`<footer>
<p>Digest <code>${digest}</code></p>
${next === undefined ? [] : nextHtml(next)}<p class="dim">Made by ${tool.name} ${tool.version}</p>
</footer>
`;
}

function nextHtml({ says, command }: ReturnType<typeof nextStep>): Markup {
  if (command === undefined) return html`<p>${says}</p>\n`;
  return html`<p>${says}:</p>\n<pre><code>${command}</code></pre>\n`;
}
