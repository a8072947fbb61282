import type { Call, Handlers } from "../calls/call.ts";
import { answerPage, showFile, showPages, showRevision } from "../content/content-view.ts";
import { backlinkListing, linkListing } from "../content/links.ts";
import { searchSpace } from "../content/search.ts";
import { withTemplate } from "../content/templates.ts";
import { invalid } from "../http/refusal.ts";
import { listing, type PlaceCall } from "../resources/caller.ts";
import { checkEditable, editContent, findChangeRequest, revisionOf } from "../resources/change-requests.ts";
import { checkLive, checkUnlocked } from "../resources/spaces.ts";
import type { RevisionState } from "../store/content-state.ts";

/**
 * A template adds pages and variables, in a new revision of the space, or of one of its change requests (A5, A37).
 * A locked space takes it only in a change request (2.1).
 */
function applyTemplate({ state, token, now, found, body }: Call<"applyTemplate">): void {
  const { space } = found;
  const edit = { state, space, user: token.user, now };
  checkLive(space);
  const { changeRequestId: given } = body;
  const changeRequest = given === undefined ? undefined : findChangeRequest(space, given);
  if (given !== undefined && changeRequest === undefined)
    throw invalid("changeRequestId", `the space has no change request ${JSON.stringify(given)}`);
  if (changeRequest === undefined) checkUnlocked(space);
  else checkEditable(changeRequest);
  editContent(edit, changeRequest, withTemplate(edit, revisionOf(space, changeRequest), body, ""));
}

function getContent(call: Call<"getSpaceContent"> | Call<"getChangeRequestContent">) {
  return showRevision(call, revisionIn(call));
}

function listPages(call: Call<"listPages"> | Call<"listChangeRequestPages">) {
  return { pages: showPages(call, revisionIn(call).pages) };
}

function listFiles(call: Call<"listFiles"> | Call<"listChangeRequestFiles">) {
  return listing(revisionIn(call).files, (file) => showFile(call, file));
}

function revisionIn({ found }: PlaceCall): RevisionState {
  return revisionOf(found.space, found.changeRequest);
}

/** Operations on the content of a space, its current revision (4.4), and of a change request, also a merged one (4.5). */
export const spaceContentHandlers = {
  searchSpaceContent: (call) => searchSpace(call, call.found.space, call.query.query),
  getSpaceContent: getContent,
  applyTemplate,
  listPages,
  listFiles,
  getFile: (call) => showFile(call, call.found.file),
  listFileBacklinks: (call) => backlinkListing(call, call.found.file),
  getPage: answerPage,
  listPageLinks: (call) => linkListing(call, call.found.page, call.query.status),
  getChangeRequestContent: getContent,
  listChangeRequestPages: listPages,
  listChangeRequestFiles: listFiles,
  getChangeRequestFile: (call) => showFile(call, call.found.file),
  listChangeRequestFileBacklinks: (call) => backlinkListing(call, call.found.file),
  getChangeRequestPage: answerPage,
  listChangeRequestPageLinks: (call) => linkListing(call, call.found.page),
} satisfies Partial<Handlers>;
