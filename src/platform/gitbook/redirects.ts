import type { gitbookRedirectOperations } from "../../contract/gitbook/redirects.ts";
import type { AnswerOf, BodyOf, ItemOf } from "../../contract/operation.ts";
import { decoded } from "../../text/percent-encoding.ts";
import type { CallOf, HandlersOf } from "../calls/call.ts";
import { conflict, invalid, notFound, Refusal, setGiven } from "../http/refusal.ts";
import { listing } from "../resources/caller.ts";
import { revisionOf } from "../resources/change-requests.ts";
import { placedPages } from "../resources/pages.ts";
import { contentBase } from "../resources/published-links.ts";
import type { RedirectDestination, RedirectState, SiteState } from "../store/site-state.ts";
import { newId, type State } from "../store/state.ts";
import { add, emptyTable, entry, known, remove, rows, type Table } from "../store/table.ts";
import { addressOf, redirectAt } from "./site-redirects.ts";

type Operations = typeof gitbookRedirectOperations;
type Given = BodyOf<Operations["createSiteRedirect"]>["destination"];
type Item = BodyOf<Operations["putSiteRedirects"]>["redirects"][number];
type Result = AnswerOf<Operations["putSiteRedirects"]>["results"][number];
type BulkCall = CallOf<Operations["putSiteRedirects"]>;

function tableOf(site: SiteState): Table<RedirectState> {
  site.redirects ??= emptyTable();
  return site.redirects;
}

function show(redirect: RedirectState): ItemOf<Operations["listSiteRedirects"]> {
  return { object: "site-redirect", ...redirect };
}

/** The redirect of a source, live or draft; sources are compared without case. */
function at(site: SiteState, source: string, draft: boolean): RedirectState | undefined {
  const wanted = source.toLowerCase();
  return rows(tableOf(site)).find((one) => one.draft === draft && one.source.toLowerCase() === wanted);
}

/** The destination as it is kept. Refuses what the site does not have. */
function kept(state: State, site: SiteState, given: Given): RedirectDestination {
  if (given.kind === "external") return given;
  if (given.kind === "path") return keptPage(state, site, given);
  const isThere =
    given.kind === "site-section"
      ? entry(site.sections, given.siteSectionId) !== undefined
      : entry(site.allSiteSpaces, given.siteSpaceId) !== undefined;
  if (!isThere) throw invalid("destination", "the site has no such section or site space");
  return given;
}

function keptPage(
  state: State,
  site: SiteState,
  given: Extract<Given, { kind: "path" }>,
): RedirectDestination {
  const shown = Object.values(site.allSiteSpaces).find(({ space }) => space === given.spaceId);
  const pages = shown && revisionOf(known(state.spaces, shown.space)).pages;
  const placed = pages && placedPages(pages).find(({ path }) => path === given.path);
  if (shown === undefined || placed === undefined) throw invalid("destination", "the site has no such page");
  return { kind: "site-page", siteSpaceId: shown.id, pageId: placed.page.id };
}

/** The fields of a redirect that a caller gives. */
type Fields = Omit<RedirectState, "id" | "createdAt" | "updatedAt">;

function addTo(
  { state, now, found }: BulkCall | CallOf<Operations["createSiteRedirect"]>,
  fields: Fields,
): RedirectState {
  const created = { id: newId(state, "redirect"), ...fields, createdAt: now };
  return add(tableOf(found.site), created);
}

function create(call: CallOf<Operations["createSiteRedirect"]>) {
  const { body, found, state } = call;
  const { source, draft = false, captureWildcard = false, permanent = false } = body;
  if (at(found.site, source, draft) !== undefined)
    throw conflict("source", "there is a redirect of it already");
  const destination = kept(state, found.site, body.destination);
  return show(addTo(call, { source, draft, captureWildcard, permanent, destination }));
}

function update(call: CallOf<Operations["updateSiteRedirect"]>) {
  const { siteRedirect, site } = call.found;
  const { destination, ...fields } = call.body;
  const other = at(site, fields.source ?? siteRedirect.source, fields.draft ?? siteRedirect.draft);
  if (other !== undefined && other !== siteRedirect)
    throw conflict("source", "there is a redirect of it already");
  const to = destination && kept(call.state, site, destination);
  return show(setGiven(siteRedirect, { ...fields, destination: to, updatedAt: call.now }));
}

/** The redirect of one item, created, changed or deleted. */
function put(call: BulkCall, item: Item): Result {
  const { site } = call.found;
  const { source } = item;
  if (item.intent === "publish") return publish(call, source);
  const draft = item.intent === "draft";
  const there = at(site, source, draft);
  const { destination, captureWildcard = false, permanent = false } = item;
  if (destination === null) {
    if (there === undefined) throw notFound("redirect", source);
    remove(tableOf(site), there.id);
    return { status: "deleted", source, draft };
  }
  const fields = {
    source,
    draft,
    captureWildcard,
    permanent,
    destination: kept(call.state, site, destination),
  };
  if (there === undefined) return { status: "created", source, draft, id: addTo(call, fields).id };
  setGiven(there, { ...fields, updatedAt: call.now });
  return { status: "updated", source, draft, id: there.id };
}

/** The draft takes the place of the live one. */
function publish({ found: { site }, now }: BulkCall, source: string): Result {
  const draft = at(site, source, true);
  if (draft === undefined) throw notFound("draft redirect", source);
  const live = at(site, source, false);
  if (live !== undefined) remove(tableOf(site), live.id);
  setGiven(draft, { draft: false, updatedAt: now });
  return { status: "published", source, draft: false, id: draft.id };
}

/** An item that is refused changes nothing, and the others are done. */
function putAll(call: BulkCall): AnswerOf<Operations["putSiteRedirects"]> {
  const results = call.body.redirects.map((item): Result => {
    try {
      return put(call, item);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      const draft = item.intent === "draft";
      return { status: "error", source: item.source, draft, error: problem.message };
    }
  });
  return { results };
}

function resolve({ found, state, query }: CallOf<Operations["resolveSiteRedirect"]>) {
  const { organization, site } = found;
  const path = query.source.split("/").slice(1).map(decoded);
  const answer = redirectAt(site, path);
  const base = contentBase(organization, site, query.shareKey) ?? "";
  const target = answer && addressOf(state, site, base, answer.redirect.destination);
  if (answer === undefined || target === undefined) throw notFound("redirect", query.source);
  return { redirect: show(answer.redirect), target: target + answer.captured };
}

/** Operations on the redirects of a site. The newest comes first, as the published document says. */
export const gitbookRedirectHandlers: HandlersOf<Operations> = {
  listSiteRedirects: ({ found, query }) => {
    const { draft = false, search = "" } = query;
    const shown = rows(tableOf(found.site)).filter(
      (one) => one.draft === draft && one.source.includes(search),
    );
    return listing(query.orderBy === "source" ? bySource(shown) : shown.toReversed(), show);
  },
  createSiteRedirect: create,
  putSiteRedirects: putAll,
  updateSiteRedirect: update,
  deleteSiteRedirect: ({ found }) => remove(tableOf(found.site), found.siteRedirect.id),
  resolveSiteRedirect: resolve,
};

function bySource(redirects: readonly RedirectState[]): RedirectState[] {
  return [...redirects].sort((a, b) => (a.source < b.source ? -1 : 1));
}
