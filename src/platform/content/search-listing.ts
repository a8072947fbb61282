import type { z } from "zod";
import type { organizationSearchItem, spaceSearchItem } from "../../contract/parts/search.ts";
import { type Caller, type Listing, listing } from "../call.ts";
import type { OrganizationState, SpaceState } from "../store/state.ts";
import { spacesInOrder } from "../store/tree.ts";
import { pageAddress } from "./content-view.ts";
import { currentRevision } from "./revisions.ts";
import { type SearchHit, searchRevision, wordsOf } from "./search.ts";

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
