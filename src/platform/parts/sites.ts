import type { z } from "zod";
import {
  type publishedSite as profile,
  type site,
  type siteOperations,
  siteType,
} from "../../contract/parts/sites.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { conflict, invalid, notFound, setGiven, setOrClear } from "../refusal.ts";
import { opens, originOf, publishedSite } from "../resources/published-links.ts";
import { appendSiteSpace, hasSections, newSite, sectionsInOrder } from "../resources/sites.ts";
import type { SiteState } from "../store/site-state.ts";
import type { OrganizationState } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { add, entry, remove, rows } from "../store/table.ts";
import { sectionView } from "./site-sections.ts";
import { type SitePlace, spaceFor } from "./site-spaces.ts";

/** A site as the API shows it (2.15). */
function showSite(
  { baseUrl }: Caller,
  { organization, site: shown }: SitePlace,
): z.output<ReturnType<typeof site>> {
  const { id, type, title, visibility, published, agentsContext, createdAt, proxy } = shown;
  return {
    object: "site",
    ...{ id, type, title, visibility, published, agentsContext, createdAt },
    hostname: shown.hostname,
    basename: shown.basename,
    ...(proxy === undefined ? {} : { proxy: { origin: proxy, target: originOf(organization, shown) } }),
    siteSpaces: Object.keys(shown.allSiteSpaces).length,
    adaptiveContent: { enabled: shown.adaptiveContent },
    urls: {
      location: `${baseUrl}/v1/orgs/${organization.id}/sites/${id}`,
      app: `${baseUrl}/app/orgs/${organization.id}/sites/${id}`,
      published: publishedSite(organization, shown),
    },
  };
}

function answer(call: Caller & { readonly found: SitePlace }) {
  return { status: 200, body: showSite(call, call.found) } as const;
}

/** Sites that publish a space, have exactly a title, are published or not (A7). */
function list(call: Call<typeof siteOperations.listSites>) {
  const { organization } = call.found;
  const { space, title, published } = call.query;
  const sites = rows(organization.sites)
    .filter((shown) => space === undefined || shows(shown, space))
    .filter((shown) => title === undefined || shown.title === title)
    .filter((shown) => published === undefined || shown.published === published);
  return listing(sites, (shown) => showSite(call, { organization, site: shown }));
}

function shows(shown: SiteState, space: string): boolean {
  return Object.values(shown.allSiteSpaces).some((siteSpace) => siteSpace.space === space);
}

/** A new site is basic, public and not published; its spaces are at the root, the first the default (A21). */
function create(call: Call<typeof siteOperations.createSite>) {
  const { state, body, now } = call;
  const { organization } = call.found;
  const { title, type = "basic", visibility } = body;
  if (!siteType.options.some((known) => known === type)) {
    throw invalid("type", `${JSON.stringify(type)} is none of ${siteType.options.join(", ")}`);
  }
  const spaces = (body.spaces ?? []).map((id) => spaceFor(state, organization, id, "spaces"));
  const created = newSite(newId(state, "site"), organization.id, now, { type, title });
  setGiven(created, { visibility });
  add(organization.sites, created);
  for (const space of spaces) appendSiteSpace(state, created, undefined, space);
  return { status: 201, body: showSite(call, { organization, site: created }) } as const;
}

type Update = Call<typeof siteOperations.updateSite>;

function checkBasename(
  organization: OrganizationState,
  shown: SiteState,
  basename: string | undefined,
): void {
  if (basename === undefined) return;
  const other = rows(organization.sites).find((candidate) => candidate.basename === basename);
  if (other === undefined || other === shown) return;
  throw conflict("basename", `the site ${JSON.stringify(other.id)} already has ${JSON.stringify(basename)}`);
}

/** The default site space is one of the root, or of the (new) default section (A28). */
function checkDefaults({ found, body }: Update): void {
  const { site: shown } = found;
  const { defaultSiteSection = shown.defaultSection, defaultSiteSpace } = body;
  const section = defaultSiteSection === undefined ? undefined : entry(shown.sections, defaultSiteSection);
  if (defaultSiteSection !== undefined && section === undefined) {
    throw invalid("defaultSiteSection", `the site has no section ${JSON.stringify(defaultSiteSection)}`);
  }
  if (defaultSiteSpace === undefined || (section ?? shown).siteSpaces.includes(defaultSiteSpace)) return;
  const where = section === undefined ? "root" : `default section ${JSON.stringify(section.id)}`;
  throw invalid("defaultSiteSpace", `the ${where} has no site space ${JSON.stringify(defaultSiteSpace)}`);
}

function update(call: Update) {
  const { organization, site: shown } = call.found;
  const { defaultSiteSpace, defaultSiteSection, proxy, adaptiveContent, ...fields } = call.body;
  checkBasename(organization, shown, fields.basename);
  checkDefaults(call);
  setGiven(shown, {
    ...fields,
    adaptiveContent: adaptiveContent?.enabled,
    defaultSection: defaultSiteSection,
  });
  setOrClear(shown, { proxy });
  const section = shown.defaultSection === undefined ? undefined : shown.sections[shown.defaultSection];
  setGiven(section ?? shown, { defaultSiteSpace });
  return answer(call);
}

function deleteSite({ found }: Call<typeof siteOperations.deleteSite>) {
  const { organization, site: shown } = found;
  if (organization.defaultContent?.site === shown.id) organization.defaultContent = null;
  remove(organization.sites, shown.id);
  return { status: 205 } as const;
}

/** A share-link site shows itself only to the key of an active link, and to admins (5). */
function isOpenTo({ token, query, found }: Call<typeof siteOperations.getPublishedSite>): boolean {
  if (!found.site.published) return false;
  return (
    found.site.visibility !== "share-link" || token.rights === "admin" || opens(found.site, query.shareKey)
  );
}

function getPublished(call: Call<typeof siteOperations.getPublishedSite>) {
  const { site: shown } = call.found;
  if (!isOpenTo(call)) throw notFound("published site for this caller", shown.id);
  const showSection = sectionView(call, call.found, call.query.shareKey);
  const structure = { type: "sections" as const, structure: sectionsInOrder(shown).map(showSection) };
  const body: z.output<ReturnType<typeof profile>> = {
    object: "published-content-site",
    site: showSite(call, call.found),
    ...(hasSections(shown) ? { structure } : {}),
    customizations: { site: { title: shown.title }, siteSpaces: {} },
    scripts: [],
  };
  return { status: 200, body } as const;
}

/** Operations on sites (4.11). */
export const siteHandlers = {
  listSites: list,
  createSite: create,
  getSite: answer,
  updateSite: update,
  deleteSite,
  getPublishedSite: getPublished,
  publishSite: (call) => {
    call.found.site.published = true;
    return answer(call);
  },
} satisfies HandlersOf<typeof siteOperations>;
