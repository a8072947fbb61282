import type { Operation } from "../../contract/operation.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { JsonObject } from "../../text/json.ts";
import { whomCreateLetsIn, whomValuesLetIn } from "../access/opened-values.ts";
import { whomShowingLetsIn } from "../access/shown-spaces.ts";
import { visitorLosses } from "../access/visitor-losses.ts";
import { audienceOf, openedScope } from "../order/access-order.ts";
import { sharedBy } from "../order/shared-calls.ts";
import { claimedValue, freedSlots } from "../order/unique-values.ts";
import { blockedChange, blockedFields, changeOf, risksOf, waitingFor } from "../state/change-entry.ts";
import {
  createKey,
  type FieldDiff,
  noOutcome,
  type Outcome,
  type Prerequisite,
  type StepDraft,
  switchCall,
  takesField,
  updateOf,
} from "../state/draft.ts";
import { peopleOf } from "../state/people.ts";
import type { PlanContext } from "../state/planning.ts";
import { callOn, paramsIn } from "./created-by.ts";
import { diffFields } from "./field-diff.ts";
import { invite } from "./invite.ts";
import { planDelete, whyAbsent } from "./plan-delete.ts";
import { noMembership, planMembership } from "./plan-membership.ts";
import { waitFor } from "./processing.ts";
import { bodyOf, laidOver, neededBody, reasonOf, withoutMasked } from "./request-body.ts";

/** How a resource is created, where its kind's own create is not enough. */
export interface Creation {
  /**
   * Set when the create of its parent also creates it: the field that says what it is. Otherwise it has its own call.
   */
  readonly broughtBy?: string;
  /** Further fields of the body, such as the sections of a new group. */
  readonly body: JsonObject;
  readonly after: readonly Prerequisite[];
  /**
   * The call that creates it, when that is not the kind's create; it refers to the objects with these keys until then.
   */
  readonly by?: {
    readonly operation: Operation;
    readonly params: JsonObject;
    readonly releases: readonly string[];
  };
  /** Further fields to show. */
  readonly shown?: readonly FieldChange[];
}

const plainCreation: Creation = { body: {}, after: [] };

/**
 * Plans a declared resource: created, updated, deleted, blocked, or as it should be. How it is created is asked for
 * only when it matters: most are there.
 */
export function planResource(
  planning: PlanContext,
  resource: DesiredResource,
  creation: () => Creation = () => plainCreation,
): Outcome {
  const live = planning.matching.liveOf(resource.address);
  const reason = planning.blockedReason(resource.address);
  if (reason !== undefined) return planImpossible(planning, resource, reason);
  if (resource.absent)
    return live === undefined
      ? noOutcome
      : planDelete(planning, live, {
          ...whyAbsent(resource),
          after: creation().after,
        });
  return live === undefined
    ? planCreate(planning, resource, creation())
    : planUpdate(planning, resource, live);
}

/** A person who has not joined is waited for, unless the same person is declared twice. */
function planImpossible(planning: PlanContext, resource: DesiredResource, reason: string): Outcome {
  const kind = planning.kinds.get(resource.kind);
  const blocked = blockedChange(planning, resource, reason);
  if (kind.comesByItself !== true || resource.absent) return { changes: [blocked], drafts: [] };
  const name = resource.values[kind.keyField ?? ""] ?? resource.key;
  const id = peopleOf(planning, resource.organization, kind.name).idOf(String(name));
  if (id === undefined)
    return {
      ...noOutcome,
      waiting: [{ ...waitingFor(blocked), ...invite(planning, resource, String(name)) }],
    };
  const same = `this is the person with the id ${id}, who is declared by it; write them once`;
  return { changes: [{ ...blocked, reason: same }], drafts: [] };
}

function planCreate(planning: PlanContext, resource: DesiredResource, creation: Creation): Outcome {
  const kind = planning.kinds.get(resource.kind);
  const diffs = diffFields(planning, resource, undefined);
  const possible = diffs.filter(({ blocked }) => blocked === undefined);
  const membership = planMembership(planning, resource, undefined);
  const operation = creation.by?.operation ?? kind.operations.create;
  const isOwnCall = creation.broughtBy === undefined;
  const carried = possible.filter(({ name, field }) =>
    isOwnCall ? takesField(operation, apiName(name, field)) : name === creation.broughtBy,
  );
  const later = possible.filter((diff) => !carried.includes(diff));
  const said = creation.by === undefined ? kind.operations.createSays : {};
  const body = { ...said, ...bodyOf(resource, carried, planning), ...membership.carried, ...creation.body };
  const own =
    isOwnCall && operation !== undefined
      ? [createDraft(planning, resource, operation, body, creation, carried)]
      : [];
  const change: Change = {
    ...changeOf(planning, resource, "create"),
    fields: [...possible.map(({ change: field }) => field), ...(creation.shown ?? []), ...membership.fields],
    ...risksOf(kind, "create", undefined, possible, {
      exposes: [...exposesOf(planning, resource, undefined, possible, carried), ...membership.exposes],
      more: membership.risks,
    }),
  };
  return {
    changes: [change, ...blockedFields(planning, resource, diffs), ...membership.blocked],
    drafts: [...own, ...updateDrafts(planning, resource, later), ...membership.drafts],
    waiting: membership.waiting,
  };
}

function createDraft(
  planning: PlanContext,
  resource: DesiredResource,
  operation: Operation,
  body: JsonObject,
  creation: Creation,
  carried: readonly FieldDiff[],
): StepDraft {
  const kind = planning.kinds.get(resource.kind);
  const parent = resource.parent === undefined ? undefined : planning.resourceAt(resource.parent);
  return {
    key: createKey(resource.address),
    address: resource.address,
    operation,
    params: creation.by?.params ?? paramsIn(planning, operation, kind, parent, resource.organization),
    ...(operation.body === undefined ? {} : { body }),
    after: creation.after,
    widens: true,
    ...sharedBy(kind, { body }),
    ...openedScope(kind, resource.parent),
    ...(creation.by === undefined ? {} : { releases: creation.by.releases }),
    ...waitFor(planning, resource, carried),
    ...laidOver(kind),
  };
}

/** Plans what changes about a resource that is there. */
export function planUpdate(planning: PlanContext, resource: DesiredResource, live: LiveResource): Outcome {
  const kind = planning.kinds.get(resource.kind);
  const diffs = withoutMasked(kind, live, diffFields(planning, resource, live));
  const membership = planMembership(planning, resource, live);
  if (diffs.length === 0 && membership === noMembership) return noOutcome;
  const possible = diffs.filter(({ blocked }) => blocked === undefined);
  const fields = [...possible.map(({ change }) => change), ...membership.fields];
  const change: Change = {
    ...changeOf(planning, resource, "update", live),
    fields,
    ...reasonOf(possible),
    ...risksOf(kind, "update", live, possible, {
      exposes: [...exposesOf(planning, resource, live, possible), ...membership.exposes],
      more: [...membership.risks, ...visitorLosses(planning, resource, live, possible)],
    }),
  };
  return {
    changes: [
      ...(fields.length === 0 ? [] : [change]),
      ...blockedFields(planning, resource, diffs),
      ...membership.blocked,
    ],
    drafts: [...updateDrafts(planning, resource, possible, live), ...membership.drafts],
    waiting: membership.waiting,
  };
}

/** The people whom a change lets in, in words. */
function exposesOf(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource | undefined,
  diffs: readonly FieldDiff[],
  carried = diffs,
): readonly string[] {
  const kind = planning.kinds.get(resource.kind);
  return [
    ...whomValuesLetIn(kind, diffs, live),
    ...(live === undefined ? whomCreateLetsIn(kind, carried, diffs) : []),
    ...whomShowingLetsIn(planning, resource, live, diffs, carried),
  ];
}

/** One call per update operation that takes any of the fields, and one per switch that is turned. */
function updateDrafts(
  planning: PlanContext,
  resource: DesiredResource,
  diffs: readonly FieldDiff[],
  live?: LiveResource,
): readonly StepDraft[] {
  const kind = planning.kinds.get(resource.kind);
  const own = diffs.flatMap(({ field }) => field.ownCalls?.update ?? []);
  const updates = [...(kind.operations.update ?? []), ...own].flatMap((operation) => {
    const sent = diffs.filter(({ name }) => updateOf(kind, name) === operation);
    return sent.length === 0 ? [] : [updateDraft(planning, resource, operation, sent, live)];
  });
  const turned = diffs.flatMap(({ field: { switched }, value }): StepDraft[] => {
    const operation = switchCall(switched, value);
    if (operation === undefined) return [];
    const call = callOn(planning, resource, operation);
    if (value === false) return [{ ...call, narrows: true }];
    return [switched?.last === true ? { ...call, isLast: true } : call];
  });
  return [...updates, ...turned];
}

function updateDraft(
  planning: PlanContext,
  resource: DesiredResource,
  operation: Operation,
  diffs: readonly FieldDiff[],
  live?: LiveResource,
): StepDraft {
  const kind = planning.kinds.get(resource.kind);
  const released = diffs.flatMap((diff) => diff.released ?? []);
  const unique = diffs.filter(({ field }) => field.unique !== undefined);
  const body = { ...neededBody(resource, kind, operation, planning), ...bodyOf(resource, diffs, planning) };
  const old = unique.flatMap(({ name }) => freedSlots(planning, resource, name, live));
  return {
    ...callOn(planning, resource, operation),
    body,
    ...sharedBy(kind, { body, before: live?.answer }),
    ...audienceOf(kind, diffs, live, resource.parent),
    ...waitFor(planning, resource, diffs),
    ...laidOver(planning.kinds.get(resource.kind)),
    ...(released.length === 0 ? {} : { releases: released }),
    ...(unique.length === 0 ? {} : { claims: unique.map((diff) => claimedValue(planning, resource, diff)) }),
    ...(old.length === 0 ? {} : { frees: old }),
  };
}
