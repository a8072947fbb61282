import type { Call, CallAt, Handlers } from "../calls/call.ts";
import { setGiven } from "../http/refusal.ts";
import { listing, type View } from "../resources/caller.ts";
import { sharedSite } from "../resources/published-links.ts";
import type { ShareLinkState } from "../store/site-state.ts";
import { newId } from "../store/state.ts";
import { add, remove, rows } from "../store/table.ts";

/** A share link as the API shows it (2.19); the secret is the last part of its address. */
function showShareLink(
  { organization, site }: CallAt<"organizationId" | "siteId">["found"],
  { key, ...fields }: ShareLinkState,
): View<"updateShareLink"> {
  return { object: "share-link", ...fields, urls: { published: sharedSite(organization, site, key) } };
}

/** A new link is active. */
function createShareLink({ found, state, body, now }: Call<"createShareLink">) {
  const id = newId(state, "link");
  const created: ShareLinkState = { id, key: `key-${id}`, createdAt: now, name: body.name, active: true };
  return showShareLink(found, add(found.site.shareLinks, created));
}

/** Operations on share links (4.15). */
export const shareLinkHandlers = {
  listShareLinks: ({ found }) => listing(rows(found.site.shareLinks), (shown) => showShareLink(found, shown)),
  createShareLink: createShareLink,
  updateShareLink: ({ found, body }) => showShareLink(found, setGiven(found.shareLink, body)),
  deleteShareLink: ({ found }) => remove(found.site.shareLinks, found.shareLink.id),
} satisfies Partial<Handlers>;
