import { declares, differ, fewestMoves, one, pair, pairByTitle, sum, titleTests } from "./compare.ts";
import type { DeclaredSite, Item, LiveSite, SiteItem } from "./files.ts";

/** A site, or a part of one, read alike from both sides. */
interface Part {
  readonly type: "site" | "group" | "section" | "space";
  readonly item: Item;
  /** Is it the section or space that visitors see first? Nobody is, where nothing is said. */
  readonly isDefault: boolean;
  /** The items in it, in order. */
  readonly parts: readonly Part[];
}

/** Live parts by declared ones. */
type Pairs = ReadonlyMap<Part, Part>;

/** The fields of a site that its create takes, and those that it does not. */
const createFields = ["title", "visibility"];
const laterFields = ["basename", "proxy", "adaptiveContent", "agentsContext"];
const sectionFields = ["title", "path", "icon", "description", "condition"];
const spaceFields = ["space", "path", "condition", "hidden"];

/** Fewest calls that a site takes, with all that is in it. `spaceId` finds the live space of a key. */
export function siteCalls(
  want: DeclaredSite,
  have: LiveSite | undefined,
  spaceId: (key: string) => string,
): number {
  const site = readPart(want, spaceId);
  const live = readPart(have ?? {}, (id) => id);
  const pairs = pairParts(site, live);
  const movesRootDefault = movesDefault(sectionsIn(site), sectionsIn(live), pairs);
  // Title, visibility and root spaces go with the create, all else in one PATCH. One PATCH for what differs.
  const own =
    have === undefined
      ? 1 + one(declares(want, laterFields) || movesRootDefault)
      : one(differ(want, have, [...createFields, ...laterFields]) || movesRootDefault);
  // Publishing is a call of its own.
  const publish = one(want.published === true && have?.published !== true);
  return own + publish + structureCalls(site, live, pairs, have === undefined) + shareLinkCalls(want, have);
}

function readPart(item: SiteItem, spaceId: (key: string) => string, defaults: Item = {}): Part {
  const { structure = [], sections = [], groups = [], children = [], spaces = [] } = item;
  const within = item.group === undefined ? item : defaults;
  const parts = [...structure, ...sections, ...groups, ...children, ...spaces];
  const read = (part: SiteItem): Part => readPart(part, spaceId, within);
  const rest = { isDefault: isDefault(item, defaults), parts: parts.map(read) };
  // A manifest names a section by its key, the live state by its title.
  if (item.section !== undefined)
    return { type: "section", item: { title: String(item.section), ...item }, ...rest };
  if (item.group !== undefined)
    return { type: "group", item: { title: String(item.group), ...item }, ...rest };
  if (item.space === undefined) return { type: "site", item, ...rest };
  return { type: "space", item: { ...item, space: spaceId(String(item.space)) }, ...rest };
}

function isDefault(item: Item, { defaultSiteSection, defaultSiteSpace }: Item): boolean {
  if (item.default === true) return true;
  if (item.section !== undefined) return item.section === defaultSiteSection;
  return item.space !== undefined && item.space === defaultSiteSpace;
}

/** The part and all groups and sections in it, from the outside in. */
function walk(part: Part): readonly Part[] {
  return [part, ...part.parts.filter(({ type }) => type !== "space").flatMap(walk)];
}

/** The sections of a site; of a site without sections, its spaces. */
function sectionsIn(site: Part): readonly Part[] {
  const sections = walk(site).filter(({ type }) => type === "section");
  return sections.length > 0 ? sections : site.parts;
}

/** Sections are known by their path or title before, their path, their title; groups by their titles. */
function pairParts(site: Part, live: Part): Pairs {
  const pairOf = (type: Part["type"], tests: readonly ((want: Item, have: Item) => boolean)[]) =>
    pair(
      walk(site).filter((part) => part.type === type),
      walk(live).filter((part) => part.type === type),
      ...tests.map((fits) => (want: Part, have: Part) => fits(want.item, have.item)),
    );
  const [hadTitle, hasTitle] = titleTests;
  const hadPath = ({ previously = [] }: Item, { path }: Item) => previously.includes(String(path));
  const hasPath = (want: Item, have: Item) => want.path === have.path;
  const sections = pairOf("section", [hadPath, hadTitle, hasPath, hasTitle]);
  const groups = pairOf("group", titleTests);
  const spaces = [[site, live] as const, ...sections].flatMap(([want, have]) => [...pairSpaces(want, have)]);
  return new Map([[site, live], ...sections, ...groups, ...spaces]);
}

/** The spaces of one list are known by their path, then by what they show. */
function pairSpaces(want: Part, have: Part): Pairs {
  const spacesOf = ({ parts }: Part) => parts.filter(({ type }) => type === "space");
  const isSame = (field: string) => (left: Part, right: Part) =>
    left.item[field] !== undefined && left.item[field] === right.item[field];
  return pair(spacesOf(want), spacesOf(have), isSame("path"), isSame("space"));
}

/** Is another part to be seen first? Where nobody is named the first one is; so is the first of a new list. */
function movesDefault(wanted: readonly Part[], live: readonly Part[], pairs: Pairs): boolean {
  const chosen = wanted.find((part) => part.isDefault);
  if (chosen === undefined) return false;
  const isNewList = live.length === 0;
  const now = live.find((part) => part.isDefault) ?? live[0];
  return isNewList ? chosen !== wanted[0] : pairs.get(chosen) !== now;
}

function structureCalls(site: Part, live: Part, pairs: Pairs, isNew: boolean): number {
  const [, ...parts] = walk(site);
  const stays = new Set(pairs.values());
  // The structure is exact: a group or section that is not declared is deleted, by one call.
  const surplus = walk(live).filter((part) => !stays.has(part)).length;
  const rootSpaces = site.parts.filter(({ type }) => type === "space");
  // A new site without sections is created with its spaces; what else they declare is a PATCH for each.
  const spaces = rootSpaces.length === 0 ? 0 : spaceCalls(site, live, pairs, isNew ? rootSpaces.length : 0);
  const own = parts.map((part) => (part.type === "group" ? groupCalls : sectionCalls)(part, pairs));
  const containers = walk(site).filter(({ type }) => type !== "section");
  return surplus + spaces + sum(own) + sum(containers.map((each) => placingCalls(each, pairs)));
}

/** A new group is one call, which carries its sections; one that differs is one PATCH. */
function groupCalls(want: Part, pairs: Pairs): number {
  const have = pairs.get(want);
  return have === undefined ? 1 : one(differ(want.item, have.item, ["title", "icon"]));
}

function sectionCalls(want: Part, pairs: Pairs): number {
  const have = pairs.get(want);
  const defaultMoves = movesDefault(want.parts, have?.parts ?? [], pairs);
  // A section is created with its title, icon and first space; path, description, condition follow in one PATCH,
  // with the default variant unless it is the first.
  const own =
    have === undefined
      ? 1 + one(declares(want.item, ["path", "description", "condition"]) || defaultMoves)
      : one(differ(want.item, have.item, sectionFields) || defaultMoves) + closesFirst(want, have);
  return own + spaceCalls(want, have, pairs, have === undefined ? 1 : 0);
}

/** A new condition does not wait for the path that another section gives up: it has a call of its own. */
function closesFirst(want: Part, have: Part): number {
  return one(differ(want.item, have.item, ["condition"]) && differ(want.item, have.item, ["path"]));
}

/** Calls for the spaces that a site or section shows, of which the first `shownFirst` come with it. */
function spaceCalls(want: Part, have: Part | undefined, pairs: Pairs, shownFirst: number): number {
  const own = want.parts.map((space, index) => {
    const live = pairs.get(space);
    if (live !== undefined) return one(differ(space.item, live.item, spaceFields));
    // One call makes it, and one PATCH says the rest.
    return one(index >= shownFirst) + one(declares(space.item, ["path", "condition", "hidden"]));
  });
  const stays = new Set(want.parts.map((space) => pairs.get(space)));
  const surplus = have?.parts.filter((space) => !stays.has(space)) ?? [];
  return sum(own) + surplus.length + moves(want, have, pairs);
}

/** Calls that bring sections into a container and to their places in it. */
function placingCalls(container: Part, pairs: Pairs): number {
  const have = pairs.get(container);
  // A new group has been created with its sections, in their order; spaces are counted with their list.
  if (have === undefined || container.parts.some(({ type }) => type === "space")) return 0;
  const isThere = (part: Part) => standsIn(container, have, part, pairs);
  // Every other item comes by one call straight to its place, from another container or, when it
  // is a new section, from the end of the root.
  return container.parts.filter((part) => !isThere(part)).length + moves(container, have, pairs);
}

/** Is a part in its container before anything moves? New groups and root sections do, at the end. */
function standsIn(container: Part, have: Part, part: Part, pairs: Pairs): boolean {
  const live = pairs.get(part);
  if (live !== undefined) return have.parts.includes(live);
  return part.type !== "section" || container.type === "site";
}

/** Moves inside one list: what stays as it stood, then what is created, in the order of its creation. */
function moves(want: Part, have: Part | undefined, pairs: Pairs): number {
  if (have === undefined) return 0;
  const standing = want.parts.filter((part) => standsIn(want, have, part, pairs));
  const created = standing.filter((part) => !pairs.has(part));
  const stayed = have.parts.flatMap((live) => standing.filter((part) => pairs.get(part) === live));
  return fewestMoves(
    [...stayed, ...created].map((part) => ({
      place: want.parts.indexOf(part),
      // Nothing moves a group, and one that is there is not rebuilt to save calls.
      isFixed: part.type === "group",
    })),
  );
}

function shareLinkCalls({ shareLinks = {}, manage }: DeclaredSite, have: LiveSite | undefined): number {
  // A link that is declared absent goes as one that is not declared: the list is exact.
  const declared = Object.entries(shareLinks).filter(([, link]) => link.absent !== true);
  const wanted: readonly Item[] = declared.map(([key, link]) => ({
    title: String(link.name ?? key),
    ...link,
  }));
  const live = (have?.shareLinks ?? []).map((link) => ({ title: String(link.name), active: true, ...link }));
  const pairs = pairByTitle(wanted, live);
  const surplus = manage?.shareLinks === "exact" ? live.length - pairs.size : 0;
  // A link is created active; one that differs is one PATCH; one that is not declared goes where the list is exact.
  const own = wanted.map((link) => {
    const found = pairs.get(link);
    if (found === undefined) return 1 + one(link.active === false);
    return one(differ(link, found, ["title", "active"]));
  });
  return surplus + sum(own);
}
