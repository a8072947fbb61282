import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { auditText } from "../audit-view.ts";
import { type Difference, differencesIn } from "../differences.ts";
import {
  accessFirst,
  type DriftOptions,
  driftGroups,
  driftHeadline,
  organizationsOf,
  type Remedy,
  type RemedyView,
  remedyView,
  where,
} from "../drift-view.ts";
import { sourceText } from "../plan/plan-view.ts";
import { undeclaredSentence, undeclaredTitle } from "../undeclared-view.ts";
import { valueText } from "../value.ts";
import { waitingLists } from "../waiting-view.ts";
import { kindWords } from "../words.ts";
import { factsHtml, pageText, sectionHtml } from "./html-page.ts";
import { type Content, html, htmlTable, type Markup, sentenceHtml } from "./html-text.ts";

interface DriftHtmlOptions extends DriftOptions {
  readonly environment?: string | undefined;
  readonly commit?: string | undefined;
}

/** Drift as one file for a browser, by side and access first; with a newline at the end. */
export function renderDriftHtml(document: DriftDocument, options: DriftHtmlOptions = {}): string {
  const { organizations = organizationsOf(document), environment, commit } = options;
  const view = remedyView(document, options);
  const differences = differencesIn(document);
  const groups = Object.entries(driftGroups).map(([side, title]) =>
    groupHtml(
      title,
      differences.filter((one) => one.side === side),
      view,
    ),
  );
  const body = html`<header>
<h1>${driftHeadline(document)}</h1>
${factsHtml([
  [organizations.length === 1 ? "Organization" : "Organizations", organizations.join(", ")],
  ["Environment", environment],
  ["Commit", commit && html`<code>${commit}</code>`],
])}</header>
<main>
${groups}${undeclaredHtml(document, view)}${waitingHtml(document, view)}${unmanagedHtml(document, view)}${auditText(document).map((line) => html`<p class="dim">${line}</p>\n`)}</main>
`;
  return pageText({ title: `docform drift of ${organizations.join(", ")}`, body });
}

function groupHtml(title: string, differences: readonly Difference[], view: RemedyView): Content {
  if (differences.length === 0) return undefined;
  const articles = differences.map((one) => differenceHtml(one, view));
  return sectionHtml(`${title} (${differences.length})`, articles);
}

function differenceHtml(difference: Difference, view: RemedyView): Markup {
  const { address, impact, said, by, fields, remedies } = difference;
  const source = sourceText(difference);
  const rows = fields.map(({ path, text, side }) => [
    html`<code>${path}</code>`,
    html`<code>${text}</code>`,
    side === "unknown" ? "" : where[side],
  ]);
  return html`<article>
<h3>${accessHtml(impact)}<code>${view.nameOf(address)}</code></h3>
${source && html`<p class="dim">declared at <code>${source}</code></p>\n`}${
  rows.length === 0 ? html`<p>${said}</p>\n` : htmlTable(["Field", "Declared → live", "Changed"], rows)
}${by && html`<p>${by}</p>\n`}<ul>
${remedies(view).map(wayHtml)}</ul>
</article>
`;
}

function wayHtml({ aim, command, advice = "" }: Remedy): Markup {
  const what = command === undefined ? advice : html`<code>${command}</code>`;
  return html`<li>${aim}: ${what}</li>\n`;
}

function accessHtml(impact: Difference["impact"]): Content {
  return impact === "high" ? html`<span class="mark delete">access</span> ` : undefined;
}

function undeclaredHtml({ noLongerDeclared = [] }: DriftDocument, view: RemedyView): Content {
  if (noLongerDeclared.length === 0) return undefined;
  const shown = { nameOf: view.nameOf, anchors: new Map<string, string>() };
  const items = noLongerDeclared.map(
    (one) => html`<li>${sentenceHtml(undeclaredSentence(one, view), shown)}</li>\n`,
  );
  return sectionHtml(`${undeclaredTitle} (${noLongerDeclared.length})`, html`<ul>\n${items}</ul>\n`);
}

function waitingHtml({ waiting }: DriftDocument, { nameOf }: RemedyView): Content {
  const shown = { nameOf, anchors: new Map<string, string>() };
  return waitingLists(waiting).map(({ title, sentences }) => {
    const items = sentences.map((one) => html`<li>${sentenceHtml(one, shown)}</li>\n`);
    return sectionHtml(`${title} (${sentences.length})`, html`<ul>\n${items}</ul>\n`);
  });
}

function unmanagedHtml({ unmanaged }: DriftDocument, { nameOf }: RemedyView): Content {
  if (unmanaged.length === 0) return undefined;
  const rows = accessFirst(unmanaged).map(({ kind, title, id, parent, impact }) => [
    html`${accessHtml(impact)}${valueText(title, Number.POSITIVE_INFINITY)}`,
    kindWords(kind)[0],
    html`<code>${id}</code>`,
    html`<code>${nameOf(parent)}</code>`,
  ]);
  const table = htmlTable(["Title", "Kind", "Id", "In"], rows);
  return sectionHtml(`New on the platform, and not in the manifests (${unmanaged.length})`, table);
}
