import { membershipsOf } from "../../model/kind-index.ts";
import { keyAt } from "../../model/live.ts";
import { type Finding, findingAt, type Guard } from "./guard.ts";

/**
 * Holds the first access or level that anybody ever sets on something that follows its contents until then: it may
 * change what everybody can open there. Who can open it now is read, and told.
 */
export const firstAccess: Guard = {
  rule: "first-access",
  judge: ({ planning, changes, allowed }) =>
    changes.flatMap((change): readonly Finding[] => {
      const live = planning.liveByKey(keyAt(change));
      const kind = planning.kinds.get(change.kind);
      const isTouched = membershipsOf(kind).some(
        (name) => Object.keys(live?.memberships[name] ?? {}).length > 0,
      );
      if (live?.effective === undefined || change.action !== "update" || isTouched) return [];
      const message = `nobody has set access on ${change.address} yet, so it follows what is in it: the first access may change everybody's. ${inWords(live.effective)}`;
      return [findingAt(change, message, "--allow-access", allowed.access)];
    }),
};

/** How many people have each role now. */
function inWords(effective: Readonly<Record<string, string>>): string {
  const roles = Object.values(effective);
  const counts = [...new Set(roles)]
    .sort()
    .map((role) => `${roles.filter((one) => one === role).length} ${role}`);
  const all = `${roles.length} ${roles.length === 1 ? "person" : "people"}`;
  return roles.length === 0 ? "Nobody can open it now" : `${all} can open it now: ${counts.join(", ")}`;
}
