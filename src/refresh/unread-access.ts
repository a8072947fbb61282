import type { Desired } from "../model/desired.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type Live, liveKey } from "../model/live.ts";
import { openedByTeam } from "../planner/access/opened-by-teams.ts";
import { rightsTaken } from "../planner/access/own-rights.ts";
import type { Reader } from "./reader.ts";
import { readOwner, touchedAccess } from "./touched-access.ts";

/**
 * Reads what the guards of access need, when the plan changes any, or the people of a team with access, or takes rights
 * from a person; undefined when there is nothing to read. That is the user of the token, and of an owner that nobody has
 * touched, who can open it until now.
 */
export async function withUnreadAccess(
  live: Live,
  plan: Pick<PlanDocument, "changes">,
  { organizations }: Pick<Desired, "organizations">,
  kinds: KindIndex,
  reader: Reader,
): Promise<Live | undefined> {
  const changed = touchedAccess(plan, live.resources, kinds, (name, { isUntouched, levels = [] }) =>
    isUntouched === undefined ? [name] : [name, ...levels],
  );
  const byTeams = plan.changes.flatMap((change) => openedByTeam(change, live.resources, kinds));
  const isOwn = plan.changes.some((change) => rightsTaken(change, kinds) !== undefined);
  const operation = kinds.all.find(({ caller }) => caller !== undefined)?.caller;
  if (operation === undefined || (changed.length + byTeams.length === 0 && !isOwn)) return undefined;
  const before = reader.requests();
  const caller = live.caller ?? (await reader.one(operation, {})).id;
  const untouched = changed.filter(
    ({ live: { answer, effective }, membership: { isUntouched } }) =>
      effective === undefined && isUntouched?.(answer) === true,
  );
  const read = await Promise.all(
    untouched.map(async (owner) => {
      const { live: one } = owner;
      const id = organizations.find(({ alias }) => alias === one.organization)?.id ?? "";
      const { memberships, effective } = await readOwner(reader, owner, id);
      const roles = Object.fromEntries(effective.map((person) => [person.id, person.role]));
      return { ...one, memberships: { ...one.memberships, ...memberships }, effective: roles };
    }),
  );
  const known = new Map(read.map((one) => [liveKey(one), one]));
  const resources = live.resources.map((one) => known.get(liveKey(one)) ?? one);
  const requests = live.requests + reader.requests() - before;
  return { ...live, resources, requests, ...(typeof caller === "string" ? { caller } : {}) };
}
