import type { Address } from "../model/address.ts";
import { addTo } from "../model/group-by.ts";

/** Something of a site with a path of its own: a section, or a space as the site shows it. */
export interface Item {
  /** `liveKey` of a live one; the address of one that comes. */
  readonly key: string;
  readonly kind: string;
  readonly id?: string | undefined;
  /** Of one that a manifest declares. */
  readonly address?: Address | undefined;
  readonly path: string;
  /** Key of the section that holds it. */
  readonly container?: string | undefined;
  /** The content that it shows: `liveKey` of a space, or the address of one that comes. A section has none itself. */
  readonly shows?: string | undefined;
}

/** The items of a site by the key of their section (`root` for those of the site), and the default of each list. */
export interface SiteStructure {
  readonly lists: ReadonlyMap<string, readonly Item[]>;
  readonly defaults: ReadonlyMap<string, Item>;
}

/** The key of the list of a site itself. */
export const root = "";

/** A structure of items in their order. An item for which `isDefault` holds is the default of its list, else the first. */
export function structureOf(items: readonly Item[], isDefault: (item: Item) => boolean): SiteStructure {
  const lists = new Map<string, Item[]>();
  for (const item of items) addTo(lists, item.container ?? root, item);
  const defaults = new Map<string, Item>();
  for (const [key, list] of lists) {
    const item = list.find(isDefault) ?? list[0];
    if (item !== undefined) defaults.set(key, item);
  }
  return { lists, defaults };
}

/** Every item of a site. */
export function everyItem({ lists }: SiteStructure): readonly Item[] {
  return [...lists.values()].flat();
}

/** Every item that shows content. */
export function shownIn(site: SiteStructure): readonly Item[] {
  return everyItem(site).filter(({ shows }) => shows !== undefined);
}

/** The path below a site, in its parts: `["api", "v1"]`. */
export type Path = readonly string[];

/**
 * The shortest address of an item. What is the default of its list is not named in it, except a default section where the
 * path of its space is also that of a section.
 */
export function pathOf(site: SiteStructure, item: Item): Path {
  const isDefault = (one: Item): boolean => site.defaults.get(one.container ?? root)?.key === one.key;
  const own = isDefault(item) ? [] : [item.path];
  const section = everyItem(site).find(({ key }) => key === item.container);
  if (section === undefined) return own;
  const isMeant = !isDefault(section) || site.lists.get(root)?.some(({ path }) => path === own[0]) === true;
  return isMeant ? [section.path, ...own] : own;
}

/** The content at a path, and the part of the path that is left for its pages. */
export interface Content {
  readonly item: Item;
  readonly rest: Path;
}

/**
 * The content at a path. A part that is no path in a list belongs to the default of that list. `former` are the paths that
 * items had: the platform knows them as long as nothing else has taken one.
 */
export function contentAt(
  { lists, defaults }: SiteStructure,
  path: Path,
  former: ReadonlyMap<string, string> = new Map(),
): Content | undefined {
  let list = root;
  let rest = path;
  for (;;) {
    const [part] = rest;
    const initial = defaults.get(list);
    const isAt = (item: Item): boolean => item.path === part;
    const items = lists.get(list) ?? [];
    const isTaken = lists.get(initial?.key ?? root)?.some(isAt) === true;
    const named = items.find(isAt) ?? items.find(({ key }) => !isTaken && former.get(key) === part);
    const isNamed = part !== undefined && named !== undefined;
    const item = isNamed ? named : initial;
    if (item === undefined) return undefined;
    if (isNamed) rest = rest.slice(1);
    if (item.shows !== undefined) return { item, rest };
    list = item.key;
  }
}
