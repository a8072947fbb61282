import { listOf } from "../resources/sites.ts";
import type { FormerPath, SectionState, SiteSpaceState, SiteState } from "../store/site-state.ts";
import { entry } from "../store/table.ts";

/** The section or site space with an id. */
function itemAt(site: SiteState, id: string): SectionState | SiteSpaceState | undefined {
  return entry(site.sections, id) ?? entry(site.allSiteSpaces, id);
}

/** The ids of the items whose paths differ from that of an item: sections of a site, or spaces of a section. */
function siblingsOf(site: SiteState, item: SectionState | SiteSpaceState): readonly string[] {
  return "space" in item ? listOf(site, item).siteSpaces : Object.keys(site.sections);
}

/**
 * Remembers the path that an item had before a call, and forgets the paths that another item has taken. Without an item,
 * it only forgets.
 */
export function keepFormerPath(site: SiteState, before?: FormerPath): void {
  const { formerPaths = [] } = site;
  const all = before === undefined ? formerPaths : [...formerPaths, before];
  const kept = all.filter(({ id, path }) => {
    const item = itemAt(site, id);
    return item !== undefined && !siblingsOf(site, item).some((one) => itemAt(site, one)?.path === path);
  });
  if (kept.length + formerPaths.length > 0) site.formerPaths = kept;
}

/** The item among these ids that had a path last. */
export function formerlyAt(site: SiteState, ids: readonly string[], path: string): string | undefined {
  return site.formerPaths?.findLast((one) => one.path === path && ids.includes(one.id))?.id;
}
