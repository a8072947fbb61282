import {
  type OrganizationStatus,
  organizationStates,
  type StatusDocument,
} from "../../model/documents/status-document.ts";
import { driftCheckText, lastApplyText, statusCounts } from "../units/status-text.ts";
import { counted } from "../words.ts";
import { factsHtml, pageText } from "./html-page.ts";
import { type Content, html, type Markup } from "./html-text.ts";

type State = OrganizationStatus["state"];

/** The class of `html-style.ts` that colours a state. */
const looks = {
  "not read": "delete",
  failed: "delete",
  interrupted: "delete",
  locked: "move",
  "not converged": "update",
  drifted: "update",
  "never applied": "same",
  applied: "create",
} as const satisfies Readonly<Record<State, string>>;

/**
 * The status of organizations as one file for a browser: a grid by state and age. `files` are names of files that lie beside
 * it: each organization leads to `ALIAS.plan.html` and `ALIAS.drift.html` where there are some.
 */
export function renderStatusHtml(document: StatusDocument, files: readonly string[] = []): string {
  const { organizations, at, environment, platform } = document;
  const links = linksIn(files);
  const states = organizationStates.filter((state) => document.counts[state] !== undefined);
  const body = html`<header>
<h1>${statusCounts(document)}</h1>
${factsHtml([
  ["As of", html`<time datetime="${at}">${at}</time>`],
  ["Platform", platform.baseUrl],
  ["Environment", environment],
])}</header>
${states.length > 1 ? html`<nav aria-label="States"><ul class="grid">\n${states.map((state) => jumpHtml(state, document))}</ul></nav>\n` : undefined}<main>
${states.map((state) => stateHtml(state, organizations, links))}</main>
`;
  return pageText({ title: `docform status of ${counted(organizations.length, "organization")}`, body });
}

function jumpHtml(state: State, { counts }: StatusDocument): Markup {
  return html`<li class="${looks[state]}"><a href="#${anchorOf(state)}">${counts[state]} ${state}</a></li>\n`;
}

function anchorOf(state: State): string {
  return state.replaceAll(" ", "-");
}

function stateHtml(
  state: State,
  organizations: readonly OrganizationStatus[],
  links: ReadonlyMap<string, readonly Link[]>,
): Markup {
  const own = organizations.filter((one) => one.state === state);
  return html`<section>
<h2 id="${anchorOf(state)}">${state} (${own.length})</h2>
<ul class="grid">
${own.map((one) => organizationHtml(one, links.get(one.organization) ?? []))}</ul>
</section>
`;
}

function organizationHtml(one: OrganizationStatus, links: readonly Link[]): Markup {
  const { organization, state, lastApply, drift, message, next } = one;
  const lines: readonly Content[] = [
    lastApply && html`<p class="dim">applied ${lastApplyText(one)}</p>`,
    drift && html`<p class="dim">drift ${driftCheckText(one)}${trendText(drift.trend)}</p>`,
    message && html`<p>${message}</p>`,
    next && html`<p>${next.startsWith("docform ") ? html`<code>${next}</code>` : next}</p>`,
    links.length > 0 &&
      html`<p>${links.map(({ href, what }) => html`<a href="${href}">${what} of ${organization}</a> `)}</p>`,
  ].filter((line): line is Markup => line !== undefined && line !== "" && line !== false);
  return html`<li class="${looks[state]}"><h3>${organization}</h3>
${lines.map((line) => html`${line}\n`)}</li>
`;
}

/** The numbers of addresses that differed at earlier looks, the oldest first. */
function trendText(trend: readonly number[]): string {
  return trend.length < 2 ? "" : ` (before: ${trend.slice(0, -1).join(", ")})`;
}

/** A page of an organization beside this one. */
interface Link {
  readonly href: string;
  readonly what: string;
}

/** The pages by alias; one of joined organizations, `a+b.plan.html`, is of each. */
function linksIn(files: readonly string[]): ReadonlyMap<string, readonly Link[]> {
  const links = new Map<string, Link[]>();
  for (const file of [...files].sort()) {
    const [, names = "", what = ""] = /^(.+)\.(drift|plan)\.html$/.exec(file) ?? [];
    for (const alias of names.split("+"))
      links.set(alias, [...(links.get(alias) ?? []), { href: `./${encodeURIComponent(file)}`, what }]);
  }
  return links;
}
