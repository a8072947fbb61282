import type { PlanDocument, Step, Unmanaged, Unverifiable } from "../../model/documents/plan-document.ts";
import { rehearsalLine, rehearsalTroubles } from "../plan/plan-rehearsal.ts";
import { unmanagedText } from "../plan/plan-unmanaged.ts";
import { resendOption } from "../plan/plan-unverifiable.ts";
import { sourceText } from "../plan/plan-view.ts";
import { placeText } from "../text/diagnostics-text.ts";
import { valueText } from "../value.ts";
import { counted, kindWords } from "../words.ts";
import { htmlTable } from "./html-table.ts";
import { type Content, html, type Markup } from "./html-text.ts";
import { addressLink, type HtmlView } from "./html-view.ts";

/** What a plan says besides its changes: what is left alone, what cannot be compared, warnings, the rehearsal, calls. */
export function noticesHtml(document: PlanDocument, view: HtmlView): Content {
  return [
    unmanagedHtml(document.unmanaged, view),
    unverifiableHtml(document.unverifiable ?? [], view),
    diagnosticsHtml(document.diagnostics),
    rehearsalHtml(document, view),
    stepsHtml(document.steps, view),
  ];
}

function sectionHtml(title: string, content: Content): Markup {
  return html`<section>
<h2>${title}</h2>
${content}</section>
`;
}

function folded(summary: string, content: Content): Markup {
  return html`<details>
<summary>${summary}</summary>
${content}</details>
`;
}

function unmanagedHtml(unmanaged: readonly Unmanaged[], view: HtmlView): Content {
  const text = unmanagedText(unmanaged);
  if (text === undefined) return [];
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
  if (unverifiable.length === 0) return [];
  const rows = unverifiable.map((one) => [
    html`${addressLink(one.address, view)} <code>${one.field}</code>`,
    one.reason,
    sourceText(one) ?? [],
    html`<code>${resendOption(one, view.nameOf)}</code>`,
  ]);
  const columns = ["Value", "Why", "Declared at", "Sends it again"];
  return sectionHtml("Unverifiable", htmlTable(columns, rows));
}

function diagnosticsHtml(diagnostics: PlanDocument["diagnostics"]): Content {
  if (diagnostics.length === 0) return [];
  const items = diagnostics.map(({ severity, code, message, source, hint }) => {
    const look = severity === "error" ? "delete" : "update";
    const place = source === undefined ? [] : html` (<code>${placeText(source)}</code>)`;
    const next = hint === undefined ? [] : html`<br />${hint}`;
    return html`<li><b class="${look}">${severity} ${code}:</b> ${message}${place}${next}</li>\n`;
  });
  return sectionHtml("Diagnostics", html`<ul>\n${items}</ul>\n`);
}

function rehearsalHtml({ rehearsal }: PlanDocument, view: HtmlView): Content {
  if (rehearsal === undefined) return [];
  const rows = rehearsalTroubles(rehearsal).map(({ mark, address, act, text }) => [
    html`<b class="delete">${mark}</b>`,
    ...(address === undefined ? [] : [addressLink(address, view)]),
    ...(act === undefined ? [] : [html`<code>${act}</code>`]),
    text,
  ]);
  const columns = ["What", "Address", "Call or change", "Answer, or what differs"];
  const troubles = rows.length === 0 ? [] : htmlTable(columns, rows);
  return sectionHtml("Rehearsal", html`<p>${rehearsalLine(rehearsal)}</p>\n${troubles}`);
}

function stepsHtml(steps: readonly Step[], view: HtmlView): Content {
  if (steps.length === 0) return [];
  const rows = steps.map(({ id, address, operation, method, path, after }) => [
    html`<code>${id}</code>`,
    html`<code>${method} ${path}</code>`,
    html`<code>${operation}</code>`,
    addressLink(address, view),
    after.map((one, at) => [at > 0 ? ", " : "", html`<code>${one}</code>`]),
  ]);
  const columns = ["Step", "Call", "Operation", "For", "After"];
  const table = htmlTable(columns, rows, "calls");
  return sectionHtml(
    "Calls",
    folded(`${counted(steps.length, "API call")} in order, each when those it is after are done`, table),
  );
}
