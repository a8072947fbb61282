import type { z } from "zod";
import type { siteSection, siteSectionOperations } from "../../contract/parts/site-sections.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { conflict, invalid, noSibling, readPosition, setGiven, setOrClear } from "../refusal.ts";
import { contentBase } from "../resources/published-links.ts";
import {
  appendSection,
  appendSiteSpace,
  deleteSection,
  hasSections,
  moveSectionNextTo,
  placeSection,
  sectionsInOrder,
} from "../resources/sites.ts";
import type { SectionState, SiteState } from "../store/site-state.ts";
import { slugOf, uniqueSlug } from "../store/slug.ts";
import type { State } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { entry, known } from "../store/table.ts";
import { type SitePlace, siteSpaceView, spaceFor } from "./site-spaces.ts";

type Show = (shown: SectionState) => z.output<ReturnType<typeof siteSection>>;

/** The view of sections of a site (2.16) with their site spaces. Create it once for each call. */
export function sectionView(caller: Caller, place: SitePlace, shareKey?: string): Show {
  const { site, organization } = place;
  const base = contentBase(organization, site, shareKey);
  const showSiteSpace = siteSpaceView(caller, place, shareKey);
  return (shown) => {
    const { group, siteSpaces, defaultSiteSpace, ...fields } = shown;
    const isDefault = site.defaultSection === shown.id;
    const below = isDefault ? "" : `${encodeURIComponent(shown.path)}/`;
    return {
      object: "site-section",
      ...fields,
      default: isDefault,
      ...(group === undefined ? {} : { sectionGroup: group }),
      siteSpaces: siteSpaces.map((id) => showSiteSpace(known(site.allSiteSpaces, id))),
      urls: { published: base === undefined ? undefined : base + below },
    };
  };
}

function pathIsTaken(site: SiteState, path: string, but?: string): boolean {
  return Object.values(site.sections).some((section) => section.id !== but && section.path === path);
}

/** A new section at the end of the root; the first of a site is its default (A22, A23). */
function appendNewSection(state: State, site: SiteState, title: string): SectionState {
  const path = uniqueSlug(slugOf(title, "section"), (slug) => pathIsTaken(site, slug));
  const created: SectionState = { id: newId(state, "section"), title, path, siteSpaces: [] };
  site.sections[created.id] = created;
  placeSection(site, created, undefined);
  site.defaultSection ??= created.id;
  return created;
}

/**
 * Moves site spaces at the root into a section with the title of the site, before the first section is
 * created (A21).
 */
function wrapRoot(state: State, site: SiteState): void {
  if (hasSections(site) || site.siteSpaces.length === 0) return;
  const { siteSpaces, defaultSiteSpace } = site;
  const wrapper = appendNewSection(state, site, site.title);
  wrapper.siteSpaces = siteSpaces;
  setGiven(wrapper, { defaultSiteSpace });
  for (const id of siteSpaces) known(site.allSiteSpaces, id).section = wrapper.id;
  site.siteSpaces = [];
  delete site.defaultSiteSpace;
}

function create(call: Call<typeof siteSectionOperations.createSiteSection>) {
  const { found, state, body } = call;
  const { site, organization } = found;
  const space = spaceFor(state, organization, body.spaceId, "spaceId");
  wrapRoot(state, site);
  const created = appendNewSection(state, site, body.title ?? space.title);
  setOrClear(created, { icon: body.icon });
  appendSiteSpace(state, site, created.id, space);
  return { status: 201, body: sectionView(call, found)(created) } as const;
}

function update(call: Call<typeof siteSectionOperations.updateSiteSection>) {
  const { site, siteSection: shown } = call.found;
  const { path, title, defaultSiteSpace, ...clearable } = call.body;
  if (path !== undefined && pathIsTaken(site, path, shown.id)) {
    throw conflict("path", `another section of the site already has ${JSON.stringify(path)}`);
  }
  if (defaultSiteSpace !== undefined && !shown.siteSpaces.includes(defaultSiteSpace)) {
    throw invalid("defaultSiteSpace", `the section has no site space ${JSON.stringify(defaultSiteSpace)}`);
  }
  setGiven(shown, { path, title, defaultSiteSpace });
  setOrClear(shown, clearable);
  return { status: 200, body: sectionView(call, call.found)(shown) } as const;
}

/** Moves it next to another section, into that one's container; or to the end of its own (A24). */
function move(call: Call<typeof siteSectionOperations.moveSiteSection>) {
  const { site, siteSection: shown } = call.found;
  const nextTo = readPosition(call.body.position, "siteSection");
  if (nextTo === undefined) {
    appendSection(site, shown, shown.group);
  } else {
    const sibling = entry(site.sections, nextTo.id);
    if (sibling === undefined) throw noSibling(nextTo, "is no section of the site");
    if (sibling === shown) throw noSibling(nextTo, "is the section itself");
    moveSectionNextTo(site, shown, sibling, nextTo.side);
  }
  return { status: 200, body: sectionView(call, call.found)(shown) } as const;
}

/** Operations on site sections (4.12). */
export const siteSectionHandlers = {
  listSiteSections: (call) =>
    listing(sectionsInOrder(call.found.site), sectionView(call, call.found, call.query.shareKey)),
  createSiteSection: create,
  deleteSiteSection: ({ found }) => {
    deleteSection(found.site, found.siteSection);
    return { status: 205 };
  },
  updateSiteSection: update,
  moveSiteSection: move,
} satisfies HandlersOf<typeof siteSectionOperations>;
