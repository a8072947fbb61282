import { type OldPath, pathIn, urlPath } from "./lost-paths.ts";
import { everyItem, type Item, type Path, pathOf, root, type SiteStructure, shownIn } from "./structure.ts";

/** A redirect that keeps an old path alive. */
export interface NewRedirect {
  /** `/api`, or `/api/*` for everything below. */
  readonly source: string;
  readonly to: Item;
  /** The part that the star means is appended to the destination. */
  readonly captures: boolean;
}

/** A redirect that a site has, or that a manifest declares. */
export interface KnownRedirect {
  readonly source: string;
  /** Key of the item that it leads to; undefined for an address elsewhere. */
  readonly to?: string | undefined;
  /** The path in its destination, where that is an address: it stays when the item moves. */
  readonly at?: Path | undefined;
  readonly captures: boolean;
  /** docform made it to keep an old path: it may lead to another place. */
  readonly isKept: boolean;
}

/** A redirect from everything below a path. */
interface Star {
  readonly below: Path;
  readonly to: Path;
  readonly captures: boolean;
}

/** A site before and after a plan, with its redirects. */
export interface Redirected {
  readonly before: SiteStructure;
  readonly after: SiteStructure;
  readonly known: readonly KnownRedirect[];
}

/**
 * The redirects that old paths need, beside those that are there: one for the path unless something answers there, which
 * would hide it, and a star for everything below. A redirect that leads alike makes another one needless.
 */
export function newRedirects(site: Redirected, old: readonly OldPath[]): readonly NewRedirect[] {
  const { after, known } = site;
  const declared = known.filter(({ isKept }) => !isKept);
  const stars = declared.flatMap((one) => starOf(after, one) ?? []);
  const found: NewRedirect[] = [...keptElsewhere(site, old, stars)];
  for (const { path, item, now } of old) {
    const place = placeOf(after, item);
    if (place === undefined || now === "redirected" || path.length === 0) continue;
    const source = urlPath(path);
    const to = pathOf(after, place.to);
    const isUsed = known.some((one) => one.isKept && isSource(one, `${source}/*`));
    const star = { below: path, to, captures: place.isSame && !isUsed && !mayLoop(path, to, stars) };
    const alike = stars.filter((one) => leadsAlike(one, star));
    const isLed = alike.some((one) => one.below.length < path.length);
    if (now === "nothing" && !isLed) found.push({ source, to: place.to, captures: false });
    if (alike.length > 0) continue;
    stars.push(star);
    found.push({ source: `${source}/*`, to: place.to, captures: star.captures });
  }
  const needed = found.filter(
    (one) =>
      !known.some((other) => isSource(other, one.source) && (!other.isKept || isAlike(after, one, other))),
  );
  return [...new Map(needed.map((one) => [one.source.toLowerCase(), one])).values()];
}

/**
 * The kept redirects that shall lead otherwise: to the place of what was at their destination, when that goes, and without
 * an appended part, when that would lead round, or when other content had the path since. The stars of all of them are added to those that are there.
 */
function keptElsewhere(
  { before, after, known }: Redirected,
  old: readonly OldPath[],
  stars: Star[],
): readonly NewRedirect[] {
  return known.flatMap(({ source, to: key, captures, isKept }) => {
    const there = everyItem(after).find((item) => item.key === key);
    const lost = everyItem(before).find((item) => item.key === key);
    const shown = lost?.shows === undefined ? before.defaults.get(lost?.key ?? root) : lost;
    const place = there === undefined ? shown && placeOf(after, shown) : { to: there, isSame: true };
    if (!isKept || key === undefined || place === undefined) return [];
    const [below, to] = [pathIn(source), pathOf(after, place.to)];
    const isOneContent = !old.some(({ path }) => urlPath(path) === urlPath(below));
    const star = {
      below,
      to,
      captures: captures && place.isSame && isOneContent && !mayLoop(below, to, stars),
    };
    if (source.endsWith("*")) stars.push(star);
    return [{ source, to: place.to, captures: star.captures }];
  });
}

/** The item that visitors of an old path come to: the same content, else its section, else the first of the site. */
function placeOf(
  after: SiteStructure,
  item: Item,
): { readonly to: Item; readonly isSame: boolean } | undefined {
  const same = shownIn(after).filter(({ shows }) => shows === item.shows);
  const to = same.find(({ key }) => key === item.key) ?? same[0];
  if (to !== undefined) return { to, isSame: true };
  const section = everyItem(after).find(({ key }) => key === item.container);
  const first = section ?? after.defaults.get(root);
  return first === undefined ? undefined : { to: first, isSame: false };
}

function isAlike(after: SiteStructure, { to, captures }: NewRedirect, other: KnownRedirect): boolean {
  const isThere = other.at === undefined || other.at.join("/") === pathOf(after, to).join("/");
  return to.key === other.to && captures === other.captures && isThere;
}

/** Sources match without case. */
function isSource(one: Pick<KnownRedirect, "source">, source: string): boolean {
  return one.source.toLowerCase() === source.toLowerCase();
}

function starOf(
  after: SiteStructure,
  { source, to, captures }: KnownRedirect | NewRedirect,
): Star | undefined {
  if (!source.endsWith("*")) return undefined;
  const item = everyItem(after).find(({ key }) => key === to);
  return item && { below: pathIn(source), to: pathOf(after, item), captures };
}

/**
 * Could a path that never was be led round for ever, with what is appended? Only when a star leads on to another, and so
 * back to itself. The order of stars has no say in that, so a second plan finds the same.
 */
function mayLoop(below: Path, to: Path, stars: readonly Star[]): boolean {
  const appending = stars.filter((one) => one.captures && one.below.join("/") !== below.join("/"));
  const reached = new Set(appending.filter((one) => meets(to, one)));
  for (const star of reached) for (const one of appending) if (meets(star.to, one)) reached.add(one);
  const isBack = [...reached].some((star) => meets(star.to, { below }));
  return startsWith(to, below) || isBack;
}

/** Can a path that begins so be one that a star catches? */
function meets(to: Path, { below }: Pick<Star, "below">): boolean {
  return startsWith(to, below) || startsWith(below, to);
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((part, at) => part.toLowerCase() === path[at]?.toLowerCase());
}

/** Does a star lead what is below another one's path to the same place? */
function leadsAlike(one: Star, star: Star): boolean {
  if (!startsWith(star.below, one.below) || one.captures !== star.captures) return false;
  const more = one.captures ? star.below.slice(one.below.length) : [];
  return [...one.to, ...more].join("/") === star.to.join("/");
}
