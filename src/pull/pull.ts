import { ApiError } from "../client/errors.ts";
import type { Address } from "../model/address.ts";
import type { Desired, DesiredOrganization, DesiredResource, Manage } from "../model/desired.ts";
import { addTo } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { managedAs, membershipsOf } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { asWritten, entriesWritten } from "../model/membership.ts";
import { liveValue } from "../planner/match/identity.ts";
import { treeField, treeParentId } from "../planner/match/tree-kind.ts";
import { viewOf } from "../planner/preconditions/snapshot.ts";
import { parentOf } from "../planner/state/live-address.ts";
import { compareNames } from "../text/compare-names.ts";
import type { Json } from "../text/json.ts";
import { fieldsOf } from "./live-fields.ts";
import { saysTheSame, writtenPeople } from "./live-value.ts";
import { missingOnPlatform } from "./missing.ts";
import { nameLive } from "./naming.ts";
import { pinned } from "./pins.ts";
import { containerAddress, livePlaces, ordersOf, type Places, type TreeOrders } from "./places.ts";
import type { LeftOut, Pulled, PullInput, Pulling } from "./pulling.ts";

/**
 * The live state as manifests declare it: declared resources under their keys, and new ones. It follows from the kinds
 * alone. A plan of it changes nothing, except declared resources that the platform lacks. Pure.
 */
export function pull(input: PullInput): Pulled {
  const leftOut: LeftOut[] = [];
  const declared = new Map(input.before.resources.map((one) => [one.address, one]));
  const pulling: Pulling = {
    ...input,
    view: viewOf(input.live, input.kinds),
    naming: nameLive(input),
    declaredAt: (address) => declared.get(address),
    leaveOut: (address, why, field) =>
      leftOut.push({ address, why, ...(field === undefined ? {} : { field }) }),
  };
  const making: Making = { ...pulling, places: livePlaces(pulling), orders: ordersOf(pulling) };
  const found = new Map<Address, LiveResource>();
  const taken = input.live.resources.flatMap((live) => {
    const resource = declare(making, live);
    if (resource !== undefined) found.set(resource.address, live);
    return resource ?? [];
  });
  const { kept, missing } = missingOnPlatform(pulling, making.places, found);
  const inside = new Map<Address, DesiredResource[]>();
  for (const one of taken)
    for (const owner of [one.parent, one.container]) if (owner !== undefined) addTo(inside, owner, one);
  const resources = [...taken.map((one) => withManage(making, one, inside)), ...kept];
  return {
    desired: pinned(pulling, desiredOf(making, resources), found),
    placed: making.orders.placed,
    liveOf: (address) => found.get(address),
    missing,
    leftOut,
  };
}

interface Making extends Pulling {
  readonly places: Places;
  readonly orders: TreeOrders;
}

/** A live resource as a manifest declares it; undefined when none does, or none can. */
function declare(making: Making, live: LiveResource): DesiredResource | undefined {
  const { naming, kinds, places, orders } = making;
  const kind = kinds.get(live.kind);
  const address = naming.addressOf(live);
  if (live.deleted === true || places.isUnsayable(live)) return undefined;
  if (address === undefined) return tellNameless(making, live);
  if (!naming.isDeclared(live)) return undefined;
  const before = making.declaredAt(address);
  const place = places.placeOf(live);
  const stands = { container: containerAddress(making, place), index: place?.index };
  // A resource that is not pulled stays as it is written, in the order of its parent.
  if (before !== undefined && !making.isMeant(address, live)) {
    const values = placedValues(making, live, address, withoutPruned(making, live, before), before);
    return { ...before, ...stands, values, order: orders.parents.get(address) ?? before.order };
  }
  const { organization } = live;
  const parent = parentOf({ kinds, liveByKey: naming.liveByKey }, live);
  if (before === undefined && !isTaken(making, kind, parent)) return undefined;
  if (live.refusal !== undefined) return tellRefused(making, live.refusal, address);
  const { values, sensitive } = fieldsOf(making, live, address, before);
  const isPart = kind.shape === "singleton" && kind.required.some((name) => values[name] === undefined);
  const isNothing = kind.shape === "singleton" && Object.keys(values).length === 0;
  if (isPart || (isNothing && before === undefined)) return undefined;
  const source = making.organizations.find(({ alias }) => alias === organization)?.source;
  const fresh = { previously: [], protect: false, ignore: [], manage: {}, sources: {} };
  return {
    source: source ?? { file: "", line: 1, column: 1 },
    ...(before ?? fresh),
    ...stands,
    address,
    kind: kind.name,
    key: naming.keyOf(live) ?? "",
    organization,
    parent: parent && naming.addressOf(parent),
    values: placedValues(making, live, address, values, before),
    sensitive: [...new Set([...sensitive, ...(before?.sensitive ?? [])])],
    absent: false,
    order: orders.parents.get(address),
  };
}

/** Is one taken that no manifest has? Only a full pull takes one that does nothing, and the default values of a whole look. */
function isTaken({ isFull }: Making, kind: Kind, parent: LiveResource | undefined): boolean {
  const matters = parent === undefined || kind.mattersIn?.(parent.answer) !== false;
  return isFull || (matters && kind.operations.wholeBody === undefined);
}

/** The platform does not show it. A manifest that declares it would lose it: that is an error. */
function tellRefused(
  { declaredAt, leaveOut }: Making,
  refusal: LiveResource["refusal"],
  address: Address,
): undefined {
  if (declaredAt(address) !== undefined) throw refusal;
  // Without the path, so that the same refusal at many addresses is one line.
  const { operation, status, reason } = refusal instanceof ApiError ? refusal : {};
  leaveOut(address, `the platform does not show it: ${operation} answers ${status} ${reason}`);
}

/** The written values, without the people who were named to go and are not there. */
function withoutPruned(
  making: Making,
  live: LiveResource,
  { address, values }: DesiredResource,
): DesiredResource["values"] {
  const { kinds, prunedPeople } = making;
  if (prunedPeople.size === 0) return values;
  const kind = kinds.get(live.kind);
  const lists = membershipsOf(kind).flatMap((name) => {
    const [written, field] = [values[name], kind.fields[name]];
    if (written === undefined || field?.membership === undefined) return [];
    const { membership } = field;
    const roles = live.memberships[name] ?? {};
    const idOf = new Map(
      [...writtenPeople(making, { kind, name, field, live }, written)].map(([id, one]) => [one, id]),
    );
    const isPruned = (one: string): boolean =>
      prunedPeople.has(`${address}.${name}.${one}`) && roles[idOf.get(one) ?? ""] === undefined;
    const stay = Object.entries(entriesWritten(membership, written)).filter(([one]) => !isPruned(one));
    return [[name, asWritten(membership, stay)]];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

/** Manifests name it by nothing: an item of a list by people, say, whose email nobody knows. */
function tellNameless(making: Making, live: LiveResource): undefined {
  const kind = making.kinds.get(live.kind);
  const address = `${live.organization}/${kind.plural}.id:${live.id}`;
  const isMeant = (making.takesNew && making.isMeant(address, live)) || making.isNamed(address, live);
  if (kind.sequence === undefined && isMeant)
    making.leaveOut(address, whyNameless(kind, liveValue(kind, kind.keyField ?? "", live)));
}

function whyNameless(kind: Kind, value: Json | undefined): string {
  const by = kind.keyField ?? "key";
  const named = `manifests name one by its ${by}, and`;
  if (value === undefined) return `${named} this one has none`;
  const isWritable = kind.fields[by]?.schema.safeParse(value).success === true;
  return `${named} ${isWritable ? "another one has the same" : "that of this one cannot be written"}`;
}

/** The values with the parent, in the written form where that means the same; at the root it is left out. */
function placedValues(
  making: Making,
  live: LiveResource,
  address: Address,
  values: DesiredResource["values"],
  before: DesiredResource | undefined,
): DesiredResource["values"] {
  const { kinds, naming, orders, isFull, takesNew, isMeant } = making;
  const kind = kinds.get(live.kind);
  const name = treeField(kind, "parent");
  const field = name === undefined ? undefined : kind.fields[name];
  if (name === undefined || field?.refersTo === undefined) return values;
  const id = treeParentId(kind, live);
  const now: Json = id === undefined ? null : naming.reference(live.organization, field.refersTo, id);
  const { [name]: _, ...others } = values;
  const wasPlaced = orders.placedBefore.has(address);
  const written = wasPlaced ? undefined : before?.values[name];
  if (orders.placed.has(address) && written === undefined) return { ...others, [name]: now };
  if (written !== undefined) {
    const liveField = { kind, name, field, live };
    // An order names its parent by key, so the field must do so too, also where an `id:…` means the same.
    const isRenamed = orders.placed.has(address) && written !== now;
    const isKept =
      before?.ignore.includes(name) === true ||
      !isMeant(address, live) ||
      (saysTheSame(making, liveField, written, false) && !isRenamed);
    return { ...others, [name]: isKept ? written : now };
  }
  const isSaid = before === undefined || wasPlaced || (takesNew && isMeant(address, live));
  return isSaid && (now !== null || isFull) ? { ...others, [name]: now } : others;
}

/** With the collections in it that its manifest writes. */
function withManage(
  { kinds }: Making,
  resource: DesiredResource,
  inside: ReadonlyMap<Address, readonly DesiredResource[]>,
): DesiredResource {
  const kind = kinds.get(resource.kind);
  const people = Object.keys(resource.values).filter((name) => kind.fields[name]?.membership !== undefined);
  const written = (inside.get(resource.address) ?? []).map((one): [string, Manage] => {
    const inner = kinds.get(one.kind);
    return [managedAs(inner), inner.sequence === undefined ? "listed" : "exact"];
  });
  const manage = Object.fromEntries([...people.map((name): [string, Manage] => [name, "exact"]), ...written]);
  return { ...resource, manage: { ...manage, ...resource.manage } };
}

function desiredOf(making: Making, resources: readonly DesiredResource[]): Desired {
  const { kinds, orders, before } = making;
  const organizations = making.organizations.flatMap(({ alias, id, source }): DesiredOrganization[] => {
    const known = before.organizations.find((one) => one.alias === alias);
    const own = new Set(resources.filter((one) => one.organization === alias).map(({ kind }) => kind));
    if (own.size === 0 && known === undefined) return [];
    const written = kinds.childrenOf().filter(({ name, shape }) => shape === "collection" && own.has(name));
    const listed = Object.fromEntries(written.map(({ plural }): [string, Manage] => [plural, "listed"]));
    const order = orders.roots.get(alias);
    const { manage, manageSources = {} } = known ?? {};
    const ordered = order === undefined ? {} : { order };
    return [{ alias, id, source, manage: { ...listed, ...manage }, manageSources, ...ordered }];
  });
  const { organizationIds } = before;
  return {
    organizations,
    resources: [...resources].sort((a, b) => compareNames(a.address, b.address)),
    ...(organizationIds === undefined ? {} : { organizationIds }),
  };
}
