import type { Change } from "../../model/documents/plan-document.ts";
import { contentsOf, membershipsOf } from "../../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { entryAt, entryKey, type Membership } from "../../model/membership.ts";
import { compareNames } from "../../text/compare-names.ts";
import { openedByTeam } from "../access/opened-by-teams.ts";
import { rightsTaken } from "../access/own-rights.ts";
import { isWider } from "../diff/membership-calls.ts";
import { liveValue } from "../match/identity.ts";
import { liveAddress } from "../state/live-address.ts";
import { entriesIn } from "../state/people.ts";
import type { Planning } from "../state/planning.ts";
import { type Finding, findingAt, type Guard } from "./guard.ts";

/** Holds a plan that takes access or rights from the user of its token: nothing could change it back. */
export const ownAccess: Guard = {
  rule: "own-access",
  judge: ({ planning, changes, allowed }) => {
    const { caller } = planning.live;
    if (caller === undefined) return [];
    return changes.flatMap((change): readonly Finding[] => {
      const { address, action } = change;
      const live = planning.liveByKey(keyAt(change));
      if (live === undefined) return [];
      const lost = action === "update" ? lostBy(planning, change, live, caller) : [];
      const opened = lostWithTeam(planning, change, live, caller);
      const rights = live.id === caller ? rightsTaken(change, planning.kinds) : undefined;
      const told = [
        ...(rights === undefined ? [] : [`the user of the token would ${rights}`]),
        ...(lost.length === 0 ? [] : [lossOf(`${address} by ${lost.join(", ")}`)]),
        ...(opened.length === 0 ? [] : [lossOf(`${firstOf(opened)} by ${address}`)]),
      ];
      return told.map((message) => findingAt(change, message, "--allow-access", allowed.access));
    });
  },
};

function lossOf(what: string): string {
  return `the user of the token has access to ${what}, and would lose it`;
}

/** Names in one finding. */
const mostNamed = 5;

function firstOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** The addresses that the caller can open by a team which goes, or which the caller leaves. */
function lostWithTeam(
  planning: Planning,
  change: Change,
  team: LiveResource,
  caller: string,
): readonly string[] {
  if (!mayLeave(planning, change, team, caller)) return [];
  const opened = openedByTeam(change, planning.live.resources, planning.kinds);
  return opened
    .filter(({ membership }) => !isOutside(planning, team.organization, membership, caller))
    .map(({ owner }) => liveAddress(planning, owner))
    .sort(compareNames);
}

/** Is the caller, or may they be, in a team that goes, or among those who leave it? */
function mayLeave(
  planning: Planning,
  { action, fields = [] }: Change,
  { organization, kind: kindName, memberships }: LiveResource,
  caller: string,
): boolean {
  const kind = planning.kinds.get(kindName);
  return contentsOf(kind).some((name) => {
    const membership = kind.fields[name]?.membership;
    const people = memberships[name];
    if (action === "delete" || membership === undefined) return people?.[caller] !== undefined || !people;
    const { idOf } = entriesIn(planning, organization, membership);
    const own = fields.find(
      ({ path }) => path.startsWith(`${name}.`) && idOf(path.slice(name.length + 1)) === caller,
    );
    return own !== undefined && own.after === undefined;
  });
}

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
    if (membership?.effective === undefined || isOutside(planning, organization, membership, caller))
      return [];
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
