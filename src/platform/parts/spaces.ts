import type { z } from "zod";
import type { space, spaceOperations } from "../../contract/spaces.ts";
import { permissionsOf } from "../access.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { publishedSpaces } from "../published-links.ts";
import { Refusal } from "../refusal.ts";
import { setGiven } from "../set-fields.ts";
import type { SpaceState } from "../state.ts";
import { spacesInOrder } from "../tree.ts";

type Show = (shown: SpaceState) => z.output<typeof space>;

/** How spaces of an organization are shown (2.6). Looks at every site once: make it once per call. */
export function spaceView(caller: Caller, organizationId: string, shareKey?: string): Show {
  const published = publishedSpaces(caller, organizationId, shareKey);
  return (shown) => ({
    object: "space",
    ...shown,
    urls: {
      location: `${caller.baseUrl}/v1/spaces/${shown.id}`,
      app: `${caller.baseUrl}/app/spaces/${shown.id}`,
      published: published.get(shown.id),
    },
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    permissions: {
      ...permissionsOf(caller.token, "access", "admin", "viewInviteLinks", "edit", "triggerGitSync"),
      ...permissionsOf(caller.token, "comment", "merge", "review", "installIntegration"),
    },
  });
}

function update(call: Call<typeof spaceOperations.updateSpace>) {
  const { space: shown } = call.found;
  if (shown.deletedAt !== undefined) throw new Refusal(409, "The space is deleted; restore it first.");
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
