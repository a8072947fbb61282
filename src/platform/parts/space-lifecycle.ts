import type { spaceLifecycleOperations } from "../../contract/parts/spaces.ts";
import type { Call, Caller, HandlersOf } from "../call.ts";
import { Refusal } from "../refusal.ts";
import { moveContent, transferContent } from "../resources/content-move.ts";
import { deleteSpace, placeContent } from "../resources/content-tree.ts";
import { checkLive, copySpace } from "../resources/spaces.ts";
import type { SpaceState } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { spaceView } from "./spaces.ts";

type Operations = typeof spaceLifecycleOperations;

function answer(caller: Caller, shown: SpaceState) {
  return { status: 200, body: spaceView(caller, shown.organization)(shown) } as const;
}

/** Deleting a space that is deleted already finds nothing to delete, and does not begin its 7 days anew (A3, A17). */
function remove({ state, now, found }: Call<Operations["deleteSpace"]>) {
  if (found.space.deletedAt !== undefined) return { status: 204 } as const;
  deleteSpace(state, found.space, now);
  return { status: 205 } as const;
}

/** The copy gets the same parent as the original, at the end (A16). */
function duplicate(call: Call<Operations["duplicateSpace"]>) {
  const { state, now } = call;
  const { space: original } = call.found;
  checkLive(original);
  const id = newId(state, "sp");
  const own = { id, revision: newId(state, "rev"), title: `${original.title} (copy)` };
  return answer(call, copySpace(state, original, own, now));
}

/** It comes back at the end of the collection that it stood in; at the root's, if that is gone (A17). */
function restore(call: Call<Operations["restoreSpace"]>) {
  const { state, now } = call;
  const { space } = call.found;
  if (space.deletedAt === undefined) throw new Refusal(409, "The space is not deleted.");
  delete space.deletedAt;
  space.updatedAt = now;
  placeContent(state, space, space.parent);
  return answer(call, space);
}

function move(call: Call<Operations["moveSpace"]>) {
  const { space } = call.found;
  checkLive(space);
  moveContent(call.state, space, call.body);
  space.updatedAt = call.now;
  return answer(call, space);
}

function transfer(call: Call<Operations["transferSpace"]>) {
  const { space } = call.found;
  transferContent(call, space, call.body.organization);
  return answer(call, space);
}

/** Operations that make, place and remove spaces (4.6). */
export const spaceLifecycleHandlers = {
  deleteSpace: remove,
  duplicateSpace: duplicate,
  restoreSpace: restore,
  moveSpace: move,
  transferSpace: transfer,
} satisfies HandlersOf<Operations>;
