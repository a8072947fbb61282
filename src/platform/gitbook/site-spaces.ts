import { type CallAt, type GitbookCall, withBody } from "../calls/call.ts";
import { invalid, setGiven, setOrClear } from "../http/refusal.ts";
import { sectionFor, siteSpaceHandlers, siteSpaceView, spaceFor } from "../parts/site-spaces.ts";
import type { Caller } from "../resources/caller.ts";
import { appendSiteSpace } from "../resources/sites.ts";
import type { SpaceState } from "../store/state.ts";
import { keepFormerPath } from "./former-paths.ts";
import { makeSpace } from "./spaces.ts";

/** The fields of a body that say which space is shown: one that is there, or a new one for null. */
interface ShownSpace {
  readonly spaceId: string | null;
  readonly template?: { readonly id: string } | undefined;
  readonly pageId?: string | null | undefined;
}

/** The space of a body. A page to begin with is one of a space that is there. */
export function spaceShown(
  call: Caller & CallAt<"organizationId">,
  { spaceId, template, pageId }: ShownSpace,
  title: string,
): SpaceState {
  if (spaceId !== null && template !== undefined)
    throw invalid("template", "it is only for a new space: give spaceId null");
  if (spaceId !== null) return spaceFor(call.state, call.found.organization, spaceId, "spaceId");
  if (typeof pageId === "string") throw invalid("pageId", "a new space has no page yet");
  return makeSpace(call, call.found.organization, { title, template });
}

function createSiteSpace(call: GitbookCall<"createSiteSpace">) {
  const { found, state, body } = call;
  const section = sectionFor(found.site, body.sectionId);
  const space = spaceShown(call, body, body.title ?? found.site.title);
  const created = appendSiteSpace(state, found.site, section, space);
  setOrClear(created, { draft: body.draft, pageId: body.pageId, title: body.title });
  keepFormerPath(found.site);
  return siteSpaceView(call, found)(created);
}

/** Another space begins with its own first page again. */
function updateSiteSpace(call: GitbookCall<"updateSiteSpace">) {
  const { draft, pageId, ...body } = call.body;
  const { siteSpace: shown } = call.found;
  const other = body.spaceId !== undefined && body.spaceId !== shown.space;
  const { id, path } = shown;
  siteSpaceHandlers.updateSiteSpace(withBody(call, body));
  keepFormerPath(call.found.site, { id, path });
  setGiven(shown, { draft });
  setOrClear(shown, { pageId: pageId ?? (other || pageId === null ? null : undefined) });
  return siteSpaceView(call, call.found)(shown);
}

/** Operations on site spaces that this edition has otherwise. */
export const gitbookSiteSpaceHandlers = {
  createSiteSpace,
  updateSiteSpace,
};
