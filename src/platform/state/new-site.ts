import type { SiteState } from "../store/state.ts";
import { emptyTable } from "../store/table.ts";

/** A site as it is when it is created: public, not published, and empty (2.15). */
export function newSite(
  id: string,
  organization: string,
  now: string,
  given: Pick<SiteState, "type" | "title">,
): SiteState {
  return {
    id,
    organization,
    ...given,
    visibility: "public",
    published: false,
    adaptiveContent: false,
    agentsContext: "included",
    createdAt: now,
    siteSpaces: [],
    children: [],
    sections: {},
    groups: {},
    allSiteSpaces: {},
    shareLinks: emptyTable(),
  };
}
