import type { Address } from "../model/address.ts";
import type { Desired, DesiredOrganization, DesiredResource, Manage } from "../model/desired.ts";
import { addTo } from "../model/group-by.ts";
import { managedAs } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { parentOf } from "../planner/live-address.ts";
import { viewOf } from "../planner/snapshot.ts";
import { holderId, treeField } from "../planner/tree/tree-kind.ts";
import { compareText, type Json } from "../text/json.ts";
import { fieldsOf } from "./live-fields.ts";
import { saysTheSame } from "./live-value.ts";
import { leftInManifests } from "./missing.ts";
import { nameLive } from "./naming.ts";
import { ordersOf, type TreeOrders } from "./orders.ts";
import { pinned } from "./pins.ts";
import { containerAddress, type Places, placesIn } from "./places.ts";
import type { LeftOut, Pulled, PullInput, Pulling } from "./pulling.ts";

/**
 * The live state as manifests declare it: what is declared already under its keys, and what is new besides. It follows
 * from the kinds alone, and planning it makes no change, but for what is declared and not on the platform. Pure.
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
  const making: Making = { ...pulling, places: placesIn(pulling), orders: ordersOf(pulling) };
  const found = new Map<Address, LiveResource>();
  const taken = input.live.resources.flatMap((live) => {
    const resource = declare(making, live);
    if (resource !== undefined) found.set(resource.address, live);
    return resource ?? [];
  });
  const { kept, missing } = leftInManifests(pulling, making.places, found);
  const resources = [...taken.map((one) => withManage(making, one, taken)), ...kept];
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
  const { naming, kinds, places } = making;
  const kind = kinds.get(live.kind);
  const address = naming.addressOf(live);
  if (live.deleted === true || places.isUnsayable(live)) return undefined;
  if (address === undefined) return tellNameless(making, live);
  if (!naming.isDeclared(live)) return undefined;
  const before = making.declaredAt(address);
  if (before !== undefined && !making.isMeant(address, live)) return asBefore(making, live, before);
  const { values, sensitive } = fieldsOf(making, live, address, before);
  const isPart = kind.shape === "singleton" && kind.required.some((name) => values[name] === undefined);
  const isNothing = kind.shape === "singleton" && Object.keys(values).length === 0;
  if (isPart || (isNothing && before === undefined)) return undefined;
  const place = places.placeOf(live);
  const parent = live.parentId === undefined ? undefined : parentAddress(making, live);
  return {
    address,
    kind: kind.name,
    key: naming.keyOf(live) ?? "",
    organization: live.organization,
    parent,
    container: containerAddress(making, place),
    index: place?.index,
    values: placedValues(making, live, address, values, before),
    sensitive: [...new Set([...sensitive, ...(before?.sensitive ?? [])])],
    id: before?.id,
    previously: before?.previously ?? [],
    absent: false,
    protect: before?.protect ?? false,
    ignore: before?.ignore ?? [],
    manage: before?.manage ?? {},
    order: making.orders.holders.get(address),
    source: before?.source ?? sourceIn(making, live.organization),
    sources: before?.sources ?? {},
  };
}

function parentAddress({ naming, kinds }: Making, live: LiveResource): Address | undefined {
  const parent = parentOf({ kinds, liveByKey: naming.liveByKey }, live);
  return parent === undefined ? undefined : naming.addressOf(parent);
}

function sourceIn({ organizations }: Making, alias: string): DesiredResource["source"] {
  return organizations.find((one) => one.alias === alias)?.source ?? { file: "", line: 1, column: 1 };
}

/** What is not pulled stays as it is written, in the order of what it stands in. */
function asBefore(making: Making, live: LiveResource, before: DesiredResource): DesiredResource {
  const place = making.places.placeOf(live);
  const values = placedValues(making, live, before.address, before.values, before);
  return {
    ...before,
    values,
    container: containerAddress(making, place),
    index: place?.index,
    order: making.orders.holders.get(before.address) ?? before.order,
  };
}

/** Manifests name it by nothing: an item of a list by people, say, whose email nobody knows. */
function tellNameless(making: Making, live: LiveResource): undefined {
  const kind = making.kinds.get(live.kind);
  const address = `${live.organization}/${kind.plural}.id:${live.id}`;
  const isMeant = (making.takesNew && making.isMeant(address, live)) || making.isNamed(address, live);
  if (kind.sequence === undefined && isMeant) making.leaveOut(address, nameless(kind.keyField));
}

function nameless(field = "key"): string {
  return `manifests name one by its ${field}, and this one has none that could be written, or another one has the same`;
}

/** With what it stands in: as it is written, where that is so; what stands at the root says nothing of it. */
function placedValues(
  making: Making,
  live: LiveResource,
  address: Address,
  values: DesiredResource["values"],
  before: DesiredResource | undefined,
): DesiredResource["values"] {
  const { kinds, naming, orders, isFull, takesNew, isMeant } = making;
  const kind = kinds.get(live.kind);
  const name = treeField(kind, "holder");
  const field = name === undefined ? undefined : kind.fields[name];
  if (name === undefined || field?.refersTo === undefined) return values;
  const id = holderId(kind, live);
  const now: Json = id === undefined ? null : naming.reference(live.organization, field.refersTo, id);
  const { [name]: _, ...others } = values;
  const wasPlaced = orders.placedBefore.has(address);
  const written = wasPlaced ? undefined : before?.values[name];
  if (orders.placed.has(address) && written === undefined) return { ...others, [name]: now };
  if (written !== undefined) {
    const looked = { kind, name, field, live };
    // An order that places it names the holder by its key: so must the field, though the id says the same.
    const isRenamed = orders.placed.has(address) && written !== now;
    const isKept =
      before?.ignore.includes(name) === true ||
      !isMeant(address, live) ||
      (saysTheSame(making, looked, written, false) && !isRenamed);
    return { ...others, [name]: isKept ? written : now };
  }
  const isSaid = before === undefined || wasPlaced || (takesNew && isMeant(address, live));
  return isSaid && (now !== null || isFull) ? { ...others, [name]: now } : others;
}

/** With the collections in it that its manifest writes. */
function withManage(
  { kinds }: Making,
  resource: DesiredResource,
  all: readonly DesiredResource[],
): DesiredResource {
  const inside = insideOf(all).get(resource.address) ?? [];
  const kind = kinds.get(resource.kind);
  const people = Object.keys(resource.values).filter((name) => kind.fields[name]?.membership !== undefined);
  const written = inside.map((one): [string, Manage] => {
    const inner = kinds.get(one.kind);
    return [managedAs(inner), inner.sequence === undefined ? "listed" : "exact"];
  });
  const manage = Object.fromEntries([...people.map((name): [string, Manage] => [name, "exact"]), ...written]);
  return { ...resource, manage: { ...manage, ...resource.manage } };
}

const insides = new WeakMap<readonly DesiredResource[], ReadonlyMap<Address, readonly DesiredResource[]>>();

/** Resources by what they stand in: their parent, and their container. */
function insideOf(all: readonly DesiredResource[]): ReadonlyMap<Address, readonly DesiredResource[]> {
  const known = insides.get(all);
  if (known !== undefined) return known;
  const map = new Map<Address, DesiredResource[]>();
  for (const one of all)
    for (const owner of [one.parent, one.container]) if (owner !== undefined) addTo(map, owner, one);
  insides.set(all, map);
  return map;
}

function desiredOf(making: Making, resources: readonly DesiredResource[]): Desired {
  const { kinds, orders, before } = making;
  const organizations = making.organizations.flatMap(({ alias, id, source }): DesiredOrganization[] => {
    const known = before.organizations.find((one) => one.alias === alias);
    const own = resources.filter((one) => one.organization === alias);
    if (own.length === 0 && known === undefined) return [];
    const plurals = kinds
      .childrenOf()
      .filter(({ name, shape }) => shape === "collection" && own.some((one) => one.kind === name))
      .map(({ plural }) => plural);
    const order = orders.roots.get(alias);
    return [
      {
        alias,
        id,
        source,
        manage: {
          ...Object.fromEntries(plurals.map((plural) => [plural, "listed" as const])),
          ...known?.manage,
        },
        manageSources: known?.manageSources ?? {},
        ...(order === undefined ? {} : { order }),
      },
    ];
  });
  return {
    organizations,
    resources: [...resources].sort((a, b) => compareText(a.address, b.address)),
    ...(before.organizationIds === undefined ? {} : { organizationIds: before.organizationIds }),
  };
}
