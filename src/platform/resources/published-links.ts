import type { SiteSpaceState, SiteState } from "../store/site-state.ts";
import type { OrganizationState } from "../store/state.ts";
import { get, known, rows } from "../store/table.ts";
import type { Caller } from "./caller.ts";

/**
 * The address of a published site; undefined while it is not published. Hosts end in `.docform.example`,
 * which nobody can register: the embedded platform serves no content.
 */
export function publishedSite(organization: OrganizationState, site: SiteState): string | undefined {
  if (!site.published) return undefined;
  if (site.proxy !== undefined) return `https://${site.proxy}/`;
  return originOf(organization, site);
}

/** The address of the site itself, also behind a proxy. */
export function originOf(organization: OrganizationState, site: SiteState): string {
  if (site.hostname !== undefined) return `https://${site.hostname}/`;
  const host = organization.hostname ?? organization.id.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const below = encodeURIComponent(site.basename ?? site.id);
  return organization.customHostname === undefined
    ? `https://${host}.docform.example/${below}/`
    : `https://${organization.customHostname}/${below}/`;
}

/** The address of a share-link site with the secret of a link in it. */
export function sharedSite(
  organization: OrganizationState,
  site: SiteState,
  key: string,
): string | undefined {
  const address = publishedSite(organization, site);
  return address === undefined ? undefined : `${address}${key}/`;
}

/** Does the key belong to an active share link of the site? */
export function opens(site: SiteState, shareKey: string | undefined): boolean {
  return rows(site.shareLinks).some(({ active, key }) => active && key === shareKey);
}

/**
 * The address of a site's content for a caller with this share key. A share-link site has one only with a
 * valid key.
 */
export function contentBase(
  organization: OrganizationState,
  site: SiteState,
  shareKey: string | undefined,
): string | undefined {
  if (site.visibility !== "share-link") return publishedSite(organization, site);
  if (shareKey === undefined || !opens(site, shareKey)) return undefined;
  return sharedSite(organization, site, shareKey);
}

/**
 * The shortest address of a site space below that of its content. What is the default of its list is not named in it, except
 * a default section where the path of its space is also that of a section.
 */
export function siteSpaceAddress(base: string, site: SiteState, siteSpace: SiteSpaceState): string {
  const section = siteSpace.section === undefined ? undefined : known(site.sections, siteSpace.section);
  const own = (section ?? site).defaultSiteSpace === siteSpace.id ? [] : [siteSpace.path];
  const isMeant =
    section?.id !== site.defaultSection || Object.values(site.sections).some(({ path }) => path === own[0]);
  const parts = section !== undefined && isMeant ? [section.path, ...own] : own;
  return base + parts.map((part) => `${encodeURIComponent(part)}/`).join("");
}

/** The first site that publishes a space. */
interface Shown {
  readonly base: string;
  readonly site: SiteState;
  readonly siteSpace: SiteSpaceState;
}

/**
 * The address of a space of an organization, if some site publishes it.
 * Walks every site once: make it once per call, and ask it for each space.
 */
export function publishedSpaces(
  { state }: Pick<Caller, "state">,
  organizationId: string,
  shareKey: string | undefined,
): (spaceId: string) => string | undefined {
  const organization = get(state.organizations, organizationId);
  const found = new Map<string, Shown>();
  for (const site of rows(organization.sites)) {
    const base = contentBase(organization, site, shareKey);
    if (base === undefined) continue;
    for (const siteSpace of Object.values(site.allSiteSpaces)) {
      if (!found.has(siteSpace.space)) found.set(siteSpace.space, { base, site, siteSpace });
    }
  }
  return (spaceId) => {
    const shown = found.get(spaceId);
    return shown && siteSpaceAddress(shown.base, shown.site, shown.siteSpace);
  };
}
