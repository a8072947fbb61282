import { slugOf, uniqueSlug } from "../../text/slug.ts";
import type { Call, CallAt, Handlers } from "../calls/call.ts";
import {
  conflict,
  invalid,
  nameList,
  noSibling,
  readPosition,
  repeated,
  setGiven,
  setOrClear,
} from "../http/refusal.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { contentBase } from "../resources/published-links.ts";
import {
  appendSection,
  appendSiteSpace,
  childrenOf,
  deleteSection,
  dissolveGroup,
  groupsInOrder,
  hasSections,
  moveSectionNextTo,
  placeSection,
  sectionsInOrder,
} from "../resources/sites.ts";
import type { GroupState, SectionState, SiteState } from "../store/site-state.ts";
import { newId, type State } from "../store/state.ts";
import { entry, known } from "../store/table.ts";
import { type SitePlace, siteSpaceView, spaceFor } from "./site-spaces.ts";

/** The view of sections of a site (2.16) with their site spaces. Create it once for each call. */
export function sectionView(caller: Caller, place: SitePlace, shareKey?: string) {
  const { site, organization } = place;
  const base = contentBase(organization, site, shareKey);
  const showSiteSpace = siteSpaceView(caller, place, shareKey);
  return (shown: SectionState): View<"updateSiteSection"> => {
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
export function appendNewSection(state: State, site: SiteState, title: string): SectionState {
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
export function wrapRoot(state: State, site: SiteState): void {
  if (hasSections(site) || site.siteSpaces.length === 0) return;
  const { siteSpaces, defaultSiteSpace } = site;
  const wrapper = setGiven(appendNewSection(state, site, site.title), { siteSpaces, defaultSiteSpace });
  for (const id of siteSpaces) known(site.allSiteSpaces, id).section = wrapper.id;
  site.siteSpaces = [];
  delete site.defaultSiteSpace;
}

function createSiteSection(call: Call<"createSiteSection">) {
  const { found, state, body } = call;
  const { site, organization } = found;
  const space = spaceFor(state, organization, body.spaceId, "spaceId");
  wrapRoot(state, site);
  const created = appendNewSection(state, site, body.title ?? space.title);
  setOrClear(created, { icon: body.icon });
  appendSiteSpace(state, site, created.id, space);
  return sectionView(call, found)(created);
}

/** Changes the fields of a section that the body gives. */
export function updateSiteSection(
  call: CallAt<"organizationId" | "siteId" | "siteSectionId"> & Pick<Call<"updateSiteSection">, "body">,
) {
  const { site, siteSection: shown } = call.found;
  const { path, title, defaultSiteSpace, ...clearable } = call.body;
  if (path !== undefined && pathIsTaken(site, path, shown.id))
    throw conflict("path", `another section of the site already has ${JSON.stringify(path)}`);
  if (defaultSiteSpace !== undefined && !shown.siteSpaces.includes(defaultSiteSpace))
    throw invalid("defaultSiteSpace", `the section has no site space ${JSON.stringify(defaultSiteSpace)}`);
  setGiven(shown, { path, title, defaultSiteSpace });
  setOrClear(shown, clearable);
  return sectionView(call, call.found)(shown);
}

/** Moves it next to another section, into that one's container; or to the end of its own (A24). */
function move(call: Call<"moveSiteSection">) {
  const { site, siteSection: shown } = call.found;
  const nextTo = readPosition(call.body.position, "siteSection");
  if (nextTo === undefined) appendSection(site, shown, shown.group);
  else {
    const sibling = entry(site.sections, nextTo.id);
    if (sibling === undefined) throw noSibling(nextTo, "is no section of the site");
    if (sibling === shown) throw noSibling(nextTo, "is the section itself");
    moveSectionNextTo(site, shown, sibling, nextTo.side);
  }
  return sectionView(call, call.found)(shown);
}

/**
 * The view of section groups of a site (2.17). `children` are the sections of the group without those of
 * nested groups.
 */
function groupView(caller: Caller, place: SitePlace) {
  const showSection = sectionView(caller, place);
  return (shown: GroupState): View<"updateSiteSectionGroup"> => {
    const { parent, children, ...fields } = shown;
    return {
      object: "site-section-group",
      ...fields,
      ...(parent === undefined ? {} : { sectionGroup: parent }),
      children: children.flatMap((id) => entry(place.site.sections, id) ?? []).map(showSection),
    };
  };
}

function answerGroup(call: CallAt<"organizationId" | "siteId" | "siteSectionGroupId">) {
  return groupView(call, call.found)(call.found.siteSectionGroup);
}

type CreateGroup = CallAt<"organizationId" | "siteId"> & Pick<Call<"createSiteSectionGroup">, "body">;

function checkCreateGroup({ found, body }: CreateGroup): void {
  const { sections = [], parent } = body;
  const unknown = sections.filter((id) => entry(found.site.sections, id) === undefined);
  if (unknown.length > 0) throw invalid("sections", `no sections of the site: ${nameList(unknown)}`);
  const twice = repeated(sections);
  if (twice.length > 0) throw invalid("sections", `given twice: ${nameList(twice)}`);
  if (parent !== undefined && entry(found.site.groups, parent) === undefined)
    throw invalid("parent", `the site has no section group ${JSON.stringify(parent)}`);
}

/** A new group at the end of its parent or the root; the given sections move into it, in that order (A22, A25). */
export function createGroup(call: CreateGroup) {
  checkCreateGroup(call);
  const { found, state, body } = call;
  const { site } = found;
  const created: GroupState = { id: newId(state, "group"), title: body.title, children: [] };
  setGiven(created, { parent: body.parent });
  setOrClear(created, { icon: body.icon });
  site.groups[created.id] = created;
  childrenOf(site, body.parent).push(created.id);
  for (const id of body.sections ?? []) appendSection(site, known(site.sections, id), created.id);
  return groupView(call, found)(created);
}

function addSection(call: Call<"addSectionToGroup">) {
  const { site, siteSectionGroup: shown } = call.found;
  const { sectionId } = call.body;
  const section = entry(site.sections, sectionId);
  if (section === undefined)
    throw invalid("sectionId", `the site has no section ${JSON.stringify(sectionId)}`);
  appendSection(site, section, shown.id);
  return answerGroup(call);
}

/** Operations on the sections of a site (4.12), and on their groups (4.13). */
export const siteSectionHandlers = {
  listSiteSections: (call) =>
    listing(sectionsInOrder(call.found.site), sectionView(call, call.found, call.query.shareKey)),
  createSiteSection: createSiteSection,
  deleteSiteSection: ({ found }) => deleteSection(found.site, found.siteSection),
  updateSiteSection: updateSiteSection,
  moveSiteSection: move,
  listSiteSectionGroups: (call) => listing(groupsInOrder(call.found.site), groupView(call, call.found)),
  createSiteSectionGroup: createGroup,
  deleteSiteSectionGroup: ({ found }) => dissolveGroup(found.site, found.siteSectionGroup),
  updateSiteSectionGroup: (call) => {
    const { title, icon } = call.body;
    setOrClear(setGiven(call.found.siteSectionGroup, { title }), { icon });
    return answerGroup(call);
  },
  addSectionToGroup: addSection,
} satisfies Partial<Handlers>;
