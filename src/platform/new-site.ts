import type { SiteState } from "./state.ts";
import { emptyTable } from "./table.ts";

/** Types of a site that the platform knows (A8). */
export const siteTypes = ["basic", "premium", "ultimate"] as const;

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
