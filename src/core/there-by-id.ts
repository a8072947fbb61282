import type { Possible } from "./birth.ts";
import type { LiveResource } from "./live.ts";

/**
 * What an organization has by an id, or gets from another one. What another one has and keeps is not there: nothing
 * here can stand in it, and a copy of it would come to stand there (A16).
 */
export function thereById(
  { live, liveById, barred }: Pick<Possible, "live" | "liveById" | "barred">,
  organization: string,
  id: string,
): LiveResource | undefined {
  const found = liveById(id);
  if (found === undefined || found.organization === organization) return found;
  if (barred.has(id)) return undefined;
  return live.resources.find(
    (one) => one.arrivesBy !== undefined && one.id === id && one.organization === organization,
  );
}
