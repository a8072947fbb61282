import type { Address } from "./address.ts";
import { root } from "./arrangement.ts";
import type { BeforeImage } from "./before-image.ts";
import type { Json } from "./json.ts";
import type { Kind } from "./kind.ts";
import { familyName, lookAt } from "./look.ts";
import { type Family, familiesOf } from "./structure.ts";
import { addressIn, declare, keyOf, tellCannot, type Undoing } from "./undo-parts.ts";
import { valuesBefore, whyNotAnew } from "./undo-values.ts";

/** Ids by container, in order. */
type Ids = Readonly<Record<string, readonly string[]>>;

/** Declares all that stands in order in a resource, as it was; what has come since and is not the run's stays. */
export function declareStructure(undoing: Undoing, owner: BeforeImage, address: Address): boolean {
  const families = familiesOf(undoing, owner.kind ?? "");
  const before = families.map((family) => orderBefore(owner, family));
  if (before.every((order) => order === undefined)) return false;
  // What stands at the root is of one family (A21): what has come there of another goes.
  const atRoot = families.filter((_, index) => (before[index]?.[root] ?? []).length > 0);
  const place: Place = { undoing, owner, address, addresses: new Map([[root, address]]) };
  for (const [index, family] of families.entries()) {
    const mayCome = atRoot.length === 0 || atRoot.includes(family);
    const order = merged(place, family, before[index] ?? {}, mayCome);
    declareItems(place, family, order, root);
    // What stands in containers of another family: those are declared by now.
    for (const container of Object.keys(order))
      if (container !== root && !isOwn(undoing, family, container))
        declareItems(place, family, order, container);
  }
  return true;
}

interface Place {
  readonly undoing: Undoing;
  readonly owner: BeforeImage;
  readonly address: Address;
  /** Address by id of what is declared already; of the owner by `root`. */
  readonly addresses: Map<string, Address>;
}

function orderBefore({ values }: BeforeImage, family: Family): Ids | undefined {
  const order = values[`order.${familyName(family)}`];
  return order === undefined || order === null ? undefined : (order as unknown as Ids);
}

/** Is the container an item of the family itself? */
function isOwn(undoing: Undoing, family: Family, container: string): boolean {
  const kind = kindOf(undoing, container);
  return kind !== undefined && family.kinds.includes(kind);
}

function kindOf({ kinds, view, imageById }: Undoing, id: string): Kind | undefined {
  const name = imageById(id)?.kind ?? view?.liveById(id)?.kind;
  return name === undefined ? undefined : kinds.get(name);
}

/** The order before, with what has come since next to what it stands after now. */
function merged({ undoing, owner }: Place, family: Family, before: Ids, mayCome: boolean): Ids {
  const { view, liveNow, fateOf, imageById, isMade } = undoing;
  const isBack = (id: string): boolean => {
    const image = imageById(id);
    return image !== undefined && fateOf(image) !== "gone";
  };
  const order = new Map<string, string[]>();
  for (const [container, ids] of Object.entries(before))
    if (container === root || isBack(container)) order.set(container, ids.filter(isBack));
  const live = liveNow(owner.kind ?? "", owner.id ?? "");
  if (view === undefined || live === undefined) return Object.fromEntries(order);
  const kind = undoing.kinds.get(live.kind);
  const path = `order.${familyName(family)}`;
  const now = lookAt(view, { organization: owner.organization, kind, live }, path) as unknown as Ids;
  const known = new Set(Object.values(before).flat());
  const isNew = (id: string): boolean => !known.has(id) && !isMade(id);
  for (const [container, ids] of Object.entries(now)) {
    const comes = mayCome || container !== root;
    if (!comes || isMade(container)) continue;
    if (isNew(container) && container !== root && isOwn(undoing, family, container)) order.set(container, []);
    const items = order.get(container);
    if (items === undefined) continue;
    for (const [index, id] of ids.entries()) {
      if (!isNew(id)) continue;
      const previous = ids.slice(0, index).findLast((one) => items.includes(one));
      items.splice(previous === undefined ? 0 : items.indexOf(previous) + 1, 0, id);
    }
  }
  return Object.fromEntries(order);
}

/** Declares the items of a container, and of what they hold of the same family. */
function declareItems(place: Place, family: Family, order: Ids, container: string): void {
  const holder = place.addresses.get(container);
  if (holder === undefined) return;
  for (const [index, id] of (order[container] ?? []).entries()) {
    const kind = kindOf(place.undoing, id);
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
  const { undoing, owner, addresses } = place;
  const image = undoing.imageById(id);
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
  const values = { ...requiredNow(undoing, kind, id), ...own };
  const lacks = fate === "anew" && image !== undefined ? whyNotAnew(undoing, kind, values, image) : undefined;
  if (fate === "anew") tellCannot(undoing, address, lacks ?? newId);
  if (lacks !== undefined) return;
  addresses.set(id, address);
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
function requiredNow({ view, liveNow }: Undoing, kind: Kind, id: string): Readonly<Record<string, Json>> {
  const live = liveNow(kind.name, id);
  if (view === undefined || live === undefined) return {};
  const entries = kind.required.map((name): [string, Json] => {
    const value = lookAt(view, { organization: live.organization, kind, live }, name);
    return [name, kind.fields[name]?.refersTo === undefined || value === null ? value : `id:${value}`];
  });
  return Object.fromEntries(entries);
}

/** Why what is created again is not quite what it was. */
export const newId = "it is created again under a new id, as the API cannot bring back the old one";

/** The keys of the children that were the default, for the fields of a resource that name one. */
export function defaultsBefore(
  undoing: Undoing,
  image: BeforeImage,
  address: Address,
): Readonly<Record<string, Json>> {
  const kind = undoing.kinds.get(image.kind ?? "");
  const entries = Object.entries(kind.fields).flatMap(([name, { defaultChild }]): [string, Json][] => {
    const id = image.values[name];
    if (defaultChild === undefined || typeof id !== "string") return [];
    const { plural } = undoing.kinds.get(defaultChild);
    const prefix = `${address}.${plural}.`;
    const found = [...undoing.resources.values()].find(
      (one) =>
        one.address.startsWith(prefix) &&
        !one.address.slice(prefix.length).includes(".") &&
        (one.id === id || (one.id === undefined && keyOfId(undoing, id) === one.key)),
    );
    return found === undefined ? [] : [[name, found.key]];
  });
  return Object.fromEntries(entries);
}

function keyOfId(undoing: Undoing, id: string): string | undefined {
  const image = undoing.imageById(id);
  return image === undefined ? undefined : keyOf(undoing, image);
}
