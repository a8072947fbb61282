import { siteType } from "../../contract/parts/sites.ts";
import { isObject } from "../../text/json.ts";
import type { Call, CallAt, Handlers } from "../calls/call.ts";
import { conflict, invalid, notFound, setGiven, setOrClear } from "../http/refusal.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { opens, originOf, publishedSite } from "../resources/published-links.ts";
import { appendSiteSpace, hasSections, newSite, sectionsInOrder } from "../resources/sites.ts";
import type { SiteState } from "../store/site-state.ts";
import { newId } from "../store/state.ts";
import { add, entry, remove, rows } from "../store/table.ts";
import { sectionView } from "./site-sections.ts";
import { type SitePlace, spaceFor } from "./site-spaces.ts";

/** A site as the API shows it (2.15). */
export function showSite({ baseUrl }: Caller, { organization, site: shown }: SitePlace): View<"getSite"> {
  const { id, type, title, visibility, published, agentsContext, createdAt, proxy, defaultLevel } = shown;
  return {
    object: "site",
    ...{ id, type, title, visibility, published, agentsContext, createdAt },
    ...(defaultLevel === undefined ? {} : { defaultLevel }),
    ...(shown.styleguide === undefined ? {} : { styleguide: { kind: "space", space: shown.styleguide } }),
    hostname: shown.hostname,
    basename: shown.basename,
    ...(shown.gitSync === undefined ? {} : { gitSync: syncedWith(shown.gitSync) }),
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

/** The repository that writes the structure of a site: only the edition gitbook has that. */
function syncedWith(url: string) {
  return { installationId: "install_1", installationProvider: "github", installationStatus: "active", url };
}

function answer(call: CallAt<"organizationId" | "siteId">) {
  return showSite(call, call.found);
}

/** Sites that publish a space, have exactly a title, are published or not (A7), and match. */
export function listSites(call: Call<"listSites">, matches: (shown: SiteState) => boolean = () => true) {
  const { organization } = call.found;
  const { space, title, published } = call.query;
  const sites = rows(organization.sites)
    .filter((shown) => space === undefined || shows(shown, space))
    .filter((shown) => matches(shown) && (title === undefined || shown.title === title))
    .filter((shown) => published === undefined || shown.published === published);
  return listing(sites, (shown) => showSite(call, { organization, site: shown }));
}

function shows(shown: SiteState, space: string): boolean {
  return Object.values(shown.allSiteSpaces).some((siteSpace) => siteSpace.space === space);
}

/**
 * A new site is public and not published; its spaces are at the root, the first the default (A21). `types` are those that
 * it may have; the first is that of a site that is given none.
 */
export function createSite(call: Call<"createSite">, types: readonly string[]) {
  const { state, body, now } = call;
  const { organization } = call.found;
  const { title, type = types[0] ?? "", visibility } = body;
  if (!types.includes(type)) throw invalid("type", `${JSON.stringify(type)} is none of ${types.join(", ")}`);
  const spaces = (body.spaces ?? []).map((id) => spaceFor(state, organization, id, "spaces"));
  const created = newSite(newId(state, "site"), organization.id, now, { type, title });
  setGiven(created, { visibility });
  add(organization.sites, created);
  for (const space of spaces) appendSiteSpace(state, created, undefined, space);
  return showSite(call, { organization, site: created });
}

type Update = CallAt<"organizationId" | "siteId"> & Pick<Call<"updateSite">, "body">;

function checkBasename({ found, body: { basename } }: Update): void {
  const other = rows(found.organization.sites).find((candidate) => candidate.basename === basename);
  if (basename === undefined || other === undefined || other === found.site) return;
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

/** Changes the fields of a site that the body gives. */
export function updateSite(call: Update) {
  const { site: shown } = call.found;
  const { defaultSiteSpace, defaultSiteSection, proxy, adaptiveContent, ...fields } = call.body;
  checkBasename(call);
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

function deleteSite({ found }: Call<"deleteSite">) {
  const { organization, site: shown } = found;
  if (organization.defaultContent?.site === shown.id) organization.defaultContent = null;
  remove(organization.sites, shown.id);
}

/** A share-link site shows itself only to the key of an active link, and to admins (5). */
function isOpenTo({ token, query, found }: Call<"getPublishedSite">): boolean {
  if (!found.site.published) return false;
  const isShared = found.site.visibility === "share-link";
  return !isShared || token.rights === "admin" || opens(found.site, query.shareKey);
}

function getPublished(call: Call<"getPublishedSite">): View<"getPublishedSite"> {
  const { site: shown } = call.found;
  if (!isOpenTo(call)) throw notFound("published site for this caller", shown.id);
  const showSection = sectionView(call, call.found, call.query.shareKey);
  const structure = { type: "sections" as const, structure: sectionsInOrder(shown).map(showSection) };
  return {
    object: "published-content-site",
    site: showSite(call, call.found),
    ...(hasSections(shown) ? { structure } : {}),
    customizations: { site: { title: shown.title }, siteSpaces: {} },
    scripts: [],
  };
}

function showAdaptiveSchema({ found: { site } }: CallAt<"siteId">): View<"getAdaptiveSchema"> {
  if (site.adaptiveSchema === undefined) throw notFound("adaptive schema of a site", site.id);
  return { object: "site-adaptive-schema", ...site.adaptiveSchema };
}

function putAdaptiveSchema(call: Call<"putAdaptiveSchema">) {
  const { jsonSchema } = call.body;
  call.found.site.adaptiveSchema = { jsonSchema, updatedAt: call.now };
  return showAdaptiveSchema(call);
}

/**
 * One condition for each boolean claim in written order, those of `unsigned` last: the claim is true. The
 * description comes from the schema, or its title, or names the claim. Empty without a schema.
 */
function listTemplateConditions({ found }: CallAt<"siteId">) {
  const { unsigned, ...signed } = found.site.adaptiveSchema?.jsonSchema?.properties ?? {};
  return { items: [...conditionsOn("", signed), ...conditionsOn(".unsigned", unsigned?.properties ?? {})] };
}

function conditionsOn(below: string, claims: Readonly<Record<string, unknown>>) {
  return Object.entries(claims).map(([name, claim]) => {
    const { description, title } = isObject(claim) ? claim : {};
    const text = [description, title].find((given) => typeof given === "string");
    return {
      description: text ?? `Visitors with the claim ${name}`,
      condition: `visitor.claims${below}${access(name)} == true`,
    };
  });
}

/** The access to a claim in an expression: `.beta`, or `["is-beta"]` when the name is no identifier. */
function access(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Operations on sites and their adaptive schemas (4.11). A schema that was put cannot be removed (A29). */
export const siteHandlers = {
  listSites: (call) => listSites(call),
  createSite: (call) => createSite(call, siteType.options),
  getSite: answer,
  updateSite: updateSite,
  deleteSite,
  getPublishedSite: getPublished,
  publishSite: (call) => {
    call.found.site.published = true;
    return answer(call);
  },
  getAdaptiveSchema: showAdaptiveSchema,
  putAdaptiveSchema,
  listTemplateConditions,
} satisfies Partial<Handlers>;
