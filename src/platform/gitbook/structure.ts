import type { GitbookCall } from "../calls/call.ts";
import { invalid, notFound } from "../http/refusal.ts";
import { sectionView } from "../parts/site-sections.ts";
import { type SitePlace, siteSpaceView } from "../parts/site-spaces.ts";
import type { Caller } from "../resources/caller.ts";
import { childrenOf, linkOf, listOf } from "../resources/sites.ts";
import type { SiteState } from "../store/site-state.ts";
import { entry, known, removeItem } from "../store/table.ts";
import { gitbookGroupView, linkView } from "./sections.ts";

type Pointer = GitbookCall<"sortSiteStructure">["body"]["item"];

/** The view of an item of a structure by its type and id. */
function itemView(call: Caller, place: SitePlace, shareKey?: string) {
  const { site } = place;
  const showSiteSpace = siteSpaceView(call, place, shareKey);
  const showSection = sectionView(call, place, shareKey);
  const showGroup = gitbookGroupView(call, place);
  return {
    siteSpace: (id: string) => showSiteSpace(known(site.allSiteSpaces, id)),
    child: (id: string) => {
      const group = entry(site.groups, id);
      const link = linkOf(site, id);
      if (group !== undefined) return showGroup(group);
      return link === undefined ? showSection(known(site.sections, id)) : linkView(link);
    },
  };
}

/** A site without sections, groups and links shows its site spaces. */
function getStructure(call: GitbookCall<"getSiteStructure">) {
  const { site } = call.found;
  const show = itemView(call, call.found, call.query.shareKey);
  if (site.children.length > 0)
    return { type: "sections" as const, structure: site.children.map(show.child) };
  return { type: "siteSpaces" as const, structure: site.siteSpaces.map(show.siteSpace) };
}

/** The ordered list that an item is in; undefined for an item that is not there. */
function listWith(site: SiteState, { type, id }: Pointer): string[] | undefined {
  if (type === "site-space") {
    const shown = entry(site.allSiteSpaces, id);
    return shown && listOf(site, shown).siteSpaces;
  }
  if (type === "site-section-group") {
    const group = entry(site.groups, id);
    return group && childrenOf(site, group.parent);
  }
  const item = type === "site-section" ? entry(site.sections, id) : linkOf(site, id);
  return item && childrenOf(site, item.group);
}

/** Moves an item among its siblings only: its container is changed by its own update. */
function sort(call: GitbookCall<"sortSiteStructure">) {
  const { site } = call.found;
  const { item, position } = call.body;
  const [side, sibling] =
    "before" in position ? (["before", position.before] as const) : (["after", position.after] as const);
  const list = listWith(site, item);
  if (list === undefined) throw notFound(item.type.replaceAll("-", " "), item.id);
  const field = `position.${side}`;
  if (sibling.id === item.id) throw invalid(field, "it is the item itself");
  if (listWith(site, sibling) !== list)
    throw invalid(field, `${JSON.stringify(sibling.id)} is no sibling of the item`);
  removeItem(list, item.id);
  list.splice(list.indexOf(sibling.id) + (side === "after" ? 1 : 0), 0, item.id);
  const show = itemView(call, call.found);
  return item.type === "site-space" ? show.siteSpace(item.id) : show.child(item.id);
}

/** The structure of a site, read whole and ordered. */
export const gitbookStructureHandlers = { getSiteStructure: getStructure, sortSiteStructure: sort };
