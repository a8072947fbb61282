import type { GitbookCall } from "../calls/call.ts";
import { invalid, setOrClear } from "../http/refusal.ts";
import { appendLink, childrenOf, deleteLink, hasSections } from "../resources/sites.ts";
import type { LinkState } from "../store/site-state.ts";
import { newId } from "../store/state.ts";
import { groupFor, linkView } from "./sections.ts";

/** A new link at the end of its group, or of the root. A site without sections has none. */
function createLink({ found, state, body }: GitbookCall<"createExternalLink">) {
  const { site } = found;
  const { title, url, parent, ...fields } = body;
  if (!hasSections(site)) throw invalid("site", "it has no sections, so it takes no external links");
  const group = groupFor(site, parent, "parent")?.id;
  const created: LinkState = { id: newId(state, "link"), title, url };
  setOrClear(created, { ...fields, group });
  site.links = { ...site.links, [created.id]: created };
  childrenOf(site, group).push(created.id);
  return linkView(created);
}

/** A link that comes to another container is at its end; one that is there already keeps its place. */
function updateLink({ found, body }: GitbookCall<"updateExternalLink">) {
  const { site, siteExternalLink: shown } = found;
  const { parent, ...fields } = body;
  const group = groupFor(site, parent, "parent")?.id;
  setOrClear(shown, fields);
  if (parent !== undefined && group !== shown.group) appendLink(site, shown, group);
  return linkView(shown);
}

/** Operations on the external links of a site. */
export const gitbookLinkHandlers = {
  createExternalLink: createLink,
  updateExternalLink: updateLink,
  deleteExternalLink: ({ found }: GitbookCall<"deleteExternalLink">) =>
    deleteLink(found.site, found.siteExternalLink),
};
