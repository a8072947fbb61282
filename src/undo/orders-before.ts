import { type Address, childAddress } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { root } from "../planner/match/tree-kind.ts";
import { familyName } from "../planner/preconditions/snapshot.ts";
import type { Order } from "../planner/sequence/ordered-lists.ts";
import { type Family, familiesOf } from "../planner/sequence/structure.ts";
import { equalJson, isObject, type Json, type JsonObject } from "../text/json.ts";
import { valueNowAt } from "./before-images.ts";
import { addressBefore, keyOf, kindOf } from "./image.ts";
import { movedSince, placeChanged } from "./moved-since.ts";
import { requiredNow } from "./named-before.ts";
import { declareAsBefore, remadeAs, tellMadeSince } from "./object-before.ts";
import { declare, reportKept, stateOf, type Undoing, update } from "./undoing.ts";

/** The structure of one site while it is declared. */
interface Structure {
  readonly undoing: Undoing;
  readonly site: BeforeImage;
  readonly address: Address;
  /** Ids of the objects that the run created, and that go. */
  readonly created: ReadonlySet<string>;
  /** Addresses of the declared items by id. */
  readonly declared: Map<string, Address>;
}

/** Declares the structure of a site as it was. An item that somebody else added since stays where it is. */
export function declareStructure(undoing: Undoing, site: BeforeImage, address: Address): void {
  const families = familiesOf(undoing.view, site.kind ?? "");
  if (families.length === 0) return;
  const created = new Set(undoing.going.flatMap(({ id }) => id ?? []));
  const structure: Structure = { undoing, site, address, created, declared: new Map() };
  for (const family of families) {
    const before = site.values[`order.${familyName(family)}`];
    if (!isObject(before)) continue;
    const order = wantedOrder(structure, family, before);
    // The items of a family stand at the root, or in items of a family before it.
    const containers = [[root, address] as const, ...structure.declared];
    for (const [id, own] of containers) declareItems(structure, order, id, own);
  }
  declareManaged(structure, families);
  declareDefaults(structure);
}

/** Declares that the site manages its structure, also where no item is left to declare: what the run added goes. */
function declareManaged({ undoing, site, address }: Structure, families: readonly Family[]): void {
  if (!families.some((family) => isObject(site.values[`order.${familyName(family)}`]))) return;
  const manage = { ...undoing.resources.get(address)?.manage, structure: "exact" as const };
  update(undoing, address, { manage });
}

/**
 * The order before of the items that come back, with each other item behind the item that it stands behind now. An item
 * that somebody moved after the run is one of those others.
 */
function wantedOrder(structure: Structure, family: Family, before: JsonObject): Order {
  const { undoing, site, address } = structure;
  const path = `order.${familyName(family)}`;
  const orderNow = valueNowAt(undoing.view, site, path) ?? null;
  const now = idsIn(orderNow);
  const gaps = undoing.left.gaps(site, path, orderNow);
  const all = gaps.flatMap(([left, found]) => [...movedSince(idsIn(left), idsIn(found))]);
  const addressOf = (id: string): Address => itemAddress(undoing, site, address, id);
  const moved = new Set(all.filter((id) => !undoing.overwrites(addressOf(id))));
  const whole = orderWithout(structure, family, idsIn(before), now, new Set());
  const wanted = orderWithout(structure, family, idsIn(before), now, moved);
  if (equalJson(Object.fromEntries(whole), Object.fromEntries(wanted))) return whole;
  for (const id of moved) if (!structure.created.has(id)) reportKept(undoing, addressOf(id), placeChanged);
  return wanted;
}

function itemAddress(undoing: Undoing, site: BeforeImage, address: Address, id: string): Address {
  const { kind, image } = itemOf(undoing, site, id);
  return image === undefined ? childAddress(address, kind?.plural ?? "", id) : addressBefore(image);
}

function orderWithout(
  { undoing, site, created }: Structure,
  family: Family,
  before: Order,
  now: Order,
  moved: ReadonlySet<string>,
): Order {
  const isBack = (id: string): boolean => {
    const { image } = itemOf(undoing, site, id);
    if (image === undefined || remadeAs(undoing, image) === "by somebody else") return false;
    return stateOf(undoing, image) !== "gone";
  };
  const wanted = new Map<string, string[]>();
  for (const [container, ids] of before)
    if (container === root || isBack(container))
      wanted.set(
        container,
        ids.filter((id) => isBack(id) && !moved.has(id)),
      );
  const placed = new Set([...wanted.values()].flat());
  const isNew = (id: string): boolean => !placed.has(id) && !created.has(id);
  for (const [container, ids] of now) {
    const isAdded = family.isNested && container !== root && isNew(container);
    if (isAdded && !wanted.has(container)) wanted.set(container, []);
    // The items of a deleted container move up.
    const outer = wanted.get(container) ?? (family.isNested ? wanted.get(root) : undefined);
    insertNew(outer ?? [], ids.filter(isNew), ids);
  }
  return wanted;
}

function idsIn(order: Json): Order {
  return new Map(Object.entries((order ?? {}) as Readonly<Record<string, readonly string[]>>));
}

function insertNew(wanted: string[], added: readonly string[], now: readonly string[]): void {
  for (const id of added) {
    const previous = now.slice(0, now.indexOf(id)).findLast((one) => wanted.includes(one));
    wanted.splice(previous === undefined ? 0 : wanted.indexOf(previous) + 1, 0, id);
  }
}

/** An item of a structure: its kind, how it was, and how it is now. */
interface Item {
  readonly kind?: Kind;
  readonly image?: BeforeImage | undefined;
  readonly live?: LiveResource | undefined;
}

function itemOf({ imageOf, view }: Undoing, { organization, kind: owner }: BeforeImage, id: string): Item {
  const items = view.kinds.childrenOf(owner).map((kind) => {
    const key = liveKey({ organization, kind: kind.name, id });
    return { kind, image: imageOf(key), live: view.liveByKey(key) };
  });
  return items.find(({ kind: { sequence }, image, live }) => sequence && (image ?? live)) ?? {};
}

/** Declares the items of a container, and of the items of the same family that hold others. */
function declareItems(
  structure: Structure,
  order: Order,
  container: string,
  containerAddress: Address,
): void {
  for (const [index, id] of (order.get(container) ?? []).entries()) {
    const address = declareItem(structure, id, containerAddress, index);
    if (address !== undefined) declareItems(structure, order, id, address);
  }
}

/** Declares one item: its address; undefined when it cannot come back. */
function declareItem(
  { undoing, site, address: parent, declared }: Structure,
  id: string,
  containerAddress: Address,
  index: number,
): Address | undefined {
  const { kind, image, live } = itemOf(undoing, site, id);
  if (kind === undefined) return undefined;
  const inside = kind.sequence?.addressIn === "container" ? containerAddress : parent;
  const wanted = childAddress(
    inside,
    kind.plural,
    image === undefined ? id : keyOf(undoing.view.kinds, image),
  );
  // Two items had one key at different times.
  const address = undoing.resources.has(wanted) ? childAddress(inside, kind.plural, id) : wanted;
  const container = containerAddress === parent ? {} : { container: containerAddress };
  const place = { address, parent, index, ...container, values: requiredNow(undoing, kind, live) };
  const isSince = image !== undefined && remadeAs(undoing, image) === "by somebody else";
  if (isSince && !undoing.cannot.some((one) => one.address === containerAddress && one.isKept))
    tellMadeSince(undoing, image, address);
  if (image === undefined || isSince) declare(undoing, { ...place, kind: kind.name, key: id, id });
  else if (!declareAsBefore(undoing, image, place)) return undefined;
  declared.set(id, address);
  return address;
}

/** Declares which child was the default, of the site and of its items. */
function declareDefaults({ undoing, site, address, declared }: Structure): void {
  const owners: readonly (readonly [Address, BeforeImage | undefined])[] = [
    [address, site],
    ...[...declared].map(([id, own]) => [own, itemOf(undoing, site, id).image] as const),
  ];
  for (const [own, image] of owners) {
    if (image === undefined) continue;
    const defaults = Object.entries(kindOf(undoing.view.kinds, image).fields).flatMap(
      ([name, field]): [string, Json][] => {
        const child = declared.get(String(image.values[name]));
        if (field.defaultChild === undefined || child === undefined) return [];
        if (!isDefaultLeft(undoing, image, name)) {
          reportKept(undoing, own, `its ${name} was changed after the run`);
          return [];
        }
        const prefix = `${own}.${undoing.view.kinds.get(field.defaultChild).plural}.`;
        return child.startsWith(prefix) ? [[name, child.slice(prefix.length)]] : [];
      },
    );
    const { values } = undoing.resources.get(own) ?? {};
    if (defaults.length > 0) update(undoing, own, { values: { ...values, ...Object.fromEntries(defaults) } });
  }
}

function isDefaultLeft({ view, left, overwrites }: Undoing, image: BeforeImage, name: string): boolean {
  const now = valueNowAt(view, image, name);
  if (now === undefined || equalJson(now, image.values[name]) || overwrites(addressBefore(image)))
    return true;
  return left.gaps(image, name, now).every(([was, found]) => equalJson(was, found));
}
