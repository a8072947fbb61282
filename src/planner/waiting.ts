import { type Address, organizationOf } from "../model/address.ts";
import type { Change } from "../model/documents/plan-document.ts";
import type { Waiting } from "../model/documents/waiting.ts";
import { liveKey } from "../model/live.ts";
import type { Requests } from "../model/requests.ts";
import { compareNames } from "../text/compare-names.ts";
import type { GuardSettings } from "./guards/guard.ts";
import type { LastApply } from "./match/recorded-ids.ts";
import type { Awaiting, Outcome } from "./state/draft.ts";
import { peopleOf } from "./state/people.ts";
import type { Planning } from "./state/planning.ts";

/** When invitations are sent. They are not where it is left out: by an undo, or where only drift is looked for. */
export interface Inviting {
  /** The time of the plan, ISO 8601. */
  readonly now: string;
  /** Also people of whom nobody knows whether they are invited: `--invite`. */
  readonly isForced: boolean;
}

/** The parts of a plan about people who are not in the organization. */
interface Awaited {
  readonly waiting: readonly Waiting[];
  /** Where `guards.missingMembers` is `hold`: a blocked change for each of them. */
  readonly blocked: readonly Change[];
  /** A blocked change for each who was there at an apply: somebody has taken them out, so that they are not waited for. */
  readonly left: readonly Change[];
  /** The addresses of all who have not joined yet. */
  readonly people: readonly Address[];
  /** The requests to people that are due, as changes and calls. */
  readonly asked: Pick<Outcome, "changes" | "drafts">;
}

const hasLeft =
  "an apply has seen this person in the organization, who is there no more: invite them again, correct the address, or take them out of the manifest";

const unknown =
  "whether this person is invited is not known, as no record of docform says so: --invite sends an invitation";

/** Days after which somebody is invited again, where the project says nothing. */
export const usualInviteAgainAfter = 14;

type Settings = Pick<GuardSettings, "missingMembers" | "inviteAgainAfter">;

/**
 * People who have not joined yet wait, which is no failure; unless the project holds a plan for them. Who was never
 * invited is, where the record tells that.
 */
export function awaited(
  { waiting: missing = [] }: Outcome,
  settings: Settings,
  lastApply: LastApply | undefined,
  inviting: Inviting | undefined,
): Awaited {
  const due = missing.filter((one) => isDue(one, settings, lastApply, inviting));
  const others = missing.filter((one) => !due.includes(one));
  // Somebody who has left and is invited since then waits again.
  const isGone = ({ address, request, requested }: Awaiting): boolean =>
    requested === undefined && sentAtOf(lastApply, request) === undefined && wasThere(lastApply, address);
  const isHeld = (one: Awaiting): boolean =>
    settings.missingMembers === "hold" && one.requested === undefined && !isGone(one);
  // A place of somebody whom this very plan invites has no next step of its own.
  const invited = new Set(due.flatMap(({ request }) => request ?? []));
  const waiting = others
    .filter((one) => !isGone(one) && !isHeld(one) && !invited.has(one.request ?? ""))
    .map((one) => withDates(one, lastApply))
    .sort((a, b) => compareNames(a.address, b.address));
  return {
    waiting,
    blocked: others.filter(isHeld).map((one) => blocked(one, one.reason)),
    left: others.filter(isGone).map((one) => blocked(one, hasLeft)),
    people: missing
      .filter((one) => one.requested === undefined && (due.includes(one) || !isGone(one)))
      .map(({ address }) => address),
    asked: {
      changes: due.flatMap(({ asking }) => asking?.changes ?? []),
      drafts: due.flatMap(({ asking }) => asking?.drafts ?? []),
    },
  };
}

function blocked({ request: _, asking: __, requested: ___, ...one }: Awaiting, reason: string): Change {
  return { ...one, action: "blocked", reason };
}

/**
 * Is a request to people due? Who is recorded as waiting without one may have been invited by somebody else, as may anybody
 * where there is no record: only a person can say so.
 */
function isDue(
  { address, request, asking }: Awaiting,
  { inviteAgainAfter = usualInviteAgainAfter }: Settings,
  lastApply: LastApply | undefined,
  inviting: Inviting | undefined,
): boolean {
  if (inviting === undefined || asking === undefined) return false;
  const sentAt = sentAtOf(lastApply, request);
  if (sentAt !== undefined) return daysBetween(sentAt, inviting.now) >= inviteAgainAfter;
  if (inviting.isForced) return true;
  const isKnown = lastApply?.waiting?.has(address) === true || wasThere(lastApply, address);
  return !isKnown && lastApply?.recorded?.has(organizationOf(address)) === true;
}

/** When the open request was sent, as the record says: the request goes from it when somebody joins. */
function sentAtOf(lastApply: LastApply | undefined, request: string | undefined): string | undefined {
  return lastApply?.requests?.get(request ?? "");
}

function withDates({ request, asking, ...one }: Awaiting, lastApply: LastApply | undefined): Waiting {
  if (one.requested !== undefined) return one;
  const since = lastApply?.waiting?.get(one.address);
  const sentAt = sentAtOf(lastApply, request);
  const dated = since === undefined ? one : { ...one, since };
  if (sentAt !== undefined) return { ...dated, invited: sentAt, reason: "invited, and has not joined yet" };
  return asking === undefined ? dated : { ...dated, reason: unknown, mayInvite: true };
}

/** The number of people whom changes invite; left out for none. */
export function countInvited({ kinds }: Planning, changes: readonly Change[]): { invited?: number } {
  const isInvited = ({ action, kind }: Change): boolean =>
    action === "create" && kinds.get(kind).invitation !== undefined;
  const invited = changes.filter(isInvited).length;
  return invited === 0 ? {} : { invited };
}

/** The requests of the record that are open: nobody has joined, and nothing is deleted, as far as was read. */
export function openRequests(planning: Planning, requests: Requests = new Map()): Requests {
  const isOpen = (request: string): boolean => {
    const [alias = "", verb, name = "", id = ""] = request.split(" ");
    const inviting = planning.kinds.childrenOf().find(({ invitation }) => invitation !== undefined);
    if (verb === "invite")
      return inviting === undefined || peopleOf(planning, alias, inviting.name).idsOf(name).length === 0;
    const wasRead = planning.liveIn(alias, name).length > 0;
    return !wasRead || planning.liveByKey(liveKey({ organization: alias, kind: name, id })) !== undefined;
  };
  return new Map([...requests].filter(([request]) => isOpen(request)));
}

/** Does the record know somebody: as a member, or as agreed in a list of people? An email has dots, as an address has. */
function wasThere(lastApply: LastApply | undefined, address: Address): boolean {
  if (lastApply === undefined) return false;
  if (lastApply.resources.has(address)) return true;
  return [...address.matchAll(/\./g)].some(({ index }) => {
    const fields = lastApply.resources.get(address.slice(0, index))?.fields ?? {};
    return Object.hasOwn(fields, address.slice(index + 1));
  });
}

/** The days between two moments, ISO 8601. It reads no clock. */
function daysBetween(one: string, other: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: a conversion, not the clock
  const [from, to] = [one, other].map((moment) => Date.parse(moment));
  return ((to ?? Number.NaN) - (from ?? Number.NaN)) / (24 * 3_600_000);
}
