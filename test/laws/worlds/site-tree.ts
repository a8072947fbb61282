import fc from "fast-check";

/** A space as a site shows it. */
export interface SpaceItem {
  readonly type: "space";
  /** Key of the space. */
  space: string;
  id?: string;
  path?: string;
  hidden?: boolean;
  absent?: boolean;
}

/** A section; without `spaces`, the manifest does not say what it shows. */
export interface SectionItem {
  readonly type: "section";
  key: string;
  title: string;
  id?: string;
  path?: string;
  icon?: string;
  spaces?: SpaceItem[];
  absent?: boolean;
  /** Found by its id rather than by its names. */
  pinned?: boolean;
}

/** A group of sections and groups. */
export interface GroupItem {
  readonly type: "group";
  key: string;
  title: string;
  id?: string;
  icon?: string;
  items: NavItem[];
  pinned?: boolean;
  protect?: boolean;
}

export type NavItem = SectionItem | GroupItem;

/** The content of a site: spaces at its root, or sections and groups (A21). */
export type Tree =
  | { readonly form: "flat"; readonly spaces: SpaceItem[] }
  | { readonly form: "nested"; readonly items: NavItem[] };

/** Keys of the spaces of the organization. */
export const spaceKeys = Array.from({ length: 8 }, (_, index) => `sp${index}`);

/** A space that manifests declare and that nobody has made: what shows it is blocked. */
export const ghost = "ghost";

/** A space that manifests declare and that an apply makes, where the edition can. */
export const freshSpace = "fresh";

/** How deep groups go. 0: sections only. */
export type Depth = 0 | 1 | 2 | 3;

type Shape =
  | { readonly spaces: readonly number[] }
  | { readonly inner: readonly Shape[]; readonly icon: boolean };

const spacesShape = fc.uniqueArray(fc.nat(spaceKeys.length - 1), { minLength: 1, maxLength: 2 });

function shapes(depth: number): fc.Arbitrary<readonly Shape[]> {
  const section = fc.record({ spaces: spacesShape });
  if (depth === 0) return fc.array(section, { maxLength: 4 });
  const group = fc.record({ inner: shapes(depth - 1), icon: fc.boolean() });
  return fc.array(fc.oneof({ weight: 3, arbitrary: section }, { weight: 2, arbitrary: group }), {
    maxLength: 3,
  });
}

/** Trees of sections in groups, named in order: s0, s1, … and g0, g1, … */
export function nestedTree(depth: Depth): fc.Arbitrary<Tree> {
  return shapes(depth).map((all) => {
    const next = { section: 0, group: 0 };
    const build = (shape: Shape): NavItem => {
      if ("inner" in shape) {
        const key = `g${next.group++}`;
        const icon = shape.icon ? { icon: "book" } : {};
        return {
          type: "group",
          key,
          title: `Group ${key}`,
          id: `grp_${key}`,
          ...icon,
          items: shape.inner.map(build),
        };
      }
      const key = `s${next.section++}`;
      const spaces = shape.spaces.map((index): SpaceItem => spaceItem(index, key));
      return { type: "section", key, title: `Section ${key}`, id: `sec_${key}`, path: `p-${key}`, spaces };
    };
    return { form: "nested", items: all.map(build) };
  });
}

/** Sites without sections. */
export const flatTree: fc.Arbitrary<Tree> = fc
  .uniqueArray(fc.nat(spaceKeys.length - 1), { maxLength: 6 })
  .map((indexes) => ({ form: "flat", spaces: indexes.map((index) => spaceItem(index, "root")) }));

function spaceItem(index: number, container: string): SpaceItem {
  const space = spaceKeys[index] ?? "";
  return { type: "space", space, id: `ss_${container}_${space}`, path: `q-${space}` };
}

/** All items of a tree, outer ones first. */
export function itemsOf(tree: Tree): readonly NavItem[] {
  const visit = (item: NavItem): NavItem[] =>
    item.type === "group" ? [item, ...item.items.flatMap(visit)] : [item];
  return tree.form === "flat" ? [] : tree.items.flatMap(visit);
}

export function sectionsOf(tree: Tree): readonly SectionItem[] {
  return itemsOf(tree).filter((item) => item.type === "section");
}

export function groupsOf(tree: Tree): readonly GroupItem[] {
  return itemsOf(tree).filter((item) => item.type === "group");
}

/** The lists of a tree that sections and groups are in. */
export function listsOf(tree: Tree): readonly NavItem[][] {
  return tree.form === "flat" ? [] : [tree.items, ...groupsOf(tree).map(({ items }) => items)];
}

/** The lists of spaces in a tree. */
export function spaceListsOf(tree: Tree): readonly SpaceItem[][] {
  return tree.form === "flat"
    ? [tree.spaces]
    : sectionsOf(tree).flatMap(({ spaces }) => (spaces ? [spaces] : []));
}

/** The structure as a seed of the platform. */
export function toSeed(tree: Tree): unknown[] {
  return tree.form === "flat" ? tree.spaces.map(seedSpace) : tree.items.map(seedItem);
}

function seedItem(item: NavItem): unknown {
  const { id, title, icon } = item;
  if (item.type === "group") return given({ group: title, id, icon, children: item.items.map(seedItem) });
  const description = `About ${item.key}`;
  return given({
    section: title,
    id,
    icon,
    path: item.path,
    description,
    spaces: item.spaces?.map(seedSpace),
  });
}

function seedSpace({ space, id, path, hidden }: SpaceItem): unknown {
  return given({ space: `space_${space}`, id, path, hidden });
}

/** The structure as a manifest says it. */
export function toManifest(tree: Tree): unknown[] {
  return tree.form === "flat" ? tree.spaces.map(manifestSpace) : tree.items.map(manifestItem);
}

function manifestItem(item: NavItem): unknown {
  const id = item.pinned ? item.id : undefined;
  const { key, title, icon } = item;
  if (item.type === "group")
    return given({
      group: key,
      title,
      icon,
      id,
      protect: item.protect,
      structure: item.items.map(manifestItem),
    });
  const { path, absent, spaces } = item;
  return given({ section: key, title, icon, path, id, absent, spaces: spaces?.map(manifestSpace) });
}

function manifestSpace({ space, path, hidden, absent }: SpaceItem): unknown {
  return given({ space, path, hidden, absent });
}

/** The tree without what is absent or blocked. */
export function possible(tree: Tree): Tree {
  const usable = (spaces: SpaceItem[]): SpaceItem[] => spaces.filter(isUsable);
  const visit = (items: NavItem[]): NavItem[] =>
    items.flatMap((item): NavItem[] => {
      if (item.type === "group") return [{ ...item, items: visit(item.items) }];
      if (item.absent) return [];
      return [item.spaces === undefined ? item : { ...item, spaces: usable(item.spaces) }];
    });
  return tree.form === "flat"
    ? { form: "flat", spaces: usable(tree.spaces) }
    : { form: "nested", items: visit(tree.items) };
}

/** Will a site show it? */
export function isUsable({ space, absent }: SpaceItem): boolean {
  return space !== ghost && absent !== true;
}

/** Without what is undefined. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
