import { conflict, Refusal } from "../refusal.ts";
import type { SpaceState } from "../store/state.ts";

/** Refuses to change a deleted space, what is in it or said about it: 409 until it is restored (A17). */
export function checkLive({ deletedAt }: SpaceState): void {
  if (deletedAt !== undefined) throw new Refusal(409, "The space is deleted; restore it first.");
}

/** Refuses to change the content of a locked space: 409 (2.1, `editMode`). */
export function checkUnlocked({ editMode }: SpaceState): void {
  if (editMode === "locked") throw conflict("editMode", "the space is locked");
}
