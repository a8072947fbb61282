import { once } from "../contract/once.ts";
import type { Address } from "../model/address.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import { type PlanDocument, planFormatVersion, type Sensitive } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { indexKinds, type KindIndex } from "../model/kind-index.ts";
import type { Live, LiveResource } from "../model/live.ts";
import type { Requests } from "../model/requests.ts";
import type { Json } from "../text/json.ts";
import { withGivenAccess } from "./access/people-behind.ts";
import { countCalls } from "./calls-of-steps.ts";
import { type ComparedFields, comparedIn } from "./compared-fields.ts";
import { countActions, countUnchanged } from "./counts.ts";
import { withReferrers } from "./diff/cascade.ts";
import { idleTasks, processingWarnings, withTasks } from "./diff/processing.ts";
import { withRenameSuggestions } from "./diff/rename-suggestions.ts";
import { unmanagedIn } from "./diff/undeclared.ts";
import { declaredIn, leftAlone, recordedUndeclared } from "./diff/undeclared-entries.ts";
import { unverifiableIn } from "./diff/unverifiable.ts";
import { defaultGuardSettings } from "./guards/guard.ts";
import { type Judgement, judgePlan } from "./guards/guards.ts";
import { type RecordedResource, recordedIds } from "./match/recorded-ids.ts";
import { matchAndOrder } from "./match-and-order.ts";
import { afterMoves } from "./order/references.ts";
import { orderDrafts } from "./order/step-order.ts";
import { type Effects, partialEffects } from "./partial-plan.ts";
import { changedOrders, planAll } from "./plan-all.ts";
import { type PlanInput, planTarget, withoutChildrenOfAbsent } from "./plan-input.ts";
import { fingerprintsOf } from "./preconditions/fingerprint.ts";
import { preconditionsOf } from "./preconditions/preconditions.ts";
import { digestOf } from "./preconditions/saved-plan.ts";
import { navigationOf } from "./sequence/navigation.ts";
import { shortChanges } from "./state/change-entry.ts";
import { noOutcome } from "./state/draft.ts";
import type { PlanContext, Planning } from "./state/planning.ts";
import { type IsTarget, readTargets, requestedCalls, within } from "./state/targets.ts";
import { orderWarnings } from "./tree/order-warnings.ts";
import { planTransfers, transfersAlone } from "./tree/transfers.ts";
import type { PlanningWithTrees } from "./tree/tree.ts";
import { awaited, countInvited, openRequests } from "./waiting.ts";

/** A plan, and the values that its document hides. */
export interface Plan {
  readonly document: PlanDocument;
  /** The kinds of everything in it. */
  readonly kinds: KindIndex;
  /** Secret values by their `$sensitive` text; never printed, never written. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** The live object of each declared address; of a replaced one, the old object until it is deleted. */
  readonly liveByAddress: () => ReadonlyMap<Address, LiveResource>;
  /** The entries of the record that no manifest declares, by address: the record keeps them until the object is gone. */
  readonly recordedUndeclared: () => ReadonlyMap<Address, RecordedResource>;
  /** The addresses of all people who have not joined yet, also outside of the targets; undefined when nobody knows. */
  readonly awaited: readonly Address[] | undefined;
  /** The requests of the record to people that are still open; undefined for a plan without a record. */
  readonly requests: Requests | undefined;
  /** The values of each declared field of a live address, on both sides; also outside of the targets. */
  readonly compared: (address: Address) => ComparedFields;
  /**
   * Judges changes and calls of another plan on the same states, by the same rules or by others; nothing is allowed
   * there.
   */
  readonly judge: (other: Judged, rules?: PlanRules) => Judgement;
}

/** A plan and the live state from which it was made. */
export interface MadePlan extends Plan {
  readonly live: Live;
}

/** The settings of guards and the policies that a plan is held against. */
export type PlanRules = Pick<PlanInput, "guards" | "policies">;

/** The parts of a plan that guards judge. */
type Judged = Pick<PlanDocument, "changes" | "steps" | "waiting">;

/** The one plan: what differs, and the fewest calls in an order that works. Pure; same inputs, same bytes. */
export function plan(given: PlanInput): Plan {
  const input = { ...given, desired: withoutChildrenOfAbsent(given.desired) };
  const { mask, secrets } = hidingSecrets(input);
  const all = wholePlan(input, mask);
  const { planning, orders, whole } = all;
  const chosen = narrowToTargets(planning, whole, all.isStopped ? {} : input);
  const { steps, isTargeted } = chosen;
  const changes = withGivenAccess(planning, withReferrers(planning, chosen.changes));
  const byAddress = groupBy(changes, ({ address }) => address);
  const { verdicts: guards, diagnostics: told } = judged(planning, given, chosen);
  const { unmanaged, ...alone } = leftAlone(all, given, isTargeted);
  const unverifiable = all.unverifiable.filter(({ address }) => isTargeted(address));
  const shown = changedOrders(planning, orders, changes).filter(([address]) => isTargeted(address));
  const effects = { ...planTarget(input), steps: [...steps] };
  const observed = preconditionsOf(planning, orders, changes);
  const document: PlanDocument = {
    formatVersion: planFormatVersion,
    tool: { name: "docform", version: input.version },
    ...(chosen.partial === undefined ? {} : { partial: chosen.partial }),
    ...(all.isTransferring ? { phase: "transfers" } : {}),
    ...effects,
    digest: digestOf({ ...effects, changes: [...changes], observed }, input.hash),
    summary: {
      ...countActions(changes),
      ...countInvited(planning, changes),
      held: guards.filter(({ held }) => held).length,
      unchanged: all.isTransferring ? 0 : countUnchanged(planning.desired, changes, chosen),
      calls: countCalls(steps),
      reads: input.live.requests,
      unmanaged: unmanaged.length,
    },
    changes: [...changes],
    navigation: shown.flatMap(([address, order]) => navigationOf(planning, address, order, byAddress)),
    guards: [...guards],
    footprint: fingerprintsOf(observed, input.hash),
    observed,
    unmanaged: [...unmanaged],
    ...alone,
    ...(unverifiable.length === 0 ? {} : { unverifiable }),
    diagnostics: [...all.diagnostics, ...chosen.diagnostics, ...told],
  };
  return { document, secrets, ...knowing(planning, given), ...all.told, judge: judging(planning, given) };
}

/** Holds changes against rules without what is allowed. */
function judging(planning: Planning, given: PlanInput): Plan["judge"] {
  return (other, rules = {}) => judged(planning, { ...given, ...rules, allowed: {} }, other);
}

/** The whole plan, before it is narrowed to targets. */
function wholePlan(input: PlanInput, mask: Planning["mask"]) {
  const asked = requestedCalls(input.desired, indexKinds(input.kinds), input.run ?? [], input.resend ?? []);
  const { planning, orders, transfers, diagnostics: matched } = matchAndOrder(input, mask, asked);
  const isStopped = hasErrors([...matched, ...asked.diagnostics]);
  const isTransferring = !isStopped && transfers.length > 0;
  const outcome = isStopped
    ? noOutcome
    : isTransferring
      ? planTransfers(planning, transfers, recordedIds(input.lastApply))
      : withTasks(planning, planAll(planning, orders), asked.run);
  const { guards = defaultGuardSettings, lastApply } = input;
  const { waiting, blocked, left, asked: due, people } = awaited(outcome, guards, lastApply, input.inviting);
  const drafts = afterMoves(planning, [...outcome.drafts, ...due.drafts]);
  const ordered = orderDrafts(drafts, input.hash);
  const whole: Effects = {
    changes: withRenameSuggestions(
      planning,
      shortChanges([...outcome.changes, ...due.changes, ...blocked, ...left], input.hash),
    ),
    steps: ordered.steps,
    waiting,
  };
  const warnings = isTransferring
    ? [transfersAlone(transfers)]
    : [...idleTasks(planning, asked.run), ...processingWarnings(planning), ...orderWarnings(planning)];
  return {
    planning,
    orders,
    whole,
    isStopped,
    isTransferring,
    // A plan of transfers reports nothing else.
    unmanaged: isTransferring ? [] : unmanagedIn(planning, whole.changes),
    unverifiable: isStopped || isTransferring ? [] : unverifiableIn(planning),
    told: {
      awaited: isStopped || isTransferring ? undefined : people,
      requests: lastApply && openRequests(planning, lastApply.requests),
      compared: isStopped || isTransferring ? () => new Map() : comparedIn(planning, whole.changes),
    },
    diagnostics: [...matched, ...asked.diagnostics, ...ordered.diagnostics, ...(isStopped ? [] : warnings)],
  };
}

/** A replaced object stays the live object of its address until it is deleted. */
function liveOfDeclared({ desired, matching, formerOf }: PlanContext): ReadonlyMap<Address, LiveResource> {
  const known = new Map<Address, LiveResource>();
  for (const { address } of desired.resources) {
    const live = matching.liveOf(address) ?? formerOf(address);
    if (live !== undefined) known.set(address, live);
  }
  return known;
}

/** The recorded and the declared objects, found when somebody asks. */
function knowing(
  planning: Planning & PlanContext,
  { desired }: PlanInput,
): Pick<Plan, "kinds" | "liveByAddress" | "recordedUndeclared"> {
  return {
    kinds: planning.kinds,
    liveByAddress: once(() => liveOfDeclared(planning)),
    recordedUndeclared: once(() => recordedUndeclared({ planning, declared: declaredIn(desired) })),
  };
}

/** Replaces secret values, and remembers them. */
function hidingSecrets(input: PlanInput) {
  const secrets = new Map<string, Json>();
  const mask = (value: Json, place: string): Json => {
    const token = input.mask(value, place);
    secrets.set(token, value);
    return { $sensitive: token } satisfies Sensitive;
  };
  return { mask, secrets };
}

/** The part of a plan that its targets need. */
interface Chosen extends Effects {
  readonly isTargeted: IsTarget;
  readonly partial?: PlanDocument["partial"];
  readonly diagnostics: readonly Diagnostic[];
}

function narrowToTargets(
  planning: PlanningWithTrees,
  whole: Effects,
  {
    targets: written = [],
    targetsMayBeGone: mayBeGone = false,
    alongTargets = [],
  }: Pick<PlanInput, "targets" | "targetsMayBeGone" | "alongTargets">,
): Chosen {
  if (written.length === 0) return { ...whole, isTargeted: () => true, diagnostics: [] };
  const { resources, organizations } = planning.desired;
  const known = [...resources, ...whole.changes, ...whole.waiting].map(({ address }) => address);
  const aliases = organizations.map(({ alias }) => alias);
  const { addresses, diagnostics } = readTargets(written, known, aliases, mayBeGone);
  const isTargeted = within([...addresses, ...alongTargets]);
  const part = partialEffects(planning, isTargeted, whole);
  const leftOut = {
    changes: whole.changes.length - part.changes.length,
    calls: countCalls(whole.steps) - countCalls(part.steps),
  };
  return { ...part, isTargeted, partial: { targets: [...addresses], leftOut }, diagnostics };
}

function judged(
  planning: Planning,
  given: PlanInput,
  { changes, steps, waiting }: Judged | Chosen,
): Judgement {
  const { guards: settings = defaultGuardSettings, allowed = {}, policies = [] } = given;
  const declared = declaredIn(given.desired);
  return judgePlan({ planning, declared, changes, steps, waiting, settings, allowed, policies });
}
