import type { z } from "zod";
import type { organizationSearchItem, spaceSearchItem } from "../../contract/parts/search.ts";
import { type Caller, type Listing, listing } from "../call.ts";
import { spacesInOrder } from "../resources/content-tree.ts";
import type { RevisionState } from "../store/content-state.ts";
import type { OrganizationState, SpaceState } from "../store/state.ts";
import { pageAddress } from "./content-view.ts";
import { type Block, parseBlocks, plainText } from "./markdown-blocks.ts";
import { withIncludes } from "./markdown-text.ts";
import { type PlacedPage, placedPages } from "./pages.ts";
import { currentRevision } from "./revisions.ts";

/** A part of a page below one heading; the first part may have no heading. */
interface SearchSection {
  readonly title: string;
  readonly anchor: string;
  readonly body: string;
}

/** A page that was found, the sections in which a word occurs, and how well it fits. */
export interface SearchHit {
  readonly placed: PlacedPage;
  readonly sections: readonly SearchSection[];
  readonly score: number;
}

/** The words of a query, in lower case. */
export function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
}

/**
 * The pages in which every word occurs, in title, description or text, as a part of a word or whole, whatever its case.
 * Best first: a word in the title of the page counts 10, in that of a section 3, in the text 1; equals in the order
 * of the pages. A query without words finds nothing, and nothing finds pages with `noIndex`.
 */
export function searchRevision(revision: RevisionState, words: readonly string[]): SearchHit[] {
  if (words.length === 0) return [];
  return placedPages(revision.pages)
    .filter(({ page }) => page.noIndex !== true)
    .flatMap((placed) => hitIn(revision, placed, words) ?? [])
    .sort((a, b) => b.score - a.score);
}

function hitIn(revision: RevisionState, placed: PlacedPage, words: readonly string[]): SearchHit | undefined {
  const { title, description = "", markdown } = placed.page;
  const sections = sectionsOf(withIncludes(revision, markdown));
  const texts = [
    { text: title, weight: 10 },
    { text: description, weight: 1 },
    ...sections.flatMap((section) => [
      { text: section.title, weight: 3 },
      { text: section.body, weight: 1 },
    ]),
  ].map(({ text, weight }) => ({ text: text.toLowerCase(), weight }));
  if (!words.every((word) => texts.some(({ text }) => text.includes(word)))) return undefined;
  const weights = words.flatMap((word) =>
    texts.filter(({ text }) => text.includes(word)).map(({ weight }) => weight),
  );
  return {
    placed,
    sections: sections.filter((section) => words.some((word) => occursIn(section, word))),
    score: weights.reduce((sum, weight) => sum + weight, 0),
  };
}

function occursIn({ title, body }: SearchSection, word: string): boolean {
  return `${title}\n${body}`.toLowerCase().includes(word);
}

function sectionsOf(markdown: string): SearchSection[] {
  const sections: { title: string; anchor: string; texts: string[] }[] = [];
  for (const block of parseBlocks(markdown)) {
    if (block.kind === "heading")
      sections.push({ title: plainText(block.text), anchor: block.anchor, texts: [] });
    else {
      if (sections.length === 0) sections.push({ title: "", anchor: "", texts: [] });
      sections.at(-1)?.texts.push(textOf(block));
    }
  }
  return sections.map(({ title, anchor, texts }) => ({ title, anchor, body: texts.join("\n") }));
}

function textOf(block: Exclude<Block, { kind: "heading" }>): string {
  if (block.kind === "code") return block.text;
  return block.kind === "list" ? block.items.map(plainText).join("\n") : plainText(block.text);
}

type SpaceItem = z.output<ReturnType<typeof spaceSearchItem>>;

/** Pages found in the current content of a space, best first (2.22, 4.4). */
export function searchSpace(caller: Caller, space: SpaceState, query: string): Listing<SpaceItem> {
  const hits = searchRevision(currentRevision(space.content), wordsOf(query));
  const found = hits.map((hit) => ({ ...hit, id: hit.placed.page.id }));
  return listing(found, (hit) => showHit(caller, space, hit));
}

/** Spaces with the pages found in them, the one with the best page first, equals in display order (2.22, 4.8). */
export function searchOrganization(
  caller: Caller,
  organization: OrganizationState,
  query: string,
): Listing<z.output<ReturnType<typeof organizationSearchItem>>> {
  const words = wordsOf(query);
  const found = spacesInOrder(caller.state, organization)
    .map((space) => ({ id: space.id, space, hits: searchRevision(currentRevision(space.content), words) }))
    .filter(({ hits }) => hits.length > 0)
    .sort((a, b) => (b.hits[0]?.score ?? 0) - (a.hits[0]?.score ?? 0));
  return listing(found, ({ space, hits }) => ({
    id: space.id,
    title: space.title,
    pages: hits.map((hit) => showHit(caller, space, hit)),
  }));
}

/** Longest text of a section that is shown. */
const bodyLength = 500;

function showHit({ state, baseUrl }: Caller, space: SpaceState, { placed, sections }: SearchHit): SpaceItem {
  const { page, path, ancestors } = placed;
  const reading = { state, baseUrl, space };
  return {
    id: page.id,
    title: page.title,
    path,
    sections: sections.map(({ title, anchor, body }, index) => ({
      id: `${page.id}-${anchor === "" ? index : anchor}`,
      title: title === "" ? page.title : title,
      path: anchor === "" ? path : `${path}#${anchor}`,
      body: body.slice(0, bodyLength),
      urls: { app: pageAddress(reading, path, anchor) },
    })),
    ancestors: ancestors.map(({ title }) => ({ title })),
    urls: { app: pageAddress(reading, path) },
  };
}
