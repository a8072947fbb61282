import type { Operation } from "../contract/operation.ts";
import { type Possible, paramsIn, paramsOf, paramsOfLive } from "./birth.ts";
import type { DesiredResource } from "./desired.ts";
import { callKey, createKey, type Draft, sourcesOf, takesField, type UniqueValue } from "./draft.ts";
import { diffFields, type FieldDiff } from "./field-diff.ts";
import { liveValue } from "./identity.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Kind } from "./kind.ts";
import { apiName } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";
import type { Change } from "./plan-document.ts";
import { planMembership } from "./plan-membership.ts";

/** What planning one resource gives: what changes, and the calls for it. */
export interface Outcome {
  readonly changes: readonly Change[];
  readonly drafts: readonly Draft[];
}

/** Nothing to do. */
export const nothing: Outcome = { changes: [], drafts: [] };

/** Puts outcomes together. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    changes: outcomes.flatMap(({ changes }) => changes),
    drafts: outcomes.flatMap(({ drafts }) => drafts),
  };
}

/** How the call that creates a resource is made, where the resource's own create is not enough. */
export interface Creation {
  /** When what holds it brings it along: the field that says what it is. Otherwise it has its own call. */
  readonly broughtBy?: string;
  /** Body fields besides those of the manifest, such as what it carries. */
  readonly body: JsonObject;
  readonly after: readonly string[];
}

const plainCreation: Creation = { body: {}, after: [] };

/** Plans a declared resource: created, updated, deleted, blocked, or as it should be. */
export function planResource(
  planning: Possible,
  resource: DesiredResource,
  creation: Creation = plainCreation,
): Outcome {
  const live = planning.matching.liveOf(resource.address);
  if (resource.absent)
    return live === undefined
      ? nothing
      : planDelete(planning, live, resource, "absent: true", creation.after);
  const reason = planning.blockedReason(resource.address);
  if (reason !== undefined) return { changes: [blockedChange(planning, resource, reason)], drafts: [] };
  return live === undefined ? planCreate(planning, resource, creation) : planUpdate(planning, resource, live);
}

function planCreate(planning: Possible, resource: DesiredResource, creation: Creation): Outcome {
  const kind = planning.kinds.get(resource.kind);
  const diffs = diffFields(planning, resource, undefined);
  const possible = diffs.filter(({ blocked }) => blocked === undefined);
  const membership = planMembership(planning, resource, undefined);
  const operation = kind.operations.create;
  const isOwnCall = creation.broughtBy === undefined;
  const carried = possible.filter(({ name, field }) =>
    isOwnCall ? takesField(operation, apiName(name, field)) : name === creation.broughtBy,
  );
  const later = possible.filter((diff) => !carried.includes(diff));
  const body = { ...bodyOf(resource, carried, planning), ...membership.carried, ...creation.body };
  const own =
    isOwnCall && operation !== undefined ? [createDraft(planning, resource, operation, body, creation)] : [];
  const change: Change = {
    ...changeOf(planning, resource, "create"),
    fields: [
      ...diffs.filter(({ blocked }) => blocked === undefined).map(({ change: field }) => field),
      ...membership.fields,
    ],
    ...risksOf(kind, "create", undefined, possible, membership.risks),
  };
  return {
    changes: [change, ...blockedFields(planning, resource, diffs), ...membership.blocked],
    drafts: [...own, ...updateDrafts(planning, resource, later), ...membership.drafts],
  };
}

function createDraft(
  planning: Possible,
  resource: DesiredResource,
  operation: Operation,
  body: JsonObject,
  creation: Creation,
): Draft {
  const kind = planning.kinds.get(resource.kind);
  const parent = resource.parent === undefined ? undefined : planning.resourceAt(resource.parent);
  return {
    key: createKey(resource.address),
    address: resource.address,
    operation,
    params: paramsIn(planning, operation, kind, parent, resource.organization),
    body,
    after: creation.after,
  };
}

function planUpdate(planning: Possible, resource: DesiredResource, live: LiveResource): Outcome {
  const kind = planning.kinds.get(resource.kind);
  const diffs = diffFields(planning, resource, live);
  const possible = diffs.filter(({ blocked }) => blocked === undefined);
  const membership = planMembership(planning, resource, live);
  const fields = [...possible.map(({ change }) => change), ...membership.fields];
  const change: Change = {
    ...changeOf(planning, resource, "update", live),
    fields,
    ...risksOf(kind, "update", live, possible, membership.risks),
  };
  return {
    changes: [
      ...(fields.length === 0 ? [] : [change]),
      ...blockedFields(planning, resource, diffs),
      ...membership.blocked,
    ],
    drafts: [...updateDrafts(planning, resource, possible, live), ...membership.drafts],
  };
}

/** One call per update operation that takes any of the fields, and one per switch that is turned on. */
function updateDrafts(
  planning: Possible,
  resource: DesiredResource,
  diffs: readonly FieldDiff[],
  live?: LiveResource,
): readonly Draft[] {
  const kind = planning.kinds.get(resource.kind);
  const operations = kind.operations.update ?? [];
  const operationOf = ({ name, field }: FieldDiff): Operation | undefined =>
    operations.find((operation) => takesField(operation, apiName(name, field)));
  const updates = operations.flatMap((operation) => {
    const sent = diffs.filter((diff) => operationOf(diff) === operation);
    return sent.length === 0 ? [] : [updateDraft(planning, resource, operation, sent, live)];
  });
  const switches = diffs.flatMap(({ field }) => (field.oneWay === undefined ? [] : [field.oneWay]));
  return [...updates, ...switches.map(({ on, last }) => switchDraft(planning, resource, on, last === true))];
}

function updateDraft(
  planning: Possible,
  resource: DesiredResource,
  operation: Operation,
  diffs: readonly FieldDiff[],
  live?: LiveResource,
): Draft {
  const released = diffs.flatMap((diff) => diff.released ?? []);
  const unique = diffs.filter(({ field }) => field.unique === true);
  const old =
    live === undefined
      ? []
      : unique.flatMap(({ name }) => liveValue(planning.kinds.get(live.kind), name, live) ?? []);
  const scope = uniqueScope(planning, resource);
  return {
    key: callKey(resource.address, operation),
    address: resource.address,
    operation,
    params: paramsOf(planning, operation, resource),
    body: bodyOf(resource, diffs, planning),
    after: [],
    ...(released.length === 0 ? {} : { releases: released }),
    ...(unique.length === 0 ? {} : { takes: unique.map((diff) => uniqueValue(scope, diff)) }),
    ...(old.length === 0 ? {} : { frees: old.map((value) => `${scope} ${String(value)}`) }),
  };
}

function uniqueValue(scope: string, { name, field, value }: FieldDiff): UniqueValue {
  return { slot: `${scope} ${String(value)}`, field: apiName(name, field), value: String(value) };
}

/** Where a unique value must be unique: the parent, or the container for items that live in theirs (A23). */
export function uniqueScope(planning: Possible, resource: DesiredResource): string {
  const { sequence } = planning.kinds.get(resource.kind);
  const owner =
    sequence?.addressIn === "container" ? (resource.container ?? resource.parent) : resource.parent;
  return `${resource.kind} ${owner ?? resource.organization}`;
}

function switchDraft(
  planning: Possible,
  resource: DesiredResource,
  operation: Operation,
  isLast: boolean,
): Draft {
  return {
    key: callKey(resource.address, operation),
    address: resource.address,
    operation,
    params: paramsOf(planning, operation, resource),
    after: [],
    ...(isLast ? { isLast: true } : {}),
  };
}

/** Plans the delete of a live resource; `resource` is what declares it absent, when anything does. */
export function planDelete(
  planning: Possible,
  live: LiveResource,
  resource: DesiredResource | undefined,
  reason: string,
  after: readonly string[] = [],
): Outcome {
  const kind = planning.kinds.get(live.kind);
  const address = resource?.address ?? liveAddress(planning, live);
  const operation = kind.operations.delete;
  const base = { address, kind: kind.name, id: live.id, title: kind.label(live.answer) };
  const source = resource === undefined ? {} : { source: resource.source };
  if (operation === undefined) {
    const why = `the API cannot delete a ${kind.name}; take it out of the manifests`;
    return { changes: [{ ...base, action: "blocked", reason: why, ...source }], drafts: [] };
  }
  const risks = kind.risks?.({ action: "delete", before: live.answer, after: {} }) ?? [];
  const change: Change = {
    ...base,
    action: "delete",
    reason,
    ...(risks.length === 0 ? {} : { risks: [...risks] }),
    ...source,
    reversible: kind.reversible === true,
  };
  const params = paramsOfLive(planning, operation, live);
  return {
    changes: [change],
    drafts: [
      {
        key: callKey(address, operation),
        address,
        operation,
        params,
        after,
        deletes: live.id,
        frees: freed(planning, live),
      },
    ],
  };
}

function freed(planning: Possible, live: LiveResource): readonly string[] {
  const kind = planning.kinds.get(live.kind);
  const container =
    kind.sequence?.addressIn === "container" ? kind.sequence.containerOf(live.answer) : undefined;
  const owner = planning.liveById(container ?? live.parentId ?? "");
  const address = owner === undefined ? live.organization : planning.matching.addressOf(owner);
  return Object.entries(kind.fields).flatMap(([name, field]) =>
    field.unique === true ? [`${live.kind} ${address} ${String(liveValue(kind, name, live))}`] : [],
  );
}

/** Address of a live resource: that of what declares it, else by its id in what holds it. */
export function liveAddress(planning: Possible, live: LiveResource): string {
  const declared = planning.matching.addressOf(live);
  if (declared !== undefined) return declared;
  const kind = planning.kinds.get(live.kind);
  const container =
    kind.sequence?.addressIn === "container" ? kind.sequence.containerOf(live.answer) : undefined;
  const holder = planning.liveById(container ?? live.parentId ?? "");
  const owner = holder === undefined ? `${live.organization}/` : `${liveAddress(planning, holder)}.`;
  return `${owner}${kind.plural}.id:${live.id}`;
}

function bodyOf(resource: DesiredResource, diffs: readonly FieldDiff[], planning: Possible): JsonObject {
  return Object.fromEntries(
    diffs.map(({ name, field, value }) => {
      const isHidden = resource.sensitive.includes(name) && sourcesOf(value).length === 0;
      return [apiName(name, field), isHidden ? planning.mask(value, `${resource.address} ${name}`) : value];
    }),
  );
}

function changeOf(
  planning: Possible,
  resource: DesiredResource,
  action: "create" | "update" | "blocked",
  live?: LiveResource,
): Change {
  const kind = planning.kinds.get(resource.kind);
  const title = kind.naturalKeys
    .map((name) => resource.values[name])
    .find((value) => typeof value === "string");
  const label = live === undefined ? title : kind.label(live.answer);
  return {
    address: resource.address,
    kind: kind.name,
    action,
    ...(live === undefined ? {} : { id: live.id }),
    ...(typeof label === "string" ? { title: label } : {}),
    source: resource.source,
  };
}

/** The change that says why something wanted cannot be. */
export function blockedChange(planning: Possible, resource: DesiredResource, reason: string): Change {
  return { ...changeOf(planning, resource, "blocked", planning.matching.liveOf(resource.address)), reason };
}

function blockedFields(
  planning: Possible,
  resource: DesiredResource,
  diffs: readonly FieldDiff[],
): readonly Change[] {
  return diffs.flatMap(({ blocked, change, name }) => {
    if (blocked === undefined) return [];
    const source = resource.sources[name] ?? resource.source;
    return [{ ...blockedChange(planning, resource, blocked), fields: [change], source }];
  });
}

function risksOf(
  kind: Kind,
  action: "create" | "update",
  live: LiveResource | undefined,
  diffs: readonly FieldDiff[],
  more: readonly string[],
): { risks?: string[] } {
  const after: Record<string, Json | undefined> = Object.fromEntries(
    diffs.map(({ name, value }) => [name, value]),
  );
  const own = kind.risks?.({ action, ...(live === undefined ? {} : { before: live.answer }), after }) ?? [];
  const risks = [...own, ...more];
  return risks.length === 0 ? {} : { risks };
}
