import { type Caller, type Item, type Listing, listing } from "../resources/caller.ts";
import { revisionOf } from "../resources/change-requests.ts";
import { spacesInOrder } from "../resources/content-tree.ts";
import { type PlacedPage, placedPages } from "../resources/pages.ts";
import type { OrganizationState, SpaceState } from "../store/state.ts";
import { pageAddress } from "./content-view.ts";
import { parseBlocks, plainText } from "./markdown-blocks.ts";
import { withIncludes } from "./markdown-text.ts";

/** A part of a page below one heading; the first part may have no heading. */
interface SearchSection {
  readonly title: string;
  readonly anchor: string;
  body: string;
}

/** A section in which a word occurs, and how well it fits. */
interface FoundSection extends SearchSection {
  readonly score: number;
}

/** A page that was found, the sections in which a word occurs, and how well it fits. */
export interface SearchHit {
  readonly placed: PlacedPage;
  readonly sections: readonly FoundSection[];
  readonly score: number;
}

/** Pages found in the current content of a space, best first (2.22, 4.4). */
export function searchSpace(
  caller: Caller,
  space: SpaceState,
  query: string,
): Listing<Item<"searchSpaceContent">> {
  const found = hitsIn(space, query).map((hit) => ({ ...hit, id: hit.placed.page.id }));
  return listing(found, (hit) => showHit(caller, space, hit));
}

/** Spaces with the pages found in them, the one with the best page first, equals in display order (2.22, 4.8). */
export function searchOrganization(
  caller: Caller,
  organization: OrganizationState,
  query: string,
): Listing<Item<"searchOrganizationContent">> {
  const found = spacesInOrder(caller.state, organization)
    .map((space) => ({ id: space.id, space, hits: hitsIn(space, query) }))
    .filter(({ hits }) => hits.length > 0)
    .sort((a, b) => (b.hits[0]?.score ?? 0) - (a.hits[0]?.score ?? 0));
  return listing(found, ({ space, hits }) => ({
    id: space.id,
    title: space.title,
    pages: hits.map((hit) => showHit(caller, space, hit)),
  }));
}

/**
 * The pages in which every word occurs, in title, description or text, as a part of a word or whole, whatever its case.
 * Best first: a word in the title of the page counts 10, in that of a section 3, in the text 1; equals in the order
 * of the pages. A query without words finds nothing, and nothing finds pages with `noIndex`.
 */
export function hitsIn(space: SpaceState, query: string): SearchHit[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
  if (words.length === 0) return [];
  const revision = revisionOf(space);
  return placedPages(revision.pages)
    .filter(({ page }) => page.noIndex !== true)
    .flatMap((placed) => {
      const sections = sectionsOf(withIncludes(revision, placed.page.markdown));
      const scores = words.map((word) => scoreOf(word, placed, sections));
      if (scores.includes(0)) return [];
      const found = sections
        .map((section) => ({ ...section, score: sumOf(words.map((word) => scoreIn(section, word))) }))
        .filter(({ score }) => score > 0);
      return [{ placed, sections: found, score: sumOf(scores) }];
    })
    .sort((a, b) => b.score - a.score);
}

function scoreOf(word: string, { page }: PlacedPage, sections: readonly SearchSection[]): number {
  const { title, description = "" } = page;
  const inSections = sections.map((section) => scoreIn(section, word));
  return sumOf([weighed(title, word, 10), weighed(description, word, 1), ...inSections]);
}

function scoreIn({ title, body }: SearchSection, word: string): number {
  return weighed(title, word, 3) + weighed(body, word, 1);
}

function weighed(text: string, word: string, weight: number): number {
  return text.toLowerCase().includes(word) ? weight : 0;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function sectionsOf(markdown: string): SearchSection[] {
  const sections: SearchSection[] = [];
  for (const block of parseBlocks(markdown)) {
    if (block.kind === "heading") {
      sections.push({ title: plainText(block.text), anchor: block.anchor, body: "" });
      continue;
    }
    const section = sections.at(-1) ?? { title: "", anchor: "", body: "" };
    if (sections.length === 0) sections.push(section);
    const texts = block.kind === "list" ? block.items : [block.text];
    const text = block.kind === "code" ? block.text : texts.map(plainText).join("\n");
    section.body += section.body === "" ? text : `\n${text}`;
  }
  return sections;
}

/** Longest text of a section that is shown. */
const bodyLength = 500;

/** A page that was found, as the API shows it (2.22). */
export function showHit(
  caller: Caller,
  space: SpaceState,
  { placed, sections }: SearchHit,
): Item<"searchSpaceContent"> {
  const { page, path, ancestors } = placed;
  return {
    id: page.id,
    title: page.title,
    path,
    sections: sections.map(({ title, anchor, body }, index) => ({
      id: `${page.id}-${anchor === "" ? index : anchor}`,
      title: title === "" ? page.title : title,
      path: anchor === "" ? path : `${path}#${anchor}`,
      body: body.slice(0, bodyLength),
      urls: { app: pageAddress(caller, { space }, path, anchor) },
    })),
    ancestors: ancestors.map(({ title }) => ({ title })),
    urls: { app: pageAddress(caller, { space }, path) },
  };
}
