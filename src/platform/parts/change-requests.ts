import { richDocument } from "../../contract/resource.ts";
import { compareText } from "../../text/json.ts";
import type { Call, CallAt, Handlers } from "../calls/call.ts";
import { appAddress } from "../content/content-view.ts";
import { withTemplate } from "../content/templates.ts";
import { conflict, invalid, notFound, setGiven } from "../http/refusal.ts";
import { type Caller, type Listing, listing, type View } from "../resources/caller.ts";
import {
  checkApproved,
  checkEditable,
  defaultSubject,
  type Edit,
  editContent,
  isOutdated,
  mergeChangeRequest,
  noteContributor,
  pullChangeRequest,
  reviewersOf,
  revisionOf,
  startChangeRequest,
} from "../resources/change-requests.ts";
import { spacesInOrder } from "../resources/content-tree.ts";
import { findPage } from "../resources/pages.ts";
import { showUser } from "../resources/people.ts";
import { checkLive, checkUnlocked } from "../resources/spaces.ts";
import { type ChangeRequestState, openComments } from "../store/content-state.ts";
import type { SpaceState } from "../store/state.ts";
import { rows } from "../store/table.ts";

type ChangeRequestView = View<"getChangeRequest">;

type ChangeRequestPlace = CallAt<"spaceId" | "changeRequestId">["found"];

/** A change request as the API shows it (2.5). */
export function showChangeRequest(
  caller: Caller,
  { space, changeRequest: shown }: ChangeRequestPlace,
): ChangeRequestView {
  const { contributors, reviewers, approvals, ...fields } = shown;
  return {
    object: "change-request",
    ...fields,
    createdBy: showUser(caller, shown.createdBy),
    space: space.id,
    comments: openComments(space.comments, shown.id),
    outdated: isOutdated(space, shown),
    urls: {
      location: `${caller.baseUrl}/v1/spaces/${space.id}/change-requests/${shown.id}`,
      app: appAddress(caller, { space, changeRequest: shown }),
    },
  };
}

type Query = Call<"listOrganizationChangeRequests">["query"];

function matches(query: Query, shown: ChangeRequestState): boolean {
  const { creator, contributor, requestedReviewer, conversationsIssuesCluster: cluster } = query;
  return (
    (creator === undefined || shown.createdBy === creator) &&
    (contributor === undefined || shown.contributors.includes(contributor)) &&
    (requestedReviewer === undefined || shown.reviewers.includes(requestedReviewer)) &&
    (cluster === undefined || shown.conversationsIssuesCluster === cluster)
  );
}

/** The change requests of spaces that a query asks for, newest first; those of one moment by number. */
function changeRequestListing(
  caller: Caller,
  spaces: readonly SpaceState[],
  query: Query,
): Listing<ChangeRequestView> {
  const found = spaces.flatMap((space) =>
    rows(space.changeRequests)
      .reverse()
      .filter((each) => matches(query, each))
      .map((each) => ({ id: each.id, space, changeRequest: each })),
  );
  found.sort((a, b) => compareText(b.changeRequest.createdAt, a.changeRequest.createdAt));
  return listing(found, (place) => showChangeRequest(caller, place));
}

function editOf({ state, token, now }: Caller, space: SpaceState): Edit {
  return { state, space, user: token.user, now };
}

/** A change request starts as a draft, with the content of its space and that of the template, if one is given. */
function createChangeRequest(call: Call<"createChangeRequest">) {
  const { space } = call.found;
  const { subject = defaultSubject, template } = call.body;
  checkLive(space);
  const edit = editOf(call, space);
  const content =
    template === undefined ? undefined : withTemplate(edit, revisionOf(space), template, "template.");
  const created = startChangeRequest(edit, { subject, reviewers: reviewersOf(call.state, space) });
  // The create takes any other property (4.2); this one is of the form of a change request.
  const description = richDocument().safeParse(call.body.description);
  if (description.success) created.description = description.data;
  if (content !== undefined) editContent(edit, created, content);
  return showChangeRequest(call, { space, changeRequest: created });
}

/** Draft, open and archived follow each other freely; only a merge merges, and nothing leaves merged. */
function checkStatus(shown: ChangeRequestState, status: ChangeRequestState["status"] | undefined): void {
  if (status === undefined || status === shown.status) return;
  if (shown.status === "merged") throw conflict("status", "the change request is merged");
  if (status === "merged") throw invalid("status", "merge the change request to make it merged");
}

function updateChangeRequest(call: Call<"updateChangeRequest">) {
  const { found, body } = call;
  const { space, changeRequest: shown } = found;
  checkLive(space);
  checkStatus(shown, body.status);
  setGiven(shown, body);
  if (Object.keys(body).length > 0) noteContributor(editOf(call, space), shown);
  return showChangeRequest(call, found);
}

/** Merges an open change request, in a space that is not locked, with the required reviews. */
function merge(call: Call<"mergeChangeRequest">) {
  const { space, changeRequest: shown } = call.found;
  checkLive(space);
  checkEditable(shown);
  checkUnlocked(space);
  const edit = editOf(call, space);
  checkApproved(edit, shown);
  const { id } = mergeChangeRequest(edit, shown);
  return { revision: id, result: "merge" };
}

function pull(call: Call<"pullChangeRequest">) {
  const { space, changeRequest: shown } = call.found;
  checkLive(space);
  checkEditable(shown);
  const { id } = pullChangeRequest(editOf(call, space), shown);
  return { revision: id, result: "update" };
}

/** The address of a PDF. The embedded platform creates none. */
function pdf(call: Call<"getChangeRequestPdf">) {
  const { found, query } = call;
  const { only, page } = query;
  if (only === true && page === undefined) throw invalid("page", "say which page the PDF holds");
  const { pages } = revisionOf(found.space, found.changeRequest);
  if (page !== undefined && findPage(pages, page) === undefined) throw notFound("page", page);
  const asked = new URLSearchParams();
  if (page !== undefined) asked.set("page", page);
  if (only !== undefined) asked.set("only", String(only));
  const address = `${appAddress(call, found)}/pdf`;
  return { url: asked.size === 0 ? address : `${address}?${asked}` };
}

/** Operations on change requests (4.2). Lists show the newest first; that of a space only open ones unless asked. */
export const changeRequestHandlers = {
  listChangeRequests: (call) => {
    const { status = "open" } = call.query;
    const { ids, show } = changeRequestListing(call, [call.found.space], call.query);
    const { byId } = call.found.space.changeRequests;
    return { ids: ids.filter((id) => byId[id]?.status === status), show };
  },
  createChangeRequest: createChangeRequest,
  getChangeRequest: (call) => showChangeRequest(call, call.found),
  updateChangeRequest: updateChangeRequest,
  mergeChangeRequest: merge,
  pullChangeRequest: pull,
  getChangeRequestPdf: pdf,
  listOrganizationChangeRequests: (call) =>
    changeRequestListing(call, spacesInOrder(call.state, call.found.organization), call.query),
} satisfies Partial<Handlers>;
