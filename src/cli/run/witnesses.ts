import { listParams, type ReadBack, readBackOf } from "../../executor/in-doubt/read-back.ts";
import { membershipSetBy, restOfMembers } from "../../executor/in-doubt/read-members.ts";
import { type Need, needsOf, needsOfMembers } from "../../executor/in-doubt/read-needs.ts";
import {
  movedBy,
  restoredBy,
  standing,
  standsAsBefore,
  type TreeList,
  transferredBy,
} from "../../executor/in-doubt/read-place.ts";
import { startedBy, wasStarted } from "../../executor/in-doubt/read-task.ts";
import type { Verdict, Witness } from "../../executor/in-doubt/settle.ts";
import { kinds } from "../../kinds/kinds.ts";
import { organizationOf } from "../../model/address.ts";
import type { PlanDocument, Step } from "../../model/documents/plan-document.ts";
import type { Kind, Membership } from "../../model/kind.ts";
import { isTreeKind, type TreeKind } from "../../planner/tree/tree-kind.ts";
import type { Reader } from "../../refresh/read-live.ts";
import { readingOnce } from "../../refresh/reading-once.ts";
import type { RecentReads } from "../../refresh/recent-reads.ts";
import { equalJson, type JsonObject } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";

/** What witnesses read with. */
export interface Testimony {
  /** Reads the platform as it is now. */
  readonly reader: Reader;
  /** What was read a short while ago; left out where no answer can be lost, as in a rehearsal. */
  readonly recent?: RecentReads;
}

/** Reads anew, and lets the later steps of the run know what was read. */
function latestIn({ reader, recent }: Testimony): Reader {
  return recent?.anew ?? reader;
}

/** Who can tell whether the call of a step was carried out: found by the kind that its operation belongs to. */
export function witnessOf(
  { organizations }: Pick<PlanDocument, "organizations">,
  testimony: Testimony,
): (step: Step) => Witness | undefined {
  return (step) => {
    const organization = organizations[organizationOf(step.address)] ?? "";
    const readBack = readBackOf(kinds, step, organization);
    if (readBack !== undefined) return makingWitness(readBack, step, organization, testimony);
    const membership = membershipSetBy(kinds, step);
    if (membership !== undefined) return membersWitness(membership, step, organization, testimony);
    const task = startedBy(kinds, step);
    if (task !== undefined) return taskWitness(task, step, organization, testimony);
    const moved = movedBy(kinds, step);
    if (moved !== undefined) return placeWitness(moved, step, organization, testimony);
    const restored = restoredBy(kinds, step);
    if (restored !== undefined) return restoreWitness(restored, step, testimony);
    const transferred = transferredBy(kinds, step);
    return transferred === undefined
      ? undefined
      : transferWitness(transferred, step, organization, testimony);
  };
}

/** What is new in a list since just before the call, and looks as what the call makes, was made by it. */
function makingWitness(
  { kind, list, params, looks, fitting }: ReadBack,
  step: Step,
  organization: string,
  testimony: Testimony,
): Witness {
  const { reader, recent } = testimony;
  let before: readonly JsonObject[] | undefined;
  return {
    looks,
    before: async () => {
      before = await recent?.list(list, params);
    },
    tell: async (own) => {
      if (before === undefined) return { is: "unclear", message: "nobody looked what was there before" };
      const now = await latestIn(testimony).list(list, params);
      const known = new Set(before.map(({ id }) => id));
      const news = now.filter(({ id }) => !known.has(id ?? null) && !own.has(String(id)));
      return verdictOf(fitting(news, [...before, ...now]), news.length > 0);
    },
    doubt: () => missingOf(needsOf(kinds, kind, step, before ?? []), listing(reader, step, organization)),
  };
}

/** Whatever is new may be it when somebody renamed it at once: that is no reason to wait, but one not to be sure. */
function verdictOf(found: readonly JsonObject[], isDoubtful: boolean): Verdict {
  const [one, ...more] = found;
  if (one === undefined) return { is: "open", message: "nothing new looks like it", isDoubtful };
  if (more.length === 0) return { is: "done", answer: one };
  return { is: "unclear", message: `${found.length} new ones look like it` };
}

type ListOf = (kind: Kind) => Promise<readonly JsonObject[]>;

/** Lists what there is of kinds where a call is made, each kind once. */
function listing(reader: Reader, step: Step, organization: string): ListOf {
  const once = readingOnce(reader);
  return ({ operations: { read } }) => once.list(read, listParams(read, step, organization));
}

/** What of some needs is there no more, in words: what the call made went with it, if it was carried out. */
async function missingOf(needs: readonly Need[], listOf: ListOf): Promise<string | undefined> {
  for (const { id, kinds: all } of needs) {
    try {
      const items = await Promise.all(all.map(listOf));
      if (!items.flat().some((item) => item.id === id)) return `"${id}", which it needs, is not there`;
    } catch (problem) {
      return `whether "${id}" is there could not be read: ${messageOf(problem)}`;
    }
  }
  return undefined;
}

/**
 * The members that are there tell what of a bulk call is left to do. It is carried out as a whole or not at all (A14),
 * so where some are as asked for, somebody may have changed the others since.
 */
function membersWitness(
  membership: Membership,
  step: Step,
  organization: string,
  { reader }: Testimony,
): Witness {
  return {
    tell: async () => {
      const members = (await reader.list(membership.list, step.params)).map(membership.read);
      const rest = restOfMembers(step.body, Object.fromEntries(members.map(({ id, role }) => [id, role])));
      if (rest === undefined) return { is: "done", answer: null };
      const isDoubtful = !equalJson(rest, step.body ?? null);
      const message = isDoubtful
        ? "some members are as asked for, and others are not"
        : "no member is as asked for";
      return { is: "open", message, rest: { ...step, body: rest }, isDoubtful };
    },
    doubt: () => missingOf(needsOfMembers(kinds, membership, step.body), listing(reader, step, organization)),
  };
}

/** One more run is counted, or one is going on where none was. */
function taskWitness(kind: Kind, step: Step, organization: string, testimony: Testimony): Witness {
  const list = kind.operations.read;
  const params = listParams(list, step, organization);
  const id = step.params[kind.idParam];
  const isIt = (item: JsonObject): boolean => item.id === id;
  let before: JsonObject | undefined;
  return {
    before: async () => {
      before = (await testimony.recent?.list(list, params))?.find(isIt);
    },
    tell: async () => {
      const now = (await latestIn(testimony).list(list, params)).find(isIt);
      const known = before !== undefined && now !== undefined && kind.task !== undefined;
      const started = known ? wasStarted(kind.task, before as JsonObject, now) : undefined;
      if (started === undefined)
        return { is: "unclear", message: "the platform does not show which run it was" };
      return started ? { is: "done", answer: null } : { is: "open", message: "no run was added" };
    },
  };
}

/**
 * A move is done when it stands where it was to be moved, as far as the lists of the tree show it. Where it stands
 * elsewhere, and not as before, it may have been done before something else moved it.
 */
function placeWitness(kind: TreeKind, step: Step, organization: string, testimony: Testimony): Witness {
  const { reader, recent } = testimony;
  const others = kinds.filter(isTreeKind).filter((one) => one !== kind);
  const id = String(step.params[kind.idParam]);
  const read = kind.operations.read;
  let before: readonly JsonObject[] | undefined;
  return {
    before: async () => {
      before = await recent?.list(read, listParams(read, step, organization));
    },
    tell: async (own) => {
      const lists: TreeList[] = [];
      // One after the other: while the platform is down, each look is one call that fails, not several.
      for (const one of [kind, ...others]) {
        const list = one.operations.read;
        lists.push({ kind: one, items: await reader.list(list, listParams(list, step, organization)) });
      }
      const verdict = standing(kind, step, lists);
      const now = lists[0]?.items ?? [];
      if (verdict.is !== "open" || before === undefined || standsAsBefore(kind, id, before, now, own))
        return verdict;
      return { ...verdict, message: `${verdict.message}, and not where it stood before`, isDoubtful: true };
    },
  };
}

/** A restore is done when it is deleted no more. */
function restoreWitness({ tree, idParam }: TreeKind, step: Step, { reader }: Testimony): Witness {
  return {
    tell: async () => {
      const { restore } = tree;
      const found = restore && (await reader.find(restore.find, { [idParam]: step.params[idParam] ?? "" }));
      return restore !== undefined && found !== undefined && typeof found[restore.deletedAt] !== "string"
        ? { is: "done", answer: found }
        : { is: "open", message: "it is still deleted" };
    },
  };
}

/**
 * A transfer is done when the other organization has it; one that cannot be read, when its own has it no more. What
 * neither has, somebody has deleted or transferred: before it, or after it.
 */
function transferWitness(kind: TreeKind, step: Step, organization: string, { reader }: Testimony): Witness {
  const list = kind.operations.read;
  const body = (step.body ?? {}) as JsonObject;
  const target = String(body[kind.tree.transfer.body]);
  const findIn = async (organizationId: string): Promise<JsonObject | undefined> =>
    (await reader.list(list, { organizationId })).find(({ id }) => id === step.params[kind.idParam]);
  return {
    tell: async () => {
      const there = await findIn(target).catch(() => null);
      if (there) return { is: "done", answer: there };
      const isHere = (await findIn(organization)) !== undefined;
      if (isHere) return { is: "open", message: `it is not in the organization "${target}"` };
      return there === null
        ? { is: "done", answer: null }
        : { is: "unclear", message: "it is in neither organization" };
    },
  };
}
