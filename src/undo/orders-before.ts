import type { Address } from "../model/address.ts";
import { childAddress } from "../model/address.ts";
import type { Desired, OrderItem } from "../model/desired.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Kind } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { root } from "../planner/sequence/arrangement.ts";
import { type Family, familiesOf } from "../planner/sequence/structure.ts";
import { familyName, lookAt } from "../planner/snapshot.ts";
import { isTreeKind } from "../planner/tree/tree-kind.ts";
import { equalJson, isObject, type Json, type JsonObject } from "../text/json.ts";
import { valueNowAt } from "./before-images.ts";
import { addressBefore, imageKey, keyOf, kindOf, kinds } from "./image.ts";
import { type Ids, movedSince } from "./moved-since.ts";
import { declareAsBefore, nameOf, requiredNow } from "./object-before.ts";
import { declare, stateOf, tellKept, type Undoing, update } from "./undoing.ts";

/** Declares the orders of collections and spaces as they were, without objects that are gone. */
export function declareTreeOrders(undoing: Undoing): Desired["organizations"] {
  const { organizations } = undoing.journal.header;
  const orders = new Map<string, readonly OrderItem[]>();
  const moved = movedInTree(undoing);
  for (const image of undoing.journal.images) {
    if (!Array.isArray(image.values.order)) continue;
    const ids = image.values.order.map(String).filter((id) => !moved.has(id));
    const order = ids.flatMap((id) => treeItem(undoing, image, id));
    if (image.kind === undefined) orders.set(image.organization, order);
    else update(undoing, addressBefore(image), { order });
  }
  return Object.entries(organizations).map(([alias, id]) => {
    const order = orders.get(alias);
    const base = { alias, id, source: undoing.sourceOf(alias), manage: {}, manageSources: {} };
    return { ...base, ...(order === undefined ? {} : { order }) };
  });
}

/** The ids of collections and spaces that somebody has moved after the run. What an order does not name stays. */
function movedInTree(undoing: Undoing): ReadonlySet<string> {
  const { journal, left, view } = undoing;
  const images = journal.images.filter(({ values }) => Array.isArray(values.order));
  const idsBy = (read: (image: BeforeImage) => Json | undefined): Ids =>
    new Map(
      images.flatMap((image): [string, readonly string[]][] => {
        const order = read(image);
        return Array.isArray(order) ? [[imageKey(image), order.map(String)]] : [];
      }),
    );
  const now = idsBy((image) => valueNowAt(view, image, "order"));
  const moved = movedSince(
    idsBy((image) => left.last(image, "order")),
    now,
  );
  const kept = images.flatMap((image) => {
    const before = (image.values.order as readonly Json[]).map(String);
    const there = now.get(imageKey(image)) ?? [];
    const stays = equalJson(
      before.filter((id) => there.includes(id)),
      there.filter((id) => before.includes(id)),
    );
    const ids = stays ? [] : before.filter((id) => moved.has(id));
    return ids.map((id) => [id, treeAddress(undoing, image.organization, id)] as const);
  });
  const overwritten = kept.filter(([, address]) => undoing.overwrites(address)).map(([id]) => id);
  for (const [id, address] of kept) if (!overwritten.includes(id)) tellKept(undoing, address, placeChanged);
  return new Set([...moved].filter((id) => !overwritten.includes(id)));
}

const placeChanged = "its place was changed after the run";

/** The address of a collection or a space. */
function treeAddress({ imageOf, view }: Undoing, organization: string, id: string): Address {
  const all = kinds.childrenOf().filter(isTreeKind);
  const keyed = all.map((kind) => ({ kind, key: liveKey({ organization, kind: kind.name, id }) }));
  const image = keyed.map(({ key }) => imageOf(key)).find((one) => one !== undefined);
  if (image !== undefined) return addressBefore(image);
  const { kind } = keyed.find(({ key }) => view.liveByKey(key) !== undefined) ?? {};
  return `${organization}/${kind?.plural ?? ""}.${id}`;
}

/** An item of an order before; none when it is gone. */
function treeItem(
  undoing: Undoing,
  { organization, address }: BeforeImage,
  id: string,
): readonly OrderItem[] {
  const isBack = ({ name: kind }: Kind): boolean => {
    const key = liveKey({ organization, kind, id });
    const image = undoing.imageOf(key);
    return image === undefined
      ? undoing.view.liveByKey(key) !== undefined
      : stateOf(undoing, image) !== "gone";
  };
  const kind = kinds.childrenOf().filter(isTreeKind).find(isBack)?.name;
  if (kind === undefined) return [];
  return [{ kind, name: nameOf(undoing, { organization, kind, id }), source: undoing.sourceOf(address) }];
}

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
  const families = familiesOf({ kinds }, site.kind ?? "");
  if (families.length === 0) return;
  const created = new Set(undoing.going.flatMap(({ id }) => id ?? []));
  const structure: Structure = { undoing, site, address, created, declared: new Map() };
  for (const family of families) {
    const before = site.values[`order.${familyName(family)}`];
    if (!isObject(before)) continue;
    const order = wantedOrder(structure, family, before);
    // The items of a family stand at the root, or in items of a family before it.
    const holders = [[root, address] as const, ...structure.declared];
    for (const [container, holder] of holders) declareItems(structure, order, container, holder);
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
function wantedOrder(structure: Structure, family: Family, before: JsonObject): Ids {
  const { undoing, site, address } = structure;
  const left = undoing.left.last(site, `order.${familyName(family)}`);
  const now = idsIn(orderNow(structure, family));
  const all = left === undefined ? new Set<string>() : movedSince(idsIn(left), now);
  const addressOf = (id: string): Address => itemAddress(undoing, site, address, id);
  const moved = new Set([...all].filter((id) => !undoing.overwrites(addressOf(id))));
  const whole = orderWithout(structure, family, idsIn(before), now, new Set());
  const wanted = orderWithout(structure, family, idsIn(before), now, moved);
  if (equalJson(Object.fromEntries(whole), Object.fromEntries(wanted))) return whole;
  for (const id of moved) if (!structure.created.has(id)) tellKept(undoing, addressOf(id), placeChanged);
  return wanted;
}

function itemAddress(undoing: Undoing, site: BeforeImage, address: Address, id: string): Address {
  const { kind, image } = itemOf(undoing, site, id);
  return image === undefined ? childAddress(address, kind?.plural ?? "", id) : addressBefore(image);
}

function orderWithout(
  { undoing, site, created }: Structure,
  family: Family,
  before: Ids,
  now: Ids,
  moved: ReadonlySet<string>,
): Ids {
  const isBack = (id: string): boolean => {
    const { image } = itemOf(undoing, site, id);
    return image !== undefined && stateOf(undoing, image) !== "gone";
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
    insertNew(wanted.get(container) ?? [], ids.filter(isNew), ids);
  }
  return wanted;
}

function idsIn(order: Json): Ids {
  return new Map(Object.entries((order ?? {}) as Readonly<Record<string, readonly string[]>>));
}

function insertNew(wanted: string[], added: readonly string[], now: readonly string[]): void {
  for (const id of added) {
    const previous = now.slice(0, now.indexOf(id)).findLast((one) => wanted.includes(one));
    wanted.splice(previous === undefined ? 0 : wanted.indexOf(previous) + 1, 0, id);
  }
}

function orderNow({ undoing: { view }, site }: Structure, family: Family): Json {
  const live = view.liveByKey(imageKey(site));
  if (live === undefined) return null;
  const { organization } = site;
  return lookAt(view, { organization, kind: kindOf(site), live }, `order.${familyName(family)}`);
}

/** An item of a structure: its kind, how it was, and how it is now. */
interface Item {
  readonly kind?: Kind;
  readonly image?: BeforeImage | undefined;
  readonly live?: LiveResource | undefined;
}

function itemOf({ imageOf, view }: Undoing, { organization, kind: owner }: BeforeImage, id: string): Item {
  const items = kinds.childrenOf(owner).map((kind) => {
    const key = liveKey({ organization, kind: kind.name, id });
    return { kind, image: imageOf(key), live: view.liveByKey(key) };
  });
  return items.find(({ kind: { sequence }, image, live }) => sequence && (image ?? live)) ?? {};
}

/** Declares the items of a container, and of the items of the same family that hold others. */
function declareItems(structure: Structure, order: Ids, container: string, holder: Address): void {
  for (const [index, id] of (order.get(container) ?? []).entries()) {
    const address = declareItem(structure, id, holder, index);
    if (address !== undefined) declareItems(structure, order, id, address);
  }
}

/** Declares one item: its address; undefined when it cannot come back. */
function declareItem(
  { undoing, site, address: parent, declared }: Structure,
  id: string,
  holder: Address,
  index: number,
): Address | undefined {
  const { kind, image, live } = itemOf(undoing, site, id);
  if (kind === undefined) return undefined;
  const inside = kind.sequence?.addressIn === "container" ? holder : parent;
  const wanted = childAddress(inside, kind.plural, image === undefined ? id : keyOf(image));
  // Two items had one key at different times.
  const address = undoing.resources.has(wanted) ? childAddress(inside, kind.plural, id) : wanted;
  const container = holder === parent ? {} : { container: holder };
  const place = { address, parent, index, ...container, values: requiredNow(undoing, kind, live) };
  if (image === undefined) declare(undoing, { ...place, kind: kind.name, key: id, id });
  else if (!declareAsBefore(undoing, image, place)) return undefined;
  declared.set(id, address);
  return address;
}

/** Declares which child was the default, of the site and of its items. */
function declareDefaults({ undoing, site, address, declared }: Structure): void {
  const holders: readonly (readonly [Address, BeforeImage | undefined])[] = [
    [address, site],
    ...[...declared].map(([id, own]) => [own, itemOf(undoing, site, id).image] as const),
  ];
  for (const [own, image] of holders) {
    if (image === undefined) continue;
    const defaults = Object.entries(kindOf(image).fields).flatMap(([name, field]): [string, Json][] => {
      const child = declared.get(String(image.values[name]));
      if (field.defaultChild === undefined || child === undefined) return [];
      if (!isDefaultLeft(undoing, image, name)) {
        tellKept(undoing, own, `its ${name} was changed after the run`);
        return [];
      }
      const prefix = `${own}.${kinds.get(field.defaultChild).plural}.`;
      return child.startsWith(prefix) ? [[name, child.slice(prefix.length)]] : [];
    });
    const { values } = undoing.resources.get(own) ?? {};
    if (defaults.length > 0) update(undoing, own, { values: { ...values, ...Object.fromEntries(defaults) } });
  }
}

function isDefaultLeft({ view, left, overwrites }: Undoing, image: BeforeImage, name: string): boolean {
  const now = valueNowAt(view, image, name);
  const last = left.last(image, name);
  if (now === undefined || last === undefined || overwrites(addressBefore(image))) return true;
  return equalJson(now, last) || equalJson(now, image.values[name]);
}
