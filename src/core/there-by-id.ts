import type { Possible } from "./birth.ts";
import { type LiveResource, liveKey } from "./live.ts";

/**
 * What an organization has by a kind and an id, or gets from another one. What another one has and keeps is not there:
 * nothing here can stand in it, and a copy of it would come to stand there (A16).
 */
export function thereById(
  { live, liveByKey, barred }: Pick<Possible, "live" | "liveByKey" | "barred">,
  wanted: Parameters<typeof liveKey>[0],
): LiveResource | undefined {
  const found = liveByKey(liveKey(wanted));
  if (found === undefined || found.organization === wanted.organization) return found;
  if (barred.has(found.id)) return undefined;
  return live.resources.find((one) => one.arrivesBy !== undefined && liveKey(one) === liveKey(wanted));
}
