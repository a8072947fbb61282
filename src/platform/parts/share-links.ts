import type { z } from "zod";
import type { shareLink, shareLinkOperations } from "../../contract/parts/share-links.ts";
import { type Call, type HandlersOf, listing } from "../call.ts";
import { setGiven } from "../refusal.ts";
import { sharedSite } from "../resources/published-links.ts";
import type { ShareLinkState, SiteState } from "../store/site-state.ts";
import type { OrganizationState } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { add, remove, rows } from "../store/table.ts";

interface Place {
  readonly organization: OrganizationState;
  readonly site: SiteState;
}

/** A share link as the API shows it (2.19); the secret is the last part of its address. */
function showShareLink(
  { organization, site }: Place,
  shown: ShareLinkState,
): z.output<ReturnType<typeof shareLink>> {
  const { key, ...fields } = shown;
  return { object: "share-link", ...fields, urls: { published: sharedSite(organization, site, key) } };
}

/** A new link is active. */
function create({ found, state, body, now }: Call<typeof shareLinkOperations.createShareLink>) {
  const id = newId(state, "link");
  const created: ShareLinkState = { id, key: `key-${id}`, createdAt: now, name: body.name, active: true };
  return { status: 201, body: showShareLink(found, add(found.site.shareLinks, created)) } as const;
}

/** Operations on share links (4.15). */
export const shareLinkHandlers = {
  listShareLinks: ({ found }) => listing(rows(found.site.shareLinks), (shown) => showShareLink(found, shown)),
  createShareLink: create,
  updateShareLink: ({ found, body }) => {
    setGiven(found.shareLink, body);
    return { status: 200, body: showShareLink(found, found.shareLink) };
  },
  deleteShareLink: ({ found }) => {
    remove(found.site.shareLinks, found.shareLink.id);
    return { status: 205 };
  },
} satisfies HandlersOf<typeof shareLinkOperations>;
