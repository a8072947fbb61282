import type { changeRequestContentOperations } from "../../contract/parts/space-content.ts";
import { type HandlersOf, listing } from "../call.ts";
import { contentView, showFile, showPages, showRevision } from "../content/content-view.ts";
import { backlinkListing, linkListing, readingOf } from "../content/links.ts";
import { answerPage } from "../content/page-answer.ts";
import { revisionOf } from "../content/revisions.ts";

/** Operations on the content of a change request: its own current revision, also when it is merged (4.5). */
export const changeRequestContentHandlers = {
  getChangeRequestContent: (call) => {
    const { space, changeRequest } = call.found;
    return { status: 200, body: showRevision(contentView(call), revisionOf(space, changeRequest)) };
  },
  listChangeRequestPages: (call) => {
    const { pages } = revisionOf(call.found.space, call.found.changeRequest);
    return { status: 200, body: { pages: showPages(contentView(call), pages) } };
  },
  listChangeRequestFiles: (call) => {
    const { files } = revisionOf(call.found.space, call.found.changeRequest);
    return listing(files, (file) => showFile(contentView(call), file));
  },
  getChangeRequestFile: (call) => ({ status: 200, body: showFile(contentView(call), call.found.file) }),
  listChangeRequestFileBacklinks: (call) => backlinkListing(readingOf(call, call.found), call.found.file),
  getChangeRequestPage: (call) => ({
    status: 200,
    body: answerPage(contentView(call), call.found.page, call.query),
  }),
  listChangeRequestPageLinks: (call) => linkListing(readingOf(call, call.found), call.found.page),
} satisfies HandlersOf<typeof changeRequestContentOperations>;
