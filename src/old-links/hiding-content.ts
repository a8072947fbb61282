import { decoded } from "../text/percent-encoding.ts";
import { contentAt, type Item, type SiteStructure } from "./structure.ts";

/** The content of published sites, as far as a platform tells. */
export interface PublishedContent {
  /** The structure of each published site by the id of the site. */
  readonly sites: ReadonlyMap<string, SiteStructure>;
  /** The paths of the pages of a space by its id; undefined when they cannot be read. */
  readonly pagesOf: (space: string) => Promise<ReadonlySet<string> | undefined>;
}

/** An item that answers at a path, with the path of its page where that is not its first one. */
export interface Hiding {
  readonly item: Item;
  readonly page?: string;
}

/**
 * The content at the source of a redirect, which never redirects then (d). One with a star is hidden by no single page.
 * `unknown`: whether a page is there cannot be told.
 */
export async function hidingContent(
  { sites, pagesOf }: PublishedContent,
  site: string,
  source: string,
): Promise<Hiding | "unknown" | undefined> {
  const structure = sites.get(site);
  if (structure === undefined || source.endsWith("*")) return undefined;
  const content = contentAt(structure, source.split("/").slice(1).map(decoded));
  if (content === undefined) return undefined;
  const { item, rest } = content;
  if (rest.length === 0) return { item };
  const page = rest.join("/");
  const pages = await pagesOf(item.shows?.split(" ").at(-1) ?? "");
  if (pages === undefined) return "unknown";
  return pages.has(page) ? { item, page } : undefined;
}
