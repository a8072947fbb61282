import type { Call, CallAt } from "../calls/call.ts";
import { hitsIn, showHit } from "../content/search.ts";
import { showChangeRequest } from "../parts/change-requests.ts";
import { commentHandlers, replyAddress } from "../parts/comments.ts";
import { spaceContentHandlers as content } from "../parts/space-content.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { spacesInOrder } from "../resources/content-tree.ts";
import type { SpaceState } from "../store/state.ts";
import { rows } from "../store/table.ts";
import { publishedPage } from "./pages.ts";

/** A revision that a merge made names its change request. */
function withSource(call: CallAt<"spaceId">, { pages = [], ...shown }: View<"getSpaceContent">) {
  const { space } = call.found;
  const merged = rows(space.changeRequests).find(({ revisionMerged }) => revisionMerged === shown.id);
  const mergedFrom = merged && showChangeRequest(call, { space, changeRequest: merged });
  return { ...shown, pages: pages.map(publishedPage), mergedFrom };
}

const inForm = ({ pages }: View<"listPages">) => ({ pages: pages.map(publishedPage) });

/** The pages found in spaces with their place among all, best first; equals in the order of the spaces. */
function ranked(spaces: readonly SpaceState[], query: string) {
  return spaces
    .flatMap((space) => hitsIn(space, query).map((hit) => ({ id: hit.placed.page.id, space, hit })))
    .sort((a, b) => b.hit.score - a.hit.score)
    .map((found, index) => ({ ...found, rank: index + 1 }));
}

function showRanked(caller: Caller, { space, hit, rank }: ReturnType<typeof ranked>[number]) {
  const { sections = [], ...shown } = showHit(caller, space, hit);
  const { description = "" } = hit.placed.page;
  const scored = sections.map((section, index) => ({ ...section, score: hit.sections[index]?.score }));
  return { ...shown, description, score: hit.score, rank, sections: scored };
}

/** The space with the best page comes first. */
function searchOrganization(call: Call<"searchOrganizationContent">) {
  const all = ranked(spacesInOrder(call.state, call.found.organization), call.query.query);
  return listing([...new Set(all.map(({ space }) => space))], ({ id, title }) => {
    const own = all.filter(({ space }) => space.id === id);
    const pages = own.map((one) => showRanked(call, one));
    return { type: "space", id, title, score: own[0]?.hit.score, pages };
  });
}

/** A reply to a comment on a change request has an address, too. */
function addressed(
  call: CallAt<"spaceId" | "changeRequestId" | "commentId">,
  reply: View<"getSpaceCommentReply">,
) {
  return { ...reply, urls: { location: replyAddress(call, reply.id) } };
}

/** Content, searches and replies, whose answers have more than those of the reference. */
export const gitbookContentHandlers = {
  getSpaceContent: (call: Call<"getSpaceContent">) => withSource(call, content.getSpaceContent(call)),
  getChangeRequestContent: (call: Call<"getChangeRequestContent">) =>
    withSource(call, content.getChangeRequestContent(call)),
  listPages: (call: Call<"listPages">) => inForm(content.listPages(call)),
  listChangeRequestPages: (call: Call<"listChangeRequestPages">) =>
    inForm(content.listChangeRequestPages(call)),
  getPage: (call: Call<"getPage">) => publishedPage(content.getPage(call)),
  getChangeRequestPage: (call: Call<"getChangeRequestPage">) =>
    publishedPage(content.getChangeRequestPage(call)),
  searchSpaceContent: (call: Call<"searchSpaceContent">) =>
    listing(ranked([call.found.space], call.query.query), (one) => showRanked(call, one)),
  searchOrganizationContent: searchOrganization,
  createChangeRequestCommentReply: (call: Call<"createChangeRequestCommentReply">) =>
    addressed(call, commentHandlers.createChangeRequestCommentReply(call)),
  listChangeRequestCommentReplies: (call: Call<"listChangeRequestCommentReplies">) => {
    const { show, ...list } = commentHandlers.listChangeRequestCommentReplies(call);
    return { ...list, show: (id: string) => addressed(call, show(id)) };
  },
};
