import type { z } from "zod";
import type { siteSectionGroup, siteSectionGroupOperations } from "../../contract/parts/site-sections.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { invalid, nameList, setGiven, setOrClear } from "../refusal.ts";
import { appendSection, childrenOf, dissolveGroup, groupsInOrder } from "../resources/sites.ts";
import type { GroupState } from "../store/site-state.ts";
import { newId } from "../store/state.ts";
import { entry, known } from "../store/table.ts";
import { sectionView } from "./site-sections.ts";
import type { SitePlace } from "./site-spaces.ts";

/**
 * The view of section groups of a site (2.17). `children` are the sections of the group without those of
 * nested groups.
 */
function groupView(caller: Caller, place: SitePlace) {
  const showSection = sectionView(caller, place);
  return (shown: GroupState): z.output<ReturnType<typeof siteSectionGroup>> => {
    const { parent, children, ...fields } = shown;
    return {
      object: "site-section-group",
      ...fields,
      ...(parent === undefined ? {} : { sectionGroup: parent }),
      children: children.flatMap((id) => entry(place.site.sections, id) ?? []).map(showSection),
    };
  };
}

type Create = Call<typeof siteSectionGroupOperations.createSiteSectionGroup>;

function checkCreate({ found, body }: Create): void {
  const { sections = [], parent } = body;
  const unknown = sections.filter((id) => entry(found.site.sections, id) === undefined);
  if (unknown.length > 0) throw invalid("sections", `no sections of the site: ${nameList(unknown)}`);
  const twice = sections.filter((id, index) => sections.indexOf(id) < index);
  if (twice.length > 0) throw invalid("sections", `given twice: ${nameList(twice)}`);
  if (parent !== undefined && entry(found.site.groups, parent) === undefined) {
    throw invalid("parent", `the site has no section group ${JSON.stringify(parent)}`);
  }
}

/** A new group at the end of its parent or the root; the given sections move into it, in that order (A22, A25). */
function create(call: Create) {
  checkCreate(call);
  const { found, state, body } = call;
  const { site } = found;
  const created: GroupState = { id: newId(state, "group"), title: body.title, children: [] };
  setGiven(created, { parent: body.parent });
  setOrClear(created, { icon: body.icon });
  site.groups[created.id] = created;
  childrenOf(site, body.parent).push(created.id);
  for (const id of body.sections ?? []) appendSection(site, known(site.sections, id), created.id);
  return { status: 201, body: groupView(call, found)(created) } as const;
}

function update(call: Call<typeof siteSectionGroupOperations.updateSiteSectionGroup>) {
  const { siteSectionGroup: shown } = call.found;
  setGiven(shown, { title: call.body.title });
  setOrClear(shown, { icon: call.body.icon });
  return { status: 200, body: groupView(call, call.found)(shown) } as const;
}

function addSection(call: Call<typeof siteSectionGroupOperations.addSectionToGroup>) {
  const { site, siteSectionGroup: shown } = call.found;
  const section = entry(site.sections, call.body.sectionId);
  if (section === undefined) {
    throw invalid("sectionId", `the site has no section ${JSON.stringify(call.body.sectionId)}`);
  }
  appendSection(site, section, shown.id);
  return { status: 201, body: groupView(call, call.found)(shown) } as const;
}

/** Operations on site section groups (4.13). */
export const siteSectionGroupHandlers = {
  listSiteSectionGroups: (call) => listing(groupsInOrder(call.found.site), groupView(call, call.found)),
  createSiteSectionGroup: create,
  deleteSiteSectionGroup: ({ found }) => {
    dissolveGroup(found.site, found.siteSectionGroup);
    return { status: 205 };
  },
  updateSiteSectionGroup: update,
  addSectionToGroup: addSection,
} satisfies HandlersOf<typeof siteSectionGroupOperations>;
