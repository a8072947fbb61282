import fc from "fast-check";
import {
  ghost,
  groupsOf,
  isUsable,
  itemsOf,
  listsOf,
  type NavItem,
  type SpaceItem,
  sectionsOf,
  spaceKeys,
  spaceListsOf,
  type Tree,
} from "./site-tree.ts";

/** One change to what is wanted; the numbers choose among what there is, so that every edit fits every tree. */
export interface Edit {
  readonly name: keyof typeof edits;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

interface Choice {
  readonly tree: Tree;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** A name that nothing has yet. */
  readonly fresh: string;
}

function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % Math.max(items.length, 1)];
}

function insert<T>(list: T[], item: T, at: number): void {
  list.splice(at % (list.length + 1), 0, item);
}

function containerOf(tree: Tree, item: NavItem): NavItem[] | undefined {
  return listsOf(tree).find((list) => list.includes(item));
}

function takeOut(tree: Tree, item: NavItem | undefined): void {
  const list = item === undefined ? undefined : containerOf(tree, item);
  if (item !== undefined && list !== undefined) list.splice(list.indexOf(item), 1);
}

function move({ tree, a, b, c }: Choice, items: readonly NavItem[]): void {
  const item = pick(items, a);
  if (item === undefined) return;
  takeOut(tree, item);
  insert(pick(listsOf(tree), b) ?? [], item, c);
}

function twoSections({ tree, a, b }: Choice) {
  const sections = sectionsOf(tree);
  const [one, other] = [pick(sections, a), pick(sections, b)];
  return one === undefined || other === undefined || one === other ? undefined : ([one, other] as const);
}

function spaceFor(list: readonly SpaceItem[], number: number): SpaceItem | undefined {
  const free = spaceKeys.filter((key) => !list.some(({ space }) => space === key));
  const space = pick(free, number);
  return space === undefined ? undefined : { type: "space", space };
}

/** Does a section keep a space to show without this one? */
function leavesSome(list: readonly SpaceItem[], item: SpaceItem): boolean {
  return list.some((other) => other !== item && isUsable(other));
}

const edits = {
  moveSection: (choice: Choice) => move(choice, sectionsOf(choice.tree)),
  moveGroup: (choice: Choice) => move(choice, groupsOf(choice.tree)),
  removeItem: ({ tree, a }: Choice) => takeOut(tree, pick(itemsOf(tree), a)),
  dissolveGroup: ({ tree, a }: Choice) => {
    const group = pick(groupsOf(tree), a);
    const list = group === undefined ? undefined : containerOf(tree, group);
    if (group !== undefined && list !== undefined) list.splice(list.indexOf(group), 1, ...group.items);
  },
  addSection: ({ tree, a, b, c, fresh }: Choice) => {
    const list = pick(listsOf(tree), a);
    const space = spaceFor([], c);
    if (list === undefined || space === undefined) return;
    const path = c % 2 === 0 ? {} : { path: `new-${fresh}` };
    insert(list, { type: "section", key: fresh, title: `New ${fresh}`, ...path, spaces: [space] }, b);
  },
  addGroup: ({ tree, a, b, fresh }: Choice) => {
    const list = pick(listsOf(tree), a);
    if (list !== undefined) insert(list, { type: "group", key: fresh, title: `New ${fresh}`, items: [] }, b);
  },
  wrapInGroup: ({ tree, a, fresh }: Choice) => {
    const section = pick(sectionsOf(tree), a);
    const list = section === undefined ? undefined : containerOf(tree, section);
    if (section === undefined || list === undefined) return;
    const group: NavItem = { type: "group", key: fresh, title: `New ${fresh}`, items: [section] };
    list.splice(list.indexOf(section), 1, group);
  },
  renameItem: ({ tree, a, b, fresh }: Choice) => {
    const item = pick(itemsOf(tree), a);
    if (item === undefined) return;
    item.title = `Renamed ${fresh}`;
    if (b % 2 === 0) item.pinned = item.id !== undefined;
  },
  repathSection: ({ tree, a, fresh }: Choice) => {
    const section = pick(sectionsOf(tree), a);
    if (section !== undefined) section.path = `path-${fresh}`;
  },
  swapPaths: (choice: Choice) => {
    const [one, other] = twoSections(choice) ?? [];
    if (one?.path === undefined || other?.path === undefined) return;
    [one.path, other.path] = [other.path, one.path];
    for (const each of [one, other]) each.pinned = each.id !== undefined;
  },
  swapTitles: (choice: Choice) => {
    const [one, other] = twoSections(choice) ?? [];
    if (one !== undefined && other !== undefined) [one.title, other.title] = [other.title, one.title];
  },
  forgetPath: ({ tree, a }: Choice) => {
    delete pick(sectionsOf(tree), a)?.path;
  },
  forgetSpaces: ({ tree, a }: Choice) => {
    const section = pick(sectionsOf(tree), a);
    if (section?.id !== undefined) delete section.spaces;
  },
  setIcon: ({ tree, a, b }: Choice) => {
    const item = pick(itemsOf(tree), a);
    if (item !== undefined) item.icon = b % 2 === 0 ? "star" : "moon";
  },
  forgetIcon: ({ tree, a }: Choice) => {
    delete pick(itemsOf(tree), a)?.icon;
  },
  addSpace: ({ tree, a, b, c }: Choice) => {
    const list = pick(spaceListsOf(tree), a);
    const space = spaceFor(list ?? [], c);
    if (list !== undefined && space !== undefined) insert(list, space, b);
  },
  moveSpace: ({ tree, a, b, c }: Choice) => {
    const list = pick(spaceListsOf(tree), a) ?? [];
    const [item] = list.splice(b % Math.max(list.length, 1), 1);
    if (item !== undefined) insert(list, item, c);
  },
  removeSpace: ({ tree, a, b }: Choice) => {
    const list = pick(spaceListsOf(tree), a) ?? [];
    const item = pick(list, b);
    if (item !== undefined && (leavesSome(list, item) || tree.form === "flat"))
      list.splice(list.indexOf(item), 1);
  },
  addGhost: ({ tree, a, b }: Choice) => {
    const list = pick(spaceListsOf(tree), a) ?? [];
    if (list.some(isUsable) && !list.some(({ space }) => space === ghost))
      insert(list, { type: "space", space: ghost }, b);
  },
  forbidSpace: ({ tree, a, b }: Choice) => {
    const list = pick(spaceListsOf(tree), a) ?? [];
    const item = pick(list, b);
    if (item !== undefined && leavesSome(list, item)) item.absent = true;
  },
  forbidSection: ({ tree, a }: Choice) => {
    const section = pick(sectionsOf(tree), a);
    if (section !== undefined) section.absent = true;
  },
  swapSpacePaths: ({ tree, a, b, c }: Choice) => {
    const list = pick(spaceListsOf(tree), a) ?? [];
    const [one, other] = [pick(list, b), pick(list, c)];
    if (one?.path === undefined || other?.path === undefined || one === other) return;
    [one.path, other.path] = [other.path, one.path];
  },
  repathSpace: ({ tree, a, b, fresh }: Choice) => {
    const item = pick(pick(spaceListsOf(tree), a) ?? [], b);
    if (item !== undefined) item.path = `path-${fresh}`;
  },
  forgetSpacePath: ({ tree, a, b }: Choice) => {
    delete pick(pick(spaceListsOf(tree), a) ?? [], b)?.path;
  },
  hideSpace: ({ tree, a, b }: Choice) => {
    const item = pick(pick(spaceListsOf(tree), a) ?? [], b);
    if (item !== undefined) item.hidden = item.hidden !== true;
  },
} satisfies Readonly<Record<string, (choice: Choice) => void>>;

const names = Object.keys(edits) as (keyof typeof edits)[];

/** Edits of the given names; all of them when none is named. */
export function someEdits(
  max: number,
  allowed: readonly (keyof typeof edits)[] = names,
): fc.Arbitrary<readonly Edit[]> {
  const number = fc.nat(30);
  return fc.array(fc.record({ name: fc.constantFrom(...allowed), a: number, b: number, c: number }), {
    maxLength: max,
  });
}

/** The tree after the edits; the given one stays as it is. */
export function edited(tree: Tree, all: readonly Edit[]): Tree {
  const copy = structuredClone(tree);
  for (const [index, { name, a, b, c }] of all.entries())
    edits[name]({ tree: copy, a, b, c, fresh: `n${index}` });
  pinUnlikeAnything(copy, tree);
  return copy;
}

/** A section that leaves its spaces as they are cannot be made again, so it says which one it is. */
function pinUnlikeAnything(tree: Tree, before: Tree): void {
  for (const section of sectionsOf(tree)) {
    const own = sectionsOf(before).find(({ key }) => key === section.key);
    const isAlike = own?.title === section.title || own?.path === section.path;
    if (section.spaces === undefined && section.id !== undefined && !isAlike) section.pinned = true;
  }
}
