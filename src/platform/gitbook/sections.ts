import { type GitbookCall, withBody } from "../calls/call.ts";
import { invalid, setGiven, setOrClear } from "../http/refusal.ts";
import {
  appendNewSection,
  createGroup,
  sectionView,
  updateSiteSection,
  wrapRoot,
} from "../parts/site-sections.ts";
import type { SitePlace } from "../parts/site-spaces.ts";
import { type Caller, listing } from "../resources/caller.ts";
import { appendGroup, appendSection, appendSiteSpace, groupsInOrder, linkOf } from "../resources/sites.ts";
import type { GroupState, LinkState, SiteState } from "../store/site-state.ts";
import { entry, known } from "../store/table.ts";
import { keepFormerPath } from "./former-paths.ts";
import { spaceShown } from "./site-spaces.ts";

/** The view of section groups with everything in them, groups included. Create it once for each call. */
export function gitbookGroupView(caller: Caller, place: SitePlace) {
  const showSection = sectionView(caller, place);
  const { sections, groups } = place.site;
  const show = ({ parent, children, ...fields }: GroupState): GroupAnswer => ({
    object: "site-section-group",
    ...fields,
    ...(parent === undefined ? {} : { sectionGroup: parent }),
    sections: children.flatMap((id) => entry(sections, id) ?? []).map(showSection),
    children: children.map((id) => {
      const group = entry(groups, id);
      const link = linkOf(place.site, id);
      if (group !== undefined) return show(group);
      return link === undefined ? showSection(known(sections, id)) : linkView(link);
    }),
  });
  return show;
}

/** The view of an external link. */
export function linkView({ group, ...fields }: LinkState) {
  return {
    object: "site-external-link" as const,
    ...fields,
    ...(group === undefined ? {} : { sectionGroup: group }),
  };
}

type GroupAnswer = Omit<GroupState, "parent" | "children"> & {
  readonly object: "site-section-group";
  readonly sectionGroup?: string;
  readonly sections: ReturnType<ReturnType<typeof sectionView>>[];
  readonly children: (
    | ReturnType<ReturnType<typeof sectionView>>
    | ReturnType<typeof linkView>
    | GroupAnswer
  )[];
};

/** The group that a body names by this field; undefined for the root. 400 for one that is not there. */
export function groupFor(
  site: SiteState,
  id: string | null | undefined,
  field: string,
): GroupState | undefined {
  if (id === null || id === undefined) return undefined;
  const group = entry(site.groups, id);
  if (group === undefined) throw invalid(field, `the site has no section group ${JSON.stringify(id)}`);
  return group;
}

/** A new section at the end of its group, or of the root (A22). */
function createSiteSection(call: GitbookCall<"createSiteSection">) {
  const { found, state, body } = call;
  const { site } = found;
  const group = groupFor(site, body.siteSectionGroupId, "siteSectionGroupId");
  const space = spaceShown(call, body, body.title ?? site.title);
  wrapRoot(state, site);
  const created = appendNewSection(state, site, body.title ?? space.title);
  if (group !== undefined) appendSection(site, created, group.id);
  setOrClear(created, { icon: body.icon, draft: body.draft });
  setGiven(appendSiteSpace(state, site, created.id, space), { pageId: body.pageId });
  keepFormerPath(site);
  return sectionView(call, found)(created);
}

/** A section that comes to another container is at its end; one that is there already keeps its place. */
function updateSection(call: GitbookCall<"updateSiteSection">) {
  const { siteSectionGroupId, draft, localizedTitle, localizedDescription, ...body } = call.body;
  const { site, siteSection: shown } = call.found;
  const group = groupFor(site, siteSectionGroupId, "siteSectionGroupId");
  const { id, path } = shown;
  updateSiteSection(withBody(call, body));
  keepFormerPath(site, { id, path });
  setGiven(shown, { draft, localizedTitle, localizedDescription });
  if (siteSectionGroupId !== undefined && group?.id !== shown.group) appendSection(site, shown, group?.id);
  return sectionView(call, call.found)(shown);
}

/** Groups nest one level: a group in a group holds none, and is held by none that is held. */
function checkNesting(parent: GroupState | undefined, field: string, inner: readonly GroupState[]): void {
  if (parent?.parent !== undefined) throw invalid(field, "groups nest one level, and that one is in a group");
  if (parent !== undefined && inner.length > 0)
    throw invalid(field, "groups nest one level, and this one holds groups");
}

function createSectionGroup(call: GitbookCall<"createSiteSectionGroup">) {
  const { draft, ...body } = call.body;
  const { site } = call.found;
  checkNesting(groupFor(site, body.parent, "parent"), "parent", []);
  const { id } = createGroup(withBody(call, body));
  return gitbookGroupView(call, call.found)(setGiven(known(site.groups, id), { draft }));
}

function updateSectionGroup(call: GitbookCall<"updateSiteSectionGroup">) {
  const { parentSectionGroupId, icon, ...given } = call.body;
  const { site, siteSectionGroup: shown } = call.found;
  const field = "parentSectionGroupId";
  const parent = groupFor(site, parentSectionGroupId, field);
  if (parent === shown) throw invalid(field, "it is the group itself");
  const inner = shown.children.flatMap((id) => entry(site.groups, id) ?? []);
  checkNesting(parent, field, inner);
  setOrClear(setGiven(shown, given), { icon });
  if (parentSectionGroupId !== undefined && parent?.id !== shown.parent) appendGroup(site, shown, parent?.id);
  return gitbookGroupView(call, call.found)(shown);
}

/** Operations on sections and their groups that this edition has otherwise. */
export const gitbookSectionHandlers = {
  createSiteSection,
  updateSiteSection: updateSection,
  listSiteSectionGroups: (call: GitbookCall<"listSiteSectionGroups">) =>
    listing(groupsInOrder(call.found.site), gitbookGroupView(call, call.found)),
  createSiteSectionGroup: createSectionGroup,
  updateSiteSectionGroup: updateSectionGroup,
};
