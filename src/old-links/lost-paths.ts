import { compareText } from "../text/json.ts";
import { decoded } from "../text/percent-encoding.ts";
import {
  contentAt,
  everyItem,
  type Item,
  type Path,
  pathOf,
  type SiteStructure,
  shownIn,
} from "./structure.ts";

/** A path of a published site that no longer shows what it showed. */
export interface OldPath {
  readonly path: Path;
  /** The item that was shown there. */
  readonly item: Item;
  /**
   * `nothing`: no visitor gets an answer there. `other`: another content answers, and the pages of the former one do not.
   * `redirected`: the platform leads on from there by itself, with the pages.
   */
  readonly now: "nothing" | "other" | "redirected";
  /** Where the platform leads. */
  readonly to?: Path;
}

/** The paths that a plan changes, those of outer items first. */
export function oldPaths(before: SiteStructure, after: SiteStructure): readonly OldPath[] {
  const former = formerPaths(before, after);
  return shownIn(before)
    .flatMap((item) => changed(after, former, item, pathOf(before, item)))
    .sort((a, b) => a.path.length - b.path.length || compareText(urlPath(a.path), urlPath(b.path)));
}

function changed(
  after: SiteStructure,
  former: ReadonlyMap<string, string>,
  item: Item,
  path: Path,
): readonly OldPath[] {
  const now = contentAt(after, path);
  const led = now?.rest.length === 0 ? now : contentAt(after, path, former);
  if (led === undefined || led.rest.length > 0) return [{ path, item, now: "nothing" }];
  if (led.item.shows !== item.shows) return [{ path, item, now: "other" }];
  const to = pathOf(after, led.item);
  return urlPath(to) === urlPath(path) ? [] : [{ path, item, now: "redirected", to }];
}

/** The path that each item had before, where the plan gives it another one. */
function formerPaths(before: SiteStructure, after: SiteStructure): ReadonlyMap<string, string> {
  const had = new Map(everyItem(before).map(({ key, path }) => [key, path]));
  return new Map(
    everyItem(after).flatMap(({ key, path }) => {
      const old = had.get(key);
      return old === undefined || old === path ? [] : [[key, old] as const];
    }),
  );
}

/** A path as it is in an address: `/api/v1`. Redirects take no other characters in their source. */
export function urlPath(path: Path): string {
  return `/${path.map((part) => encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, "\ufffd")).replaceAll(/[!'()*]/g, percentEncoded)).join("/")}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The path of a source or address, without the star at its end. */
export function pathIn(source: string): Path {
  return source
    .replace(/\*$/, "")
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
}
