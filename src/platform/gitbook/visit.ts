import { decoded } from "../../text/percent-encoding.ts";
import type { ApiAnswer } from "../http/raw.ts";
import { revisionOf } from "../resources/change-requests.ts";
import { placedPages } from "../resources/pages.ts";
import { contentBase, siteSpaceAddress } from "../resources/published-links.ts";
import type { SiteSpaceState, SiteState } from "../store/site-state.ts";
import type { State } from "../store/state.ts";
import { entry, known, rows } from "../store/table.ts";
import { formerlyAt } from "./former-paths.ts";
import { addressOf, redirectAt } from "./site-redirects.ts";

/** Answers a visitor of a published site, at a path of the platform; undefined for a path that is none of a site. */
export type Visit = (state: State, baseUrl: string, path: string) => ApiAnswer | undefined;

/** The addresses of published sites are below this path, without their `https://`. */
const prefix = "/published/";

/** A published site, with the address that is asked for below its own. */
interface Visited {
  readonly site: SiteState;
  /** Its address, with a slash at its end. */
  readonly base: string;
  readonly path: readonly string[];
}

/**
 * Answers as the service does: content 200; an address that something had before, or that is longer than it need be, 307;
 * then the redirects of the site, which never hide content; all else 404. No page is sent: only the ids that are shown.
 */
export const visit: Visit = (state, baseUrl, path) => {
  if (!path.startsWith(prefix)) return undefined;
  const visited = visitedAt(state, path.slice(prefix.length));
  if (visited === undefined) return nothing;
  const found = contentAt(state, visited, noOther) ?? contentAt(state, visited, formerlyAt);
  if (found === undefined) return redirected(state, baseUrl, visited) ?? nothing;
  const asked = visited.base + visited.path.map((part) => `${encodeURIComponent(part)}/`).join("");
  if (found.address !== asked) return leading(307, placeOf(baseUrl, found.address));
  const { id, space } = found.siteSpace;
  return { status: 200, headers: {}, body: { site: visited.site.id, siteSpace: id, space } };
};

const nothing: ApiAnswer = {
  status: 404,
  headers: {},
  body: { error: { code: 404, message: "There is no such page." } },
};

function leading(status: 307 | 308, location: string): ApiAnswer {
  return { status, headers: { location } };
}

/** A permanent redirect is 308 for visitors of a public site, and 307 for others. */
function redirected(state: State, baseUrl: string, { site, base, path }: Visited): ApiAnswer | undefined {
  const found = redirectAt(site, path);
  const to = found && addressOf(state, site, base, found.redirect.destination);
  if (found === undefined || to === undefined) return undefined;
  const status = found.redirect.permanent && site.visibility === "public" ? 308 : 307;
  const isHere = to.startsWith(base);
  return leading(status, (isHere ? placeOf(baseUrl, to) : to) + found.captured);
}

/** Where the platform answers at an address of a site of its own. */
function placeOf(baseUrl: string, address: string): string {
  return baseUrl + prefix + address.replace("https://", "");
}

/** The site whose address is the longest that an address begins with. A share link is a part of that address. */
function visitedAt(state: State, address: string): Visited | undefined {
  const asked = address.endsWith("/") ? address : `${address}/`;
  const found = rows(state.organizations).flatMap((organization) =>
    rows(organization.sites).flatMap((site) => {
      const keys = [undefined, ...rows(site.shareLinks).map(({ key }) => key)];
      const bases = keys.flatMap((key) => contentBase(organization, site, key) ?? []);
      return bases
        .filter((base) => `https://${asked}`.startsWith(base))
        .map((base) => ({ site, base, path: partsOf(asked.slice(base.length - "https://".length)) }));
    }),
  );
  return found.sort((a, b) => b.base.length - a.base.length)[0];
}

function partsOf(path: string): readonly string[] {
  return path.split("/").flatMap((part) => (part === "" ? [] : [decoded(part)]));
}

/** Finds the item of a list that is meant by a part of a path which none of it has now. */
type Otherwise = (site: SiteState, ids: readonly string[], part: string) => string | undefined;

const noOther: Otherwise = () => undefined;

/**
 * The content at an address, with the shortest address of it. A part that is no path of an item of a list belongs to its
 * default item.
 */
function contentAt(
  state: State,
  { site, base, path }: Visited,
  otherwise: Otherwise,
): { readonly siteSpace: SiteSpaceState; readonly address: string } | undefined {
  const itemIn = <T extends { readonly path: string; readonly draft?: boolean }>(
    all: Readonly<Record<string, T>>,
    ids: readonly string[],
    part: string | undefined,
    orElse = otherwise,
  ): T | undefined => {
    if (part === undefined) return undefined;
    const shown = ids.filter((id) => known(all, id).draft !== true);
    const id = shown.find((one) => known(all, one).path === part) ?? orElse(site, shown, part);
    return id === undefined ? undefined : known(all, id);
  };
  const home = entry(site.sections, site.defaultSection ?? "") ?? site;
  // A former path of a section leads on no more where a space has it now.
  const isTaken = home.siteSpaces.some((id) => known(site.allSiteSpaces, id).path === path[0]);
  const sections = Object.keys(site.sections);
  const section = itemIn(site.sections, sections, path[0], isTaken ? noOther : otherwise);
  const below = path.slice(section === undefined ? 0 : 1);
  const list = section ?? home;
  const named = itemIn(site.allSiteSpaces, list.siteSpaces, below[0]);
  const siteSpace = named ?? entry(site.allSiteSpaces, list.defaultSiteSpace ?? "");
  const page = below.slice(named === undefined ? 0 : 1);
  if (siteSpace === undefined || !hasPage(state, siteSpace, page.join("/"))) return undefined;
  const rest = page.map((part) => `${encodeURIComponent(part)}/`).join("");
  return { siteSpace, address: siteSpaceAddress(base, site, siteSpace) + rest };
}

/** Does a space have a page at a path below its own address, which is its first page? */
function hasPage(state: State, siteSpace: SiteSpaceState, path: string): boolean {
  if (path === "") return true;
  const { pages } = revisionOf(known(state.spaces, siteSpace.space));
  return placedPages(pages).some((page) => page.path === path);
}
