import { type Address, organizationOf } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Observation } from "../../model/documents/document-parts.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { canonicalJson, compareText, type Json } from "../../text/json.ts";
import type { Planning } from "../state/planning.ts";
import type { PlanningWithTrees } from "../tree/tree.ts";
import { finderFor, missingFor, type Scope } from "./missing.ts";
import { type SnapshotSubject, snapshotValue, splitPath, viewOf } from "./snapshot.ts";

/** The preconditions of a plan, by address. */
export type Observed = Readonly<Record<Address, Observation>>;

/** Collects the preconditions of a plan. */
export interface PreconditionCollector {
  readonly planning: PlanningWithTrees;
  /** The live state alone, as `apply` sees it when it reads again. */
  readonly view: Planning;
  readonly find: ReturnType<typeof finderFor>;
  readonly seen: Map<Address, Observation>;
}

/** Starts without preconditions. */
export function startCollecting(planning: PlanningWithTrees): PreconditionCollector {
  const view = viewOf(planning.live, planning.kinds);
  return { planning, view, find: finderFor(planning), seen: new Map() };
}

/** The fingerprint of each observation; null for an object that was not there. */
export function fingerprintsOf(
  observed: Observed,
  hash: (text: string) => string,
): PlanDocument["footprint"] {
  return Object.fromEntries(
    Object.entries(observed).map(([address, one]) => [
      address,
      one.id === null ? null : hash(canonicalJson(one)),
    ]),
  );
}

/** Notes a declared resource: whether it is there, its values at paths, and what no other object may have. */
export function noteDeclared(
  watch: PreconditionCollector,
  resource: DesiredResource,
  live: LiveResource | undefined,
  paths: readonly string[],
): void {
  const { planning } = watch;
  const { address, organization } = resource;
  const kind = planning.kinds.get(resource.kind);
  const place = parentIds(watch, resource, live, kind);
  const claims = place === undefined ? [] : claimsIn(watch, resource, { organization, kind, ...place }, live);
  watch.seen.set(address, {
    kind: kind.name,
    id: live?.id ?? null,
    ...place,
    fields: live === undefined ? {} : valuesAt(watch, address, live, paths),
    ...(claims.length === 0 ? {} : { claims }),
  });
}

/** Notes a live object that no manifest declares, by the fields that name it. */
export function noteUndeclared(watch: PreconditionCollector, address: Address, live: LiveResource): void {
  if (watch.seen.has(address)) return;
  const kind = watch.planning.kinds.get(live.kind);
  watch.seen.set(address, {
    kind: kind.name,
    id: live.id,
    ...(live.parentId === undefined ? {} : { parent: live.parentId }),
    fields: valuesAt(watch, address, live, keyFields(kind)),
  });
}

/** Notes that an object is there, whatever it holds: a call refers to it by its id. */
export function noteThere(watch: PreconditionCollector, address: Address | undefined): void {
  const { planning, seen } = watch;
  const resource = address === undefined ? undefined : planning.resourceAt(address);
  const live = resource === undefined ? undefined : planning.matching.liveOf(resource.address);
  if (resource === undefined || live === undefined || seen.has(resource.address)) return;
  if (live.deleted === true) return;
  const place = parentIds(watch, resource, live, planning.kinds.get(live.kind));
  seen.set(resource.address, { kind: live.kind, id: live.id, ...place, fields: {} });
  noteThere(watch, resource.parent);
}

/** Adds the values at paths of a live object that is noted already. */
export function noteFields(
  watch: PreconditionCollector,
  address: Address,
  live: LiveResource,
  paths: readonly string[],
): void {
  const before = watch.seen.get(address);
  if (before === undefined) return;
  const fields = valuesAt(watch, address, live, paths);
  watch.seen.set(address, { ...before, fields: { ...fields, ...before.fields } });
}

/**
 * Adds the ids in a container, or their order. Without a live object, the container is the organization itself. `only`
 * names the ids, or the containers by which a path has them, that matter.
 */
export function noteInside(
  watch: PreconditionCollector,
  address: Address,
  live: LiveResource | undefined,
  path: string,
  only?: readonly string[],
): void {
  const { planning, seen } = watch;
  const organization = organizationOf(address);
  const kind = live === undefined ? {} : { kind: planning.kinds.get(live.kind), live };
  const before = seen.get(address) ?? { id: planning.organizationId(organization), fields: {} };
  const value = snapshotValue(watch.view, { organization, ...kind }, path);
  const kept = only === undefined ? value : picked(value, only);
  seen.set(address, { ...before, fields: { ...before.fields, [path]: kept } });
}

function picked(value: Json, names: readonly string[]): Json {
  if (Array.isArray(value)) return value.filter((one) => names.includes(String(one)));
  const entries = Object.entries(value ?? {}) as [string, Json][];
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)));
}

/** Ids of the parent and of the container of a resource; undefined when this plan creates one of them. */
function parentIds(
  { planning }: PreconditionCollector,
  resource: DesiredResource,
  live: LiveResource | undefined,
  { sequence }: Kind,
): Pick<Observation, "parent" | "container"> | undefined {
  const parent = live?.parentId ?? planning.matching.liveOf(resource.parent ?? "")?.id;
  if (resource.parent !== undefined && parent === undefined) return undefined;
  const inParent = parent === undefined ? {} : { parent };
  if (sequence?.addressIn !== "container" || resource.container === undefined) return inParent;
  const container =
    live === undefined ? planning.matching.liveOf(resource.container)?.id : sequence.containerOf(live.answer);
  return container === undefined ? undefined : { ...inParent, container };
}

function claimsIn(
  watch: PreconditionCollector,
  resource: DesiredResource,
  scope: Scope,
  live: LiveResource | undefined,
): NonNullable<Observation["claims"]> {
  const shown = (name: string, value: Json): Json =>
    resource.sensitive.includes(name) ? hidden(watch, resource.address, name, value) : value;
  return missingFor(watch.planning, resource, live).map((where) => ({
    where: Object.fromEntries(Object.entries(where).map(([name, value]) => [name, shown(name, value)])),
    by: watch
      .find(scope, where)
      .map(({ id }) => id)
      .sort(compareText),
  }));
}

function valuesAt(
  watch: PreconditionCollector,
  address: Address,
  live: LiveResource,
  paths: readonly string[],
): Observation["fields"] {
  const { planning, view } = watch;
  const kind = planning.kinds.get(live.kind);
  const looked: SnapshotSubject = { organization: live.organization, kind, live };
  const sensitive = planning.resourceAt(address)?.sensitive;
  const isHidden = (name: string): boolean =>
    sensitive?.includes(name) === true || kind.fields[name]?.sensitive === true;
  const entries = paths.map((path): [string, Json] => {
    const value = snapshotValue(view, looked, path);
    const hides = value !== null && isHidden(splitPath(path).name);
    return [path, hides ? hidden(watch, address, path, value) : value];
  });
  return Object.fromEntries(entries);
}

function hidden({ planning }: PreconditionCollector, address: Address, path: string, value: Json): Json {
  return planning.mask(value, `${address} ${path}`);
}
