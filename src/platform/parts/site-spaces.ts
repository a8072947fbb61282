import type { Call, CallAt, Handlers } from "../calls/call.ts";
import {
  conflict,
  invalid,
  noSibling,
  Refusal,
  readPosition,
  setGiven,
  setOrClear,
} from "../http/refusal.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { contentBase, siteSpaceAddress } from "../resources/published-links.ts";
import {
  appendSiteSpace,
  deleteSiteSpace,
  hasSections,
  listOf,
  pathIsTaken,
  siteSpacesInOrder,
} from "../resources/sites.ts";
import type { SiteSpaceState, SiteState } from "../store/site-state.ts";
import { liveSpace, type OrganizationState, type SpaceState, type State } from "../store/state.ts";
import { entry, known, removeItem } from "../store/table.ts";
import { spaceView } from "./spaces.ts";

/** The site in the path of a call, with its organization. */
export type SitePlace = CallAt<"organizationId" | "siteId">["found"];

/** The view of site spaces of a site (2.18), with the whole space. Create it once for each call. */
export function siteSpaceView(caller: Caller, { organization, site }: SitePlace, shareKey?: string) {
  const base = contentBase(organization, site, shareKey);
  const showSpace = spaceView(caller, organization.id, shareKey);
  return ({ customization: _, ...shown }: SiteSpaceState): View<"updateSiteSpace"> => {
    const space = known(caller.state.spaces, shown.space);
    return {
      object: "site-space",
      ...shown,
      space: showSpace(space),
      title: shown.title ?? space.title,
      default: listOf(site, shown).defaultSiteSpace === shown.id,
      hasAdvancedCustomizationFeature: false,
      urls: { published: base === undefined ? undefined : siteSpaceAddress(base, site, shown) },
    };
  };
}

/** The space that a body names by this field; 400 unless it is one of the organization, and not deleted. */
export function spaceFor(
  state: State,
  organization: OrganizationState,
  id: string,
  field: string,
): SpaceState {
  const space = liveSpace(state, organization, id);
  if (space === undefined) throw invalid(field, `the organization has no space ${JSON.stringify(id)}`);
  return space;
}

function listSiteSpaces(call: Call<"listSiteSpaces">) {
  const { site } = call.found;
  const { default: wanted, shareKey } = call.query;
  const isWanted = (shown: SiteSpaceState) =>
    wanted === undefined || (listOf(site, shown).defaultSiteSpace === shown.id) === wanted;
  return listing(siteSpacesInOrder(site).filter(isWanted), siteSpaceView(call, call.found, shareKey));
}

/** The section that a new site space goes to: the given one, the default one, or none. */
export function sectionFor(site: SiteState, id: string | undefined): string | undefined {
  if (id === undefined) return hasSections(site) ? site.defaultSection : undefined;
  if (entry(site.sections, id) !== undefined) return id;
  throw invalid("sectionId", `the site has no section ${JSON.stringify(id)}`);
}

function createSiteSpace(call: Call<"createSiteSpace">) {
  const { found, state, body } = call;
  const section = sectionFor(found.site, body.sectionId);
  const space = spaceFor(state, found.organization, body.spaceId, "spaceId");
  const created = appendSiteSpace(state, found.site, section, space);
  return siteSpaceView(call, found)(created);
}

function updateSiteSpace(call: Call<"updateSiteSpace">) {
  const { organization, site, siteSpace: shown } = call.found;
  const { path, condition, hidden, spaceId } = call.body;
  if (path !== undefined && pathIsTaken(site, listOf(site, shown), path, shown.id)) {
    throw conflict("path", `another site space already has ${JSON.stringify(path)}`);
  }
  const space = spaceId === undefined ? undefined : spaceFor(call.state, organization, spaceId, "spaceId").id;
  setGiven(shown, { path, hidden, space });
  setOrClear(shown, { condition });
  return siteSpaceView(call, call.found)(shown);
}

/** Moves it inside its container: next to a sibling, or to the end (A24). */
function move(call: Call<"moveSiteSpace">) {
  const { site, siteSpace: shown } = call.found;
  const { siteSpaces } = listOf(site, shown);
  const nextTo = readPosition(call.body.position, "siteSpace");
  if (nextTo?.id === shown.id) throw noSibling(nextTo, "is the site space itself");
  if (nextTo !== undefined && !siteSpaces.includes(nextTo.id)) {
    throw noSibling(nextTo, shown.section ? "is not in the same section" : "is not at the root of the site");
  }
  removeItem(siteSpaces, shown.id);
  const index = nextTo === undefined ? siteSpaces.length : siteSpaces.indexOf(nextTo.id);
  siteSpaces.splice(nextTo?.side === "after" ? index + 1 : index, 0, shown.id);
  return siteSpaceView(call, call.found)(shown);
}

function remove({ found }: Call<"deleteSiteSpace">) {
  const { site, siteSpace: shown } = found;
  if (shown.section !== undefined && listOf(site, shown).siteSpaces.length === 1) {
    throw new Refusal(400, "A section keeps at least one site space; delete the section instead.");
  }
  deleteSiteSpace(site, shown);
}

/** Operations on site spaces (4.14). */
export const siteSpaceHandlers = {
  listSiteSpaces: listSiteSpaces,
  createSiteSpace: createSiteSpace,
  deleteSiteSpace: remove,
  updateSiteSpace: updateSiteSpace,
  moveSiteSpace: move,
} satisfies Partial<Handlers>;
