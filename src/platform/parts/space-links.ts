import type { spaceLinkOperations } from "../../contract/parts/spaces.ts";
import type { HandlersOf } from "../call.ts";
import { linkListing, readingOf } from "../content/links.ts";

/** The links on all pages of a space (4.6). */
export const spaceLinkHandlers = {
  listSpaceLinks: (call) => linkListing(readingOf(call, call.found), undefined, call.query.status),
} satisfies HandlersOf<typeof spaceLinkOperations>;
