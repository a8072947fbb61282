import type { PlanDocument, Step, Unmanaged, Unverifiable } from "../../model/documents/plan-document.ts";
import { callOfSteps, stepsOfCalls } from "../../planner/calls-of-steps.ts";
import { commandsLike, type GivenOptions } from "../command-to-copy.ts";
import { type Alert, planAlerts } from "../plan/plan-notes.ts";
import { rehearsalLine, rehearsalTroubles, resendOption, unmanagedText } from "../plan/plan-notices.ts";
import { hasChanges, nextStep, partialText, planHeadline, sharedOptions } from "../plan/plan-summary.ts";
import { aliases, sourceText } from "../plan/plan-view.ts";
import { placeText } from "../text/diagnostics-text.ts";
import { valueText } from "../value.ts";
import { counted, kindWords } from "../words.ts";
import { accessHtml } from "./html-access.ts";
import { changesHtml } from "./html-changes.ts";
import { filterHtml, pageScript, scriptDigest } from "./html-filter.ts";
import { factsHtml, pageText, sectionHtml } from "./html-page.ts";
import {
  addressLink,
  type Content,
  type HtmlView,
  html,
  htmlTable,
  htmlView,
  type Markup,
  sentenceHtml,
} from "./html-text.ts";

interface PlanHtmlOptions {
  readonly environment?: string;
  readonly commit?: string;
  /** The options of the command line that made the plan. */
  readonly given?: GivenOptions;
}

/** The whole plan as one file for a browser, which needs nothing else; with a newline at the end. */
export function renderPlanHtml(document: PlanDocument, options: PlanHtmlOptions = {}): string {
  const view = htmlView(document);
  const body = html`${headHtml(document, options, view)}<main>
${[
  alertsHtml(document, view, options.given),
  accessHtml(document, view),
  filterHtml(document, view),
  changesHtml(document, view),
  unmanagedHtml(document.unmanaged, view),
  unverifiableHtml(document.unverifiable ?? [], view),
  diagnosticsHtml(document.diagnostics),
  rehearsalHtml(document, view),
  stepsHtml(document.steps, view),
]}</main>
${footHtml(document, options)}`;
  const script = { markup: pageScript, digest: scriptDigest };
  return pageText({ title: title(document, options), body, script });
}

function title(document: PlanDocument, { environment }: PlanHtmlOptions): string {
  const names = `docform plan of ${aliases(document).join(", ")}`;
  return environment ? `${names} (${environment})` : names;
}

function headHtml(document: PlanDocument, options: PlanHtmlOptions, { nameOf }: HtmlView): Markup {
  const { partial } = document;
  return html`<header>
<h1>${planHeadline(document)}</h1>
${factsHtml(headFacts(document, options))}${partial && html`<p>${partialText(partial, nameOf)}</p>\n`}</header>
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
    ["Environment", environment && html`<code>${environment}</code>`],
    ["Commit", commit && html`<code>${commit}</code>`],
    ["Platform", html`<code>${platform.baseUrl}</code>`],
    ["Held", held > 0 ? html`<b class="delete">${held}</b>` : undefined],
    ["Blocked", blocked > 0 ? html`<b class="delete">${blocked}</b>` : undefined],
    ["API calls", calls],
    ["Unchanged", unchanged],
    ["Read in", counted(reads, "request")],
  ];
}

function alertsHtml(document: PlanDocument, view: HtmlView, given: GivenOptions = {}): Content {
  const alerts = planAlerts(document, commandsLike(sharedOptions(given))).map((alert) =>
    alertHtml(alert, view),
  );
  return alerts.length === 0 ? undefined : sectionHtml("Review these first", alerts);
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
${next && nextHtml(next)}<p class="dim">Made by ${tool.name} ${tool.version}</p>
</footer>
`;
}

function nextHtml({ says, command }: ReturnType<typeof nextStep>): Markup {
  if (command === undefined) return html`<p>${says}</p>\n`;
  return html`<p>${says}:</p>\n<pre><code>${command}</code></pre>\n`;
}

function folded(summary: string, content: Content): Markup {
  return html`<details>
<summary>${summary}</summary>
${content}</details>
`;
}

function unmanagedHtml(unmanaged: readonly Unmanaged[], view: HtmlView): Content {
  const text = unmanagedText(unmanaged);
  if (text === undefined) return undefined;
  const rows = unmanaged.map(({ kind, title, id, parent }) => [
    valueText(title, Number.POSITIVE_INFINITY),
    kindWords(kind)[0],
    html`<code>${id}</code>`,
    html`<code>${view.nameOf(parent)}</code>`,
  ]);
  const table = htmlTable(["Title", "Kind", "Id", "In"], rows);
  return sectionHtml("Unmanaged", folded(`${text} and left alone`, table));
}

function unverifiableHtml(unverifiable: readonly Unverifiable[], view: HtmlView): Content {
  if (unverifiable.length === 0) return undefined;
  const rows = unverifiable.map((one) => [
    html`${addressLink(one.address, view)} <code>${one.field}</code>`,
    one.reason,
    sourceText(one),
    html`<code>${resendOption(one, view.nameOf)}</code>`,
  ]);
  const columns = ["Value", "Why", "Declared at", "Sends it again"];
  return sectionHtml("Unverifiable", htmlTable(columns, rows));
}

function diagnosticsHtml(diagnostics: PlanDocument["diagnostics"]): Content {
  if (diagnostics.length === 0) return undefined;
  const items = diagnostics.map(({ severity, code, message, source, hint }) => {
    const look = severity === "error" ? "delete" : "update";
    const place = source && html` (<code>${placeText(source)}</code>)`;
    const next = hint && html`<br />${hint}`;
    return html`<li><b class="${look}">${severity} ${code}:</b> ${message}${place}${next}</li>\n`;
  });
  return sectionHtml("Diagnostics", html`<ul>\n${items}</ul>\n`);
}

function rehearsalHtml({ rehearsal }: PlanDocument, view: HtmlView): Content {
  if (rehearsal === undefined) return undefined;
  const rows = rehearsalTroubles(rehearsal).map(({ mark, address, act, text }) => [
    html`<b class="delete">${mark}</b>`,
    ...(address === undefined ? [] : [addressLink(address, view)]),
    ...(act === undefined ? [] : [html`<code>${act}</code>`]),
    text,
  ]);
  const columns = ["What", "Address", "Call or change", "Answer, or what differs"];
  const troubles = rows.length === 0 ? undefined : htmlTable(columns, rows);
  return sectionHtml("Rehearsal", html`<p>${rehearsalLine(rehearsal)}</p>\n${troubles}`);
}

function stepsHtml(steps: readonly Step[], view: HtmlView): Content {
  if (steps.length === 0) return undefined;
  const rows = stepsOfCalls(steps).map((own) => {
    const { method, path, operation, after } = callOfSteps(own);
    return [
      idsHtml(own.map(({ id }) => id)),
      html`<code>${method} ${path}</code>`,
      html`<code>${operation}</code>`,
      own.map(({ address }, at) => [at > 0 ? ", " : "", addressLink(address, view)]),
      idsHtml(after),
    ];
  });
  const columns = ["Step", "Call", "Operation", "For", "After"];
  const table = htmlTable(columns, rows, "calls");
  return sectionHtml(
    "Calls",
    folded(`${counted(rows.length, "API call")} in order, each when those it is after are done`, table),
  );
}

function idsHtml(ids: readonly string[]): Content {
  return ids.map((one, at) => [at > 0 ? ", " : "", html`<code>${one}</code>`]);
}
