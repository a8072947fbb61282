import type { z } from "zod";
import type { space, spaceOperations } from "../../contract/parts/spaces.ts";
import { permissionsOf } from "../access.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { setGiven } from "../refusal.ts";
import { spacesInOrder } from "../resources/content-tree.ts";
import { publishedSpaces } from "../resources/published-links.ts";
import { checkLive } from "../resources/spaces.ts";
import type { ChangeRequestState, ChangeRequestStatus } from "../store/content-state.ts";
import { openComments } from "../store/content-state.ts";
import type { SpaceState } from "../store/state.ts";
import { rows, type Table } from "../store/table.ts";

type Show = (shown: SpaceState) => z.output<ReturnType<typeof space>>;

/**
 * The view of spaces of an organization (2.6). It visits every site at creation: create it once for each
 * call.
 */
export function spaceView(caller: Caller, organizationId: string, shareKey?: string): Show {
  const published = publishedSpaces(caller, organizationId, shareKey);
  return ({ comments, content, changeRequests, ...shown }) => ({
    object: "space",
    ...shown,
    revision: content.current,
    urls: {
      location: `${caller.baseUrl}/v1/spaces/${shown.id}`,
      app: `${caller.baseUrl}/app/spaces/${shown.id}`,
      published: published(shown.id),
    },
    comments: openComments(comments),
    changeRequests: changeRequests.order.length,
    changeRequestsOpen: countWithStatus(changeRequests, "open"),
    changeRequestsDraft: countWithStatus(changeRequests, "draft"),
    permissions: {
      ...permissionsOf(caller.token, "access", "admin", "viewInviteLinks", "edit", "triggerGitSync"),
      ...permissionsOf(caller.token, "comment", "merge", "review", "installIntegration"),
    },
  });
}

function countWithStatus(changeRequests: Table<ChangeRequestState>, status: ChangeRequestStatus): number {
  return rows(changeRequests).filter((changeRequest) => changeRequest.status === status).length;
}

function update(call: Call<typeof spaceOperations.updateSpace>) {
  const { space: shown } = call.found;
  checkLive(shown);
  setGiven(shown, call.body);
  if (Object.keys(call.body).length > 0) shown.updatedAt = call.now;
  return { status: 200, body: spaceView(call, shown.organization)(shown) } as const;
}

/** Operations on spaces (4.6). A deleted space is not in lists (A17). */
export const spaceHandlers = {
  listSpaces: (call) => {
    const { organization } = call.found;
    return listing(spacesInOrder(call.state, organization), spaceView(call, organization.id));
  },
  getSpace: (call) => {
    const { space: shown } = call.found;
    return { status: 200, body: spaceView(call, shown.organization, call.query.shareKey)(shown) };
  },
  updateSpace: update,
} satisfies HandlersOf<typeof spaceOperations>;
