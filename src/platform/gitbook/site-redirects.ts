import { revisionOf } from "../resources/change-requests.ts";
import { findPage } from "../resources/pages.ts";
import { siteSpaceAddress } from "../resources/published-links.ts";
import type { RedirectDestination, RedirectState, SiteState } from "../store/site-state.ts";
import type { State } from "../store/state.ts";
import { entry, known, rows } from "../store/table.ts";

/** The redirect of a path, and the text that goes behind its destination. */
interface Found {
  readonly redirect: RedirectState;
  readonly captured: string;
}

/**
 * The live redirect of a path of a site: that of the path itself, else the longest one with a star. Paths are compared
 * without case (A8 for the order).
 */
export function redirectAt(site: SiteState, path: readonly string[]): Found | undefined {
  const asked = `/${path.map(encodeURIComponent).join("/")}`;
  const found = rows(site.redirects ?? { byId: {}, order: [] }).flatMap((redirect) => {
    const isStar = redirect.source.endsWith("*");
    const start = isStar ? redirect.source.slice(0, -1) : redirect.source;
    const plain = [asked, start].map((text) => text.toLowerCase()) as [string, string];
    const isIt = isStar
      ? plain[0].startsWith(plain[1]) && asked.length > start.length
      : plain[0] === plain[1];
    if (redirect.draft || !isIt) return [];
    const captured = isStar && redirect.captureWildcard ? asked.slice(start.length) : "";
    return [{ redirect, captured, length: isStar ? start.length : Number.POSITIVE_INFINITY }];
  });
  return found.sort((a, b) => b.length - a.length)[0];
}

/** The address of a destination; undefined for one that is no longer there. `base` is the address of the site. */
export function addressOf(
  state: State,
  site: SiteState,
  base: string,
  destination: RedirectDestination,
): string | undefined {
  if (destination.kind === "external") return destination.url;
  const isSection = destination.kind === "site-section";
  const section = isSection ? entry(site.sections, destination.siteSectionId) : undefined;
  const id = isSection ? section?.defaultSiteSpace : destination.siteSpaceId;
  const siteSpace = entry(site.allSiteSpaces, id ?? "");
  if (siteSpace === undefined) return undefined;
  const address = siteSpaceAddress(base, site, siteSpace);
  if (destination.kind !== "site-page") return address;
  const { pages } = revisionOf(known(state.spaces, siteSpace.space));
  const page = findPage(pages, destination.pageId);
  return page && `${address}${page.path}/`;
}
