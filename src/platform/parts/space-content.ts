import type { spaceContentOperations } from "../../contract/parts/space-content.ts";
import { type Call, type HandlersOf, listing } from "../call.ts";
import { checkEditable, editContent } from "../content/change-requests.ts";
import { contentView, showFile, showPages, showRevision } from "../content/content-view.ts";
import { backlinkListing, linkListing, readingOf } from "../content/links.ts";
import { answerPage } from "../content/page-answer.ts";
import { currentRevision, findChangeRequest, revisionOf } from "../content/revisions.ts";
import { searchSpace } from "../content/search.ts";
import { withTemplate } from "../content/templates.ts";
import { invalid } from "../refusal.ts";
import { checkLive, checkUnlocked } from "../resources/spaces.ts";

type Operations = typeof spaceContentOperations;

/**
 * A template adds pages and variables, in a new revision of the space, or of one of its change requests (A5, A37).
 * A locked space takes it only in a change request (2.1).
 */
function applyTemplate({ state, token, now, found, body }: Call<Operations["applyTemplate"]>) {
  const { space } = found;
  const edit = { state, space, user: token.user, now };
  checkLive(space);
  const { changeRequestId: given } = body;
  const changeRequest = given === undefined ? undefined : findChangeRequest(space, given);
  if (given !== undefined && changeRequest === undefined) {
    throw invalid("changeRequestId", `the space has no change request ${JSON.stringify(given)}`);
  }
  if (changeRequest === undefined) checkUnlocked(space);
  else checkEditable(changeRequest);
  editContent(edit, changeRequest, withTemplate(edit, revisionOf(space, changeRequest), body, ""));
  return { status: 201 } as const;
}

/** Operations on the content of a space: its current revision (4.4). */
export const spaceContentHandlers = {
  searchSpaceContent: (call) => searchSpace(call, call.found.space, call.query.query),
  getSpaceContent: (call) => {
    const { content } = call.found.space;
    return { status: 200, body: showRevision(contentView(call), currentRevision(content)) };
  },
  applyTemplate,
  listPages: (call) => {
    const { pages } = currentRevision(call.found.space.content);
    return { status: 200, body: { pages: showPages(contentView(call), pages) } };
  },
  listFiles: (call) => {
    const { files } = currentRevision(call.found.space.content);
    return listing(files, (file) => showFile(contentView(call), file));
  },
  getFile: (call) => ({ status: 200, body: showFile(contentView(call), call.found.file) }),
  listFileBacklinks: (call) => backlinkListing(readingOf(call, call.found), call.found.file),
  getPage: (call) => ({ status: 200, body: answerPage(contentView(call), call.found.page, call.query) }),
  listPageLinks: (call) => linkListing(readingOf(call, call.found), call.found.page, call.query.status),
} satisfies HandlersOf<Operations>;
