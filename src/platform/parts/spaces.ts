import { Answer, type Call, type CallAt, type GitbookCall, type Handlers } from "../calls/call.ts";
import { linkListing } from "../content/links.ts";
import { Refusal, setGiven } from "../http/refusal.ts";
import { permissionsOf } from "../resources/access.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { moveContent, transferContent } from "../resources/content-move.ts";
import { deleteSpace, placeContent, spacesInOrder } from "../resources/content-tree.ts";
import { publishedSpaces } from "../resources/published-links.ts";
import { checkLive, copySpace } from "../resources/spaces.ts";
import { openComments } from "../store/content-state.ts";
import { newId, type SpaceState } from "../store/state.ts";
import { rows } from "../store/table.ts";

/**
 * The view of spaces of an organization (2.6). It visits every site at creation: create it once for each
 * call.
 */
export function spaceView(
  caller: Caller,
  organizationId: string,
  shareKey?: string,
): (shown: SpaceState) => View<"getSpace"> {
  const published = publishedSpaces(caller, organizationId, shareKey);
  return ({ comments, content, changeRequests, icon, access, mergeRules, ...shown }) => {
    const statuses = rows(changeRequests).map(({ status }) => status);
    return {
      object: "space",
      ...shown,
      mergeRules: mergeRules as View<"getSpace">["mergeRules"],
      revision: content.current,
      urls: {
        location: `${caller.baseUrl}/v1/spaces/${shown.id}`,
        app: `${caller.baseUrl}/app/spaces/${shown.id}`,
        published: published(shown.id),
        ...(icon === undefined ? {} : { icon }),
      },
      comments: openComments(comments),
      changeRequests: statuses.length,
      changeRequestsOpen: statuses.filter((status) => status === "open").length,
      changeRequestsDraft: statuses.filter((status) => status === "draft").length,
      permissions: {
        ...permissionsOf(caller.token, "access", "admin", "viewInviteLinks", "edit", "triggerGitSync"),
        ...permissionsOf(caller.token, "comment", "merge", "review", "installIntegration"),
      },
    };
  };
}

function answer(call: CallAt<"spaceId">, shown: SpaceState = call.found.space) {
  return spaceView(call, shown.organization)(shown);
}

type UpdateBody = GitbookCall<"updateSpace">["body"];

/** Changes the fields of a space that the body gives, in any edition. */
export function updateSpace(
  call: CallAt<"spaceId"> & {
    readonly body: Omit<UpdateBody, "emoji" | "icon"> & { readonly emoji?: string | undefined };
  },
) {
  const { space: shown } = call.found;
  checkLive(shown);
  setGiven(shown, call.body);
  if (Object.keys(call.body).length > 0) shown.updatedAt = call.now;
  return answer(call);
}

/** Deleting a space that is deleted already finds nothing to delete, and does not start its 7 days again (A3, A17). */
function remove({ state, now, found }: Call<"deleteSpace">) {
  if (found.space.deletedAt !== undefined) return new Answer(204, undefined);
  return deleteSpace(state, found.space, now);
}

/** The copy gets the same parent as the original, at the end (A16). */
function duplicate(call: Call<"duplicateSpace">) {
  const { state, now } = call;
  const { space: original } = call.found;
  checkLive(original);
  const id = newId(state, "sp");
  const own = { id, revision: newId(state, "rev"), title: `${original.title} (copy)` };
  return answer(call, copySpace(state, original, own, now));
}

/** It comes back at the end of the collection that it stood in; at the root's, if that is gone (A17). */
function restore(call: Call<"restoreSpace">) {
  const { space } = call.found;
  if (space.deletedAt === undefined) throw new Refusal(409, "The space is not deleted.");
  delete space.deletedAt;
  space.updatedAt = call.now;
  placeContent(call.state, space, space.parent);
  return answer(call);
}

function move(call: Call<"moveSpace">) {
  const { space } = call.found;
  checkLive(space);
  moveContent(call.state, space, call.body);
  space.updatedAt = call.now;
  return answer(call);
}

/** Operations on spaces (4.6). A deleted space is not in lists (A17). */
export const spaceHandlers = {
  listSpaces: (call) => {
    const { organization } = call.found;
    return listing(spacesInOrder(call.state, organization), spaceView(call, organization.id));
  },
  getSpace: (call) => {
    const { space: shown } = call.found;
    return spaceView(call, shown.organization, call.query.shareKey)(shown);
  },
  updateSpace: updateSpace,
  deleteSpace: remove,
  duplicateSpace: duplicate,
  restoreSpace: restore,
  moveSpace: move,
  transferSpace: (call) => {
    transferContent(call, call.found.space, call.body.organization);
    return answer(call);
  },
  listSpaceLinks: (call) => linkListing(call, undefined, call.query.status),
} satisfies Partial<Handlers>;
