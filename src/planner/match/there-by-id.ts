import { type LiveResource, liveKey } from "../../model/live.ts";
import type { Possible } from "../diff/created-by.ts";
import { comingById } from "../planning.ts";

/**
 * What an organization has by a kind and an id, or gets from another one. What another one has and keeps is not there:
 * nothing here can stand in it, and a copy of it would come to stand there (A16).
 */
export function thereById(
  planning: Pick<Possible, "liveIn" | "liveByKey" | "barred">,
  wanted: Parameters<typeof liveKey>[0],
): LiveResource | undefined {
  const found = planning.liveByKey(liveKey(wanted));
  if (found === undefined || found.organization === wanted.organization) return found;
  return planning.barred.has(found.id) ? undefined : comingById(planning, wanted);
}
