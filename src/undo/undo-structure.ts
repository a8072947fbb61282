import type { Address } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { liveKey } from "../model/live.ts";
import { root } from "../planner/sequence/arrangement.ts";
import { type Family, familiesOf } from "../planner/sequence/structure.ts";
import { familyName, lookAt } from "../planner/snapshot.ts";
import type { Json } from "../text/json.ts";
import type { BeforeImage } from "./before-image.ts";
import { imageKey } from "./undo-fate.ts";
import { addressIn, declare, keyOf, tellCannot, type Undoing, update } from "./undo-parts.ts";
import { valuesBefore, whyNotAnew } from "./undo-values.ts";

/** Ids by container, in order. */
type Ids = Readonly<Record<string, readonly string[]>>;

/** What is declared in the structure of a resource, with what it was; what has come since was nothing. */
export type Items = ReadonlyMap<Address, BeforeImage | undefined>;

/**
 * Declares all that stands in order in a resource, as it was; what has come since and is not the run's stays. Undefined
 * where nothing is known of an order.
 */
export function declareStructure(undoing: Undoing, owner: BeforeImage, address: Address): Items | undefined {
  const families = familiesOf(undoing, owner.kind ?? "");
  const before = families.map((family) => orderBefore(owner, family));
  if (before.every((order) => order === undefined)) return undefined;
  // What stands at the root is of one family (A21): what has come there of another goes.
  const atRoot = families.filter((_, index) => (before[index]?.[root] ?? []).length > 0);
  const place: Place = { undoing, owner, address, addresses: new Map(), items: new Map() };
  for (const [index, family] of families.entries()) {
    const mayCome = atRoot.length === 0 || atRoot.includes(family);
    const order = merged(place, family, before[index] ?? {}, mayCome);
    declareItems(place, family, order, root);
    // What stands in containers of another family: those are declared by now.
    for (const container of Object.keys(order))
      if (container !== root && !isOwn(place, family, container))
        declareItems(place, family, order, container);
  }
  return place.items;
}

interface Place {
  readonly undoing: Undoing;
  readonly owner: BeforeImage;
  readonly address: Address;
  /** Address by `liveKey` of what is declared already. */
  readonly addresses: Map<string, Address>;
  readonly items: Map<Address, BeforeImage | undefined>;
}

function orderBefore({ values }: BeforeImage, family: Family): Ids | undefined {
  const order = values[`order.${familyName(family)}`];
  return order === undefined || order === null ? undefined : (order as unknown as Ids);
}

/** Is the container an item of the family itself? */
function isOwn(place: Place, family: Family, container: string): boolean {
  return family.kinds.some((kind) => family.containers.has(kind.name) && isOf(place, kind.name, container));
}

/** The kind of an item of a family, as it was or is. */
function kindOf(place: Place, family: Family, id: string): Kind | undefined {
  const { imageOf } = place.undoing;
  const was = family.kinds.find(({ name }) => imageOf(itemKey(place, name, id)) !== undefined);
  return was ?? family.kinds.find(({ name }) => isOf(place, name, id));
}

/** Was or is there something of a kind with an id, in the organization of a place? */
function isOf(place: Place, kind: string, id: string): boolean {
  const { imageOf, liveNow } = place.undoing;
  const key = itemKey(place, kind, id);
  return imageOf(key) !== undefined || liveNow(key) !== undefined;
}

function itemKey({ owner: { organization } }: Place, kind: string, id: string): string {
  return liveKey({ organization, kind, id });
}

/** The order before, with what has come since next to what it stands after now. */
function merged(place: Place, family: Family, before: Ids, mayCome: boolean): Ids {
  const { undoing, owner } = place;
  const { view, liveNow } = undoing;
  const items = family.kinds.map(({ name }) => name);
  const isItemBack = (id: string): boolean => isBack(place, items, id);
  const isMade = (kinds: Iterable<string>, id: string): boolean =>
    [...kinds].some((kind) => undoing.isMade(itemKey(place, kind, id)));
  const order = new Map<string, string[]>();
  for (const [container, ids] of Object.entries(before))
    if (container === root || isBack(place, family.containers, container))
      order.set(container, ids.filter(isItemBack));
  const live = liveNow(imageKey(owner));
  if (view === undefined || live === undefined) return Object.fromEntries(order);
  const kind = undoing.kinds.get(live.kind);
  const path = `order.${familyName(family)}`;
  const now = lookAt(view, { organization: owner.organization, kind, live }, path) as unknown as Ids;
  const known = new Set(Object.values(before).flat());
  const isNew = (id: string): boolean => !known.has(id) && !isMade(items, id);
  for (const [container, ids] of Object.entries(now)) {
    const comes = mayCome || container !== root;
    if (!comes || isMade(family.containers, container)) continue;
    if (isNew(container) && container !== root && isOwn(place, family, container)) order.set(container, []);
    const standing = order.get(container);
    if (standing === undefined) continue;
    for (const [index, id] of ids.entries()) {
      if (!isNew(id)) continue;
      const previous = ids.slice(0, index).findLast((one) => standing.includes(one));
      standing.splice(previous === undefined ? 0 : standing.indexOf(previous) + 1, 0, id);
    }
  }
  return Object.fromEntries(order);
}

/** Is it there again that had one of the kinds and an id? */
function isBack(place: Place, kinds: Iterable<string>, id: string): boolean {
  const { imageOf, fateOf } = place.undoing;
  return [...kinds].some((kind) => {
    const image = imageOf(itemKey(place, kind, id));
    return image !== undefined && fateOf(image) !== "gone";
  });
}

/** The address of a container that is declared already. */
function holderAddress(place: Place, { containers }: Family, container: string): Address | undefined {
  if (container === root) return place.address;
  for (const kind of containers) {
    const address = place.addresses.get(itemKey(place, kind, container));
    if (address !== undefined) return address;
  }
  return undefined;
}

/** Declares the items of a container, and of what they hold of the same family. */
function declareItems(place: Place, family: Family, order: Ids, container: string): void {
  const holder = holderAddress(place, family, container);
  if (holder === undefined) return;
  for (const [index, id] of (order[container] ?? []).entries()) {
    const kind = kindOf(place, family, id);
    if (kind === undefined) continue;
    declareItem(place, kind, id, { holder, isAtRoot: container === root, index });
    if (order[id] !== undefined) declareItems(place, family, order, id);
  }
}

function declareItem(
  place: Place,
  kind: Kind,
  id: string,
  {
    holder,
    isAtRoot,
    index,
  }: { readonly holder: Address; readonly isAtRoot: boolean; readonly index: number },
): void {
  const { undoing, owner, addresses, items } = place;
  const key = itemKey(place, kind.name, id);
  const image = undoing.imageOf(key);
  const stands = kind.sequence?.addressIn === "container" ? holder : place.address;
  const wanted = addressIn(
    kind,
    owner.organization,
    image === undefined ? id : keyOf(undoing, image),
    stands,
  );
  const address = undoing.resources.has(wanted) ? addressIn(kind, owner.organization, id, stands) : wanted;
  const fate = image === undefined ? "there" : undoing.fateOf(image);
  const own = image === undefined ? {} : valuesBefore(undoing, image, fate, address);
  const values = { ...requiredNow(undoing, kind, key), ...own };
  const lacks = fate === "anew" && image !== undefined ? whyNotAnew(undoing, kind, values, image) : undefined;
  if (fate === "anew") tellCannot(undoing, address, lacks ?? newId);
  if (lacks !== undefined) return;
  addresses.set(key, address);
  items.set(address, image);
  declare(undoing, {
    address,
    kind: kind.name,
    key: address.slice(`${stands}.${kind.plural}.`.length),
    parent: place.address,
    ...(isAtRoot ? {} : { container: holder }),
    index,
    values,
    ...(fate === "anew" ? {} : { id }),
  });
}

/** What an item always says of itself, as it is now: planning relies on it. */
function requiredNow({ view, liveNow }: Undoing, kind: Kind, key: string): Readonly<Record<string, Json>> {
  const live = liveNow(key);
  if (view === undefined || live === undefined) return {};
  const entries = kind.required.map((name): [string, Json] => {
    const value = lookAt(view, { organization: live.organization, kind, live }, name);
    return [name, kind.fields[name]?.refersTo === undefined || value === null ? value : `id:${value}`];
  });
  return Object.fromEntries(entries);
}

/** Why what is created again is not quite what it was. */
export const newId = "it is created again under a new id, as the API cannot bring back the old one";

/** Names what was the default, of a resource and of the items in its structure. */
export function declareDefaults(undoing: Undoing, image: BeforeImage, address: Address, items: Items): void {
  const declared = [...items.keys()].flatMap((item) => undoing.resources.get(item) ?? []);
  const lists = groupBy(declared, ({ address: item }) => item.slice(0, item.lastIndexOf(".")));
  for (const [own, was] of [[address, image] as const, ...items]) {
    const resource = undoing.resources.get(own);
    if (was === undefined || resource === undefined) continue;
    const defaults = defaultsBefore(undoing, was, (plural) => lists.get(`${own}.${plural}`) ?? []);
    update(undoing, own, { values: { ...resource.values, ...defaults } });
  }
}

/** The keys of the children that were the default, for the fields of a resource that name one. */
function defaultsBefore(
  undoing: Undoing,
  image: BeforeImage,
  declaredIn: (plural: string) => readonly DesiredResource[],
): Readonly<Record<string, Json>> {
  const kind = undoing.kinds.get(image.kind ?? "");
  const entries = Object.entries(kind.fields).flatMap(([name, { defaultChild }]): [string, Json][] => {
    const id = image.values[name];
    if (defaultChild === undefined || typeof id !== "string") return [];
    const was = undoing.imageOf(liveKey({ organization: image.organization, kind: defaultChild, id }));
    const key = was === undefined ? undefined : keyOf(undoing, was);
    const found = declaredIn(undoing.kinds.get(defaultChild).plural).find(
      (one) => one.id === id || (one.id === undefined && key === one.key),
    );
    return found === undefined ? [] : [[name, found.key]];
  });
  return Object.fromEntries(entries);
}
