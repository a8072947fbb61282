import type { Platform } from "../../../src/platform/platform.ts";
import type { SiteState } from "../../../src/platform/store/site-state.ts";
import type { State } from "../../../src/platform/store/state.ts";
import {
  given,
  type NavItem,
  possible,
  type SectionItem,
  type SpaceItem,
  type Tree,
} from "../worlds/site-tree.ts";
import { defaultOf, type SiteWorld } from "../worlds/site-world.ts";

/** A structure as a visitor of the API sees it, for comparison. Groups that hold no section have no visible place (A22). */
export interface Seen {
  readonly structure: readonly unknown[];
  /** Groups without a visible place, each with what it is in. */
  readonly emptyGroups: readonly string[];
  readonly default?: string | undefined;
}

/** The site as it stands on the platform, read from its state: nothing of docform has a hand in it. */
export function seenOf({ state }: Platform, { wanted: declared, first }: SiteWorld): Seen {
  const wanted = possible(declared);
  const site = withTitles(hubOf(state.organizations.byId.org_acme?.sites.byId ?? {}), state);
  const named = namesIn(wanted);
  const empty: string[] = [];
  const structure =
    wanted.form === "flat" && Object.keys(site.sections).length === 0
      ? spacesIn(site, site.siteSpaces, wanted.spaces)
      : itemsIn(site, site.children, named, empty);
  const isDefaultWanted =
    first !== undefined && Object.keys(defaultOf({ wanted, first, publish: false })).length > 0;
  return { structure, emptyGroups: empty.sort(), default: isDefaultWanted ? defaultTitle(site) : undefined };
}

function hubOf(sites: Readonly<Record<string, SiteState>>): SiteState {
  const site = Object.values(sites).find(({ title }) => title === "Hub");
  if (site === undefined) throw new Error("there is no site");
  return site;
}

/** The site with titles of spaces in place of their ids, which a new space has of its own. */
function withTitles(site: SiteState, { spaces }: State): SiteState {
  const shown = Object.entries(site.allSiteSpaces).map(([id, one]) => [
    id,
    { ...one, space: spaces[one.space]?.title ?? one.space },
  ]);
  return { ...site, allSiteSpaces: Object.fromEntries(shown) };
}

function defaultTitle(site: SiteState): string | undefined {
  const section = site.defaultSection === undefined ? undefined : site.sections[site.defaultSection];
  if (section !== undefined) return section.title;
  return site.allSiteSpaces[site.defaultSiteSpace ?? ""]?.space;
}

/** The declared values of items by title: only these are compared. */
function namesIn(tree: Tree): ReadonlyMap<string, NavItem> {
  const names = new Map<string, NavItem>();
  const visit = (item: NavItem): void => {
    names.set(item.title, item);
    if (item.type === "group") item.items.forEach(visit);
  };
  if (tree.form === "nested") tree.items.forEach(visit);
  return names;
}

function itemsIn(
  site: SiteState,
  ids: readonly string[],
  named: ReadonlyMap<string, NavItem>,
  empty: string[],
): unknown[] {
  return ids.flatMap((id): unknown[] => {
    const group = site.groups[id];
    const section = site.sections[id];
    if (group !== undefined) {
      const items = itemsIn(site, group.children, named, empty);
      if (items.length === 0) empty.push(`${group.title} in ${site.groups[group.parent ?? ""]?.title}`);
      return items.length === 0 ? [] : [{ group: group.title, items }];
    }
    if (section === undefined) throw new Error(`no item ${id}`);
    const item = named.get(section.title);
    const wanted = item?.type === "section" ? item : undefined;
    return [
      given({
        section: section.title,
        path: wanted?.path === undefined ? undefined : section.path,
        icon: wanted?.icon === undefined ? undefined : section.icon,
        spaces:
          wanted !== undefined && wanted.spaces === undefined
            ? undefined
            : spacesIn(site, section.siteSpaces, wanted?.spaces ?? []),
      }),
    ];
  });
}

/** Spaces, with what the manifest says of them. */
function spacesIn(site: SiteState, ids: readonly string[], asked: readonly SpaceItem[]): unknown[] {
  return ids.map((id) => {
    const shown = site.allSiteSpaces[id];
    const item = asked.find(({ space }) => titleOf(space) === shown?.space);
    return given({
      space: shown?.space,
      path: item?.path === undefined ? undefined : shown?.path,
      hidden: item?.hidden === undefined ? undefined : shown?.hidden,
    });
  });
}

function askedSpace({ space, path, hidden }: SpaceItem): unknown {
  return given({ space: titleOf(space), path, hidden });
}

function titleOf(key: string): string {
  return `Space ${key}`;
}

/** The wanted state of the manifest, in the same form. */
export function askedFor(world: SiteWorld): Seen {
  const wanted = possible(world.wanted);
  const empty: string[] = [];
  const chosen = Object.values(defaultOf(world))[0];
  if (wanted.form === "flat") {
    const structure = wanted.spaces.map(askedSpace);
    return { structure, emptyGroups: [], default: chosen === undefined ? undefined : titleOf(chosen) };
  }
  return {
    structure: askedItems(wanted.items, empty, undefined),
    emptyGroups: empty.sort(),
    default: [...namesIn(wanted).values()].find(({ key }) => key === chosen)?.title,
  };
}

function askedItems(items: readonly NavItem[], empty: string[], container: string | undefined): unknown[] {
  return items.flatMap((item): unknown[] => {
    if (item.type === "section") return [askedSection(item)];
    const inner = askedItems(item.items, empty, item.title);
    if (inner.length === 0) empty.push(`${item.title} in ${container}`);
    return inner.length === 0 ? [] : [{ group: item.title, items: inner }];
  });
}

function askedSection({ title, path, icon, spaces }: SectionItem): unknown {
  return given({ section: title, path, icon, spaces: spaces?.map(askedSpace) });
}
