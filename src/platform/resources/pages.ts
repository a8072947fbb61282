import { uniqueSlug } from "../../text/slug.ts";
import type { PageState } from "../store/content-state.ts";

/** A page and where it stands. */
export interface PlacedPage {
  readonly page: PageState;
  /** Slugs from the root: `guides/install`. */
  readonly path: string;
  /** The pages above it, from the root. */
  readonly ancestors: readonly PageState[];
}

/** Every page of a tree in display order, each before the pages below it. */
export function placedPages(pages: readonly PageState[]): PlacedPage[] {
  const placed: PlacedPage[] = [];
  const walk = (level: readonly PageState[], above: string, ancestors: readonly PageState[]) => {
    for (const page of level) {
      const path = `${above}${page.slug}`;
      placed.push({ page, path, ancestors });
      walk(page.pages, `${path}/`, [...ancestors, page]);
    }
  };
  walk(pages, "", []);
  return placed;
}

/** The page with this id, anywhere in the tree. */
export function findPage(pages: readonly PageState[], id: string): PlacedPage | undefined {
  return placedPages(pages).find(({ page }) => page.id === id);
}

/** The tree with every page changed as told; undefined takes a page out, and those below it. */
export function mapPages(
  pages: readonly PageState[],
  change: (page: PageState) => PageState | undefined,
): PageState[] {
  return pages.flatMap((page) => {
    const changed = change(page);
    return changed === undefined ? [] : [{ ...changed, pages: mapPages(changed.pages, change) }];
  });
}

/** The pages with slugs that are unique among siblings: a later clash gets a number, as paths do (A23). */
export function withUniqueSlugs(pages: readonly PageState[]): readonly PageState[] {
  const taken = new Set<string>();
  const unique = pages.map((page) => {
    const slug = uniqueSlug(page.slug, (candidate) => taken.has(candidate));
    taken.add(slug);
    const below = withUniqueSlugs(page.pages);
    return slug === page.slug && below === page.pages ? page : { ...page, slug, pages: below };
  });
  return unique.every((page, index) => page === pages[index]) ? pages : unique;
}
