import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { paramsOfLive } from "../diff/created-by.ts";
import { match } from "../match/match.ts";
import type { RecordedIds } from "../match/recorded-ids.ts";
import { isTreeKind, transferTarget, treeField, treeParentKey } from "../match/tree-kind.ts";
import { liveChangeOf } from "../state/change-entry.ts";
import { callKey, mergeOutcomes, type Outcome, type StepDraft } from "../state/draft.ts";
import type { PlanContext, Planning } from "../state/planning.ts";
import { orderedById, whyNeeded } from "../state/referrers.ts";
import { transferField, transferRisk } from "./transfer-change.ts";

/** Something that is declared to be in another organization, and still is in its own. */
export interface Transfer {
  readonly resource: DesiredResource;
  readonly live: LiveResource;
  /** Id of the other organization. */
  readonly target: string;
}

/** The transfers that are still to be done. While there is one, a plan holds the transfers alone. */
export function dueTransfers({ desired, kinds, matching, desiredOf }: Planning): readonly Transfer[] {
  return desiredOf(isTreeKind).flatMap((resource) => {
    const target = transferTarget(desired, kinds, resource);
    const live = matching.liveOf(resource.address);
    return target === undefined || live === undefined || live.deleted === true
      ? []
      : [{ resource, live, target }];
  });
}

/** Says that a plan holds the transfers alone. */
export function transfersAlone(transfers: readonly Transfer[]): Diagnostic {
  const which = transfers.length === 1 ? "the one that is" : `the ${transfers.length} that are`;
  return {
    code: "DF3012",
    severity: "warning",
    message: `transfers between organizations come first: this plan has only ${which} still to be done`,
    hint: "after docform apply, docform plan shows the rest",
  };
}

/** Plans the transfers: one call for the outermost, which moves a collection with everything in it. */
export function planTransfers(
  planning: PlanContext,
  transfers: readonly Transfer[],
  recorded: RecordedIds | undefined,
): Outcome {
  const { kinds, live } = planning;
  const keyAround = (one: LiveResource): string => {
    const kind = kinds.get(one.kind);
    return (isTreeKind(kind) && treeParentKey(kind, one)) || "";
  };
  const inside = groupBy(live.resources, keyAround);
  const below = (top: LiveResource): readonly LiveResource[] =>
    (inside.get(liveKey(top)) ?? []).flatMap((one) => [one, ...below(one)]);
  const moving: Moving = {
    planning,
    recorded,
    byKey: new Map(transfers.map((one) => [liveKey(one.live), one])),
    keyAround,
    below,
  };
  return mergeOutcomes(transfers.map((transfer) => planTransfer(moving, transfer)));
}

interface Moving {
  readonly planning: PlanContext;
  readonly recorded: RecordedIds | undefined;
  /** The transfers by the `liveKey` of what they move. */
  readonly byKey: ReadonlyMap<string, Transfer>;
  /** The `liveKey` of a parent; empty at the root. */
  readonly keyAround: (live: LiveResource) => string;
  /** Everything in a thing, at any depth. */
  readonly below: (live: LiveResource) => readonly LiveResource[];
}

function planTransfer(moving: Moving, transfer: Transfer): Outcome {
  const { planning, below } = moving;
  const { resource, live, target } = transfer;
  const outer = transferAround(moving, live);
  const why = whyBlocked(moving, transfer);
  const change = changeOf(planning, transfer, live);
  if (why !== undefined) return { changes: [{ ...change, action: "blocked", reason: why }], drafts: [] };
  if (outer?.target === target) return { changes: [change], drafts: [] };
  const all = below(live);
  const undeclared = all.filter((one) => planning.matching.addressOf(one) === undefined);
  const carried = undeclared.map((one) => ({
    ...changeOf(planning, transfer, one),
    reason: "what it is in is transferred",
  }));
  const kind = planning.kinds.get(live.kind);
  if (kind.tree?.transfer === undefined) return { changes: [], drafts: [] };
  const { operation, body } = kind.tree.transfer;
  const draft: StepDraft = {
    key: callKey(resource.address, operation),
    address: resource.address,
    operation,
    params: paramsOfLive(planning, operation, live),
    body: { [body]: target },
    after: [],
    deletes: [live, ...all].map(liveKey),
  };
  return { changes: [{ ...change, risks: [transferRisk] }, ...carried], drafts: [draft] };
}

/** The transfer of the nearest thing around a live one that has one. */
function transferAround({ planning, byKey, keyAround }: Moving, live: LiveResource): Transfer | undefined {
  for (let key = keyAround(live); key !== ""; ) {
    const found = byKey.get(key);
    if (found !== undefined) return found;
    const container = planning.liveByKey(key);
    key = container === undefined ? "" : keyAround(container);
  }
  return undefined;
}

/** Why something cannot be transferred: by itself, or with its parent. */
function whyBlocked(moving: Moving, transfer: Transfer): string | undefined {
  const { planning, byKey, below } = moving;
  const { live, target } = transfer;
  const outer = transferAround(moving, live);
  if (outer?.target === target)
    return whyBlocked(moving, outer) === undefined ? undefined : `${outer.resource.address} is blocked`;
  if (planning.live.unknownOrganizations?.includes(target) === true)
    return `there is no organization with the id ${target}, or this token does not see it`;
  const inside = below(live);
  const needed = [live, ...inside].find((one) => whyNeeded(planning, one) !== undefined);
  if (needed !== undefined) {
    const name = `${needed.kind} "${planning.kinds.get(needed.kind).label(needed.answer)}" (${needed.id})`;
    return needed === live
      ? whyNeeded(planning, live)
      : `${name} is transferred with it: ${whyNeeded(planning, needed)}`;
  }
  const staying = inside.flatMap((one) =>
    byKey.get(liveKey(one))?.target === target ? [] : (planning.matching.addressOf(one) ?? []),
  );
  if (staying.length > 0)
    return `a transfer takes everything in it along, and this is declared here: ${namesText(staying)}; give that transferTo too, or another parent first`;
  return whyDeletedThere(moving, transfer, inside);
}

/** An organization that manages a kind exactly would delete what comes to it undeclared. */
function whyDeletedThere(
  { planning, recorded }: Moving,
  { live: top, target }: Transfer,
  inside: readonly LiveResource[],
): string | undefined {
  const { desired, kinds, live } = planning;
  const there = desired.organizations.find(({ id }) => id === target);
  if (there === undefined) return undefined;
  const arrived = new Map(
    [top, ...inside].map((one) => [one, arrivedAt(planning, one, there.alias, one === top)]),
  );
  const resources = live.resources.map((one) => arrived.get(one) ?? one);
  const { addressOf } = match(desired, { ...live, resources }, kinds, { recorded });
  const ordered = new Set(orderedById(desired, there.alias));
  const surplus = [...arrived.values()].find(
    (one) =>
      there.manage[kinds.get(one.kind).plural] === "exact" &&
      addressOf(one) === undefined &&
      !ordered.has(liveKey(one)),
  );
  if (surplus === undefined) return undefined;
  const { plural, label } = kinds.get(surplus.kind);
  return `${there.alias} manages ${plural} exactly and does not declare "${label(surplus.answer)}" (${surplus.id}), so the next plan would delete it there`;
}

/** A live resource as it will be in another organization; the outermost one comes to the root. */
function arrivedAt(
  { kinds }: Planning,
  live: LiveResource,
  organization: string,
  isTop: boolean,
): LiveResource {
  const kind = kinds.get(live.kind);
  const name = treeField(kind, "parent") ?? "";
  const { [kind.fields[name]?.api ?? name]: _, ...answer } = live.answer;
  return { ...live, organization, answer: isTop ? answer : live.answer };
}

function changeOf(planning: Planning, { resource, target }: Transfer, live: LiveResource): Change {
  const role = treeField(planning.kinds.get(live.kind), "transfer") ?? "";
  return {
    ...liveChangeOf(planning, live, "move", resource.sources[role] ?? resource.source),
    fields: [transferField(live.organization, aliasOf(planning, target))],
  };
}

function aliasOf({ desired }: Planning, id: string): string {
  const known = Object.entries(desired.organizationIds ?? {}).find(([, one]) => one === id);
  return known?.[0] ?? desired.organizations.find((one) => one.id === id)?.alias ?? `id:${id}`;
}

/** At most so many are named. */
const mostNames = 5;

function namesText(names: readonly string[]): string {
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
