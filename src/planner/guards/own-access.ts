import type { Change } from "../../model/documents/plan-document.ts";
import { membershipsOf } from "../../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { entryAt, entryKey, type Membership } from "../../model/membership.ts";
import { isWider } from "../diff/membership-calls.ts";
import { liveValue } from "../match/identity.ts";
import { entriesIn } from "../state/people.ts";
import type { Planning } from "../state/planning.ts";
import { type Finding, findingAt, type Guard } from "./guard.ts";

/** Holds a plan that takes access from the user of its token: nothing could change it back. */
export const ownAccess: Guard = {
  rule: "own-access",
  judge: ({ planning, changes, allowed }) => {
    const { caller } = planning.live;
    if (caller === undefined) return [];
    return changes.flatMap((change): readonly Finding[] => {
      const live = planning.liveByKey(keyAt(change));
      const lost = change.action === "update" && live ? lostBy(planning, change, live, caller) : [];
      if (lost.length === 0) return [];
      const message = `the user of the token has access to ${change.address} by ${lost.join(", ")}, and would lose it`;
      return [findingAt(change, message, "--allow-access", allowed.access)];
    });
  },
};

/** The entries of the caller, and of their teams, that go or get a narrower role. Admins of the organization stand outside. */
function lostBy(
  planning: Planning,
  { kind: kindName, fields = [] }: Change,
  { organization, memberships }: LiveResource,
  caller: string,
): readonly string[] {
  const kind = planning.kinds.get(kindName);
  return membershipsOf(kind).flatMap((name) => {
    const membership = kind.fields[name]?.membership;
    if (membership?.caller === undefined || isOutside(planning, organization, membership, caller)) return [];
    const { idOf } = entriesIn(planning, organization, membership);
    const own = ownEntries(planning, organization, membership, caller);
    return fields.flatMap(({ path, before, after }) => {
      const written = path.slice(name.length + 1);
      const key = path.startsWith(`${name}.`) ? (idOf(written) ?? written) : "";
      const isLost =
        typeof before === "string" && (after === undefined || isWider(membership, String(after), before));
      return isLost && own(key) && memberships[name]?.[key] !== undefined ? [written] : [];
    });
  });
}

/** Has the caller the role that stands outside of all entries? */
function isOutside(planning: Planning, organization: string, { sorts }: Membership, caller: string): boolean {
  return sorts.some(({ of, isReference }) => {
    const person = planning.liveByKey(liveKey({ organization, kind: of, id: caller }));
    if (isReference === true || person === undefined) return false;
    const kind = planning.kinds.get(of);
    return Object.entries(kind.fields).some(
      ([name, { adminRole }]) => adminRole !== undefined && liveValue(kind, name, person) === adminRole,
    );
  });
}

/** Is an entry that of the caller, or of a team that the caller is or may be in? */
function ownEntries(
  planning: Planning,
  organization: string,
  membership: Membership,
  caller: string,
): (key: string) => boolean {
  const own = new Set(membership.sorts.map((sort) => entryKey(sort, caller)));
  return (key) => {
    const { sort, name: id } = entryAt(membership, key);
    const team = planning.liveByKey(liveKey({ organization, kind: sort.of, id }));
    const contents = Object.values(team?.memberships ?? {});
    // Nobody knows who is in a team that was not read.
    const isUnread = sort.isReference === true && contents.length === 0;
    return own.has(key) || isUnread || contents.some((roles) => roles[caller] !== undefined);
  };
}
