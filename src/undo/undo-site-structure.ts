import type { Address } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/before-image.ts";
import type { Kind } from "../model/kind.ts";
import { liveKey } from "../model/live.ts";
import { addressIn } from "../planner/live-address.ts";
import { root } from "../planner/sequence/arrangement.ts";
import { type Family, familiesOf } from "../planner/sequence/structure.ts";
import { familyName, lookAt } from "../planner/snapshot.ts";
import type { Json } from "../text/json.ts";
import { imageKey } from "./object-state.ts";
import { declare, keyOf, type UndoContext, update } from "./undo-context.ts";
import { valuesBefore } from "./undo-fields.ts";
import { newId, tellCannot, whyNotRecreated } from "./what-cannot-come-back.ts";

/** Ids by container, in order. */
type Ids = Readonly<Record<string, readonly string[]>>;

/** The structure of one site while it is declared. */
interface Structure {
  readonly context: UndoContext;
  readonly owner: BeforeImage;
  readonly address: Address;
  /** Addresses of the declared items by `liveKey`. */
  readonly items: Map<string, Address>;
}

/** Declares the structure of a site as it was. An item that came since, and not by the run, stays where it is. */
export function declareStructure(context: UndoContext, owner: BeforeImage, address: Address): void {
  const families = familiesOf(context, owner.kind ?? "").map((family) => ({
    family,
    before: owner.values[`order.${familyName(family)}`] as Ids | null | undefined,
  }));
  if (families.every(({ before }) => before === undefined || before === null)) return;
  const structure: Structure = { context, owner, address, items: new Map() };
  for (const { family, before } of families) {
    const order = wantedOrder(structure, family, before ?? {});
    declareItems(structure, family, order, root);
    for (const container of Object.keys(order))
      if (container !== root && !isItemOf(structure, family, container))
        declareItems(structure, family, order, container);
  }
  const manage = context.resources.get(address)?.manage;
  update(context, address, { manage: { ...manage, structure: "exact" } });
  declareDefaults(structure);
}

/** The order before of what is back, with each item that came since behind the one that it stands behind now. */
function wantedOrder(structure: Structure, family: Family, before: Ids): Ids {
  const items = family.kinds.map(({ name }) => name);
  const order = new Map<string, string[]>();
  for (const [container, ids] of Object.entries(before))
    if (container === root || isBack(structure, family.containers, container))
      order.set(
        container,
        ids.filter((id) => isBack(structure, items, id)),
      );
  const known = new Set(Object.values(before).flat());
  const isNew = (id: string): boolean => !known.has(id) && !isCreated(structure, items, id);
  for (const [container, ids] of Object.entries(orderNow(structure, family))) {
    if (isNew(container) && isItemOf(structure, family, container)) order.set(container, []);
    addNew(order.get(container) ?? [], ids, isNew);
  }
  return Object.fromEntries(order);
}

function addNew(wanted: string[], now: readonly string[], isNew: (id: string) => boolean): void {
  for (const [index, id] of now.entries()) {
    if (!isNew(id)) continue;
    const previous = now.slice(0, index).findLast((one) => wanted.includes(one));
    wanted.splice(previous === undefined ? 0 : wanted.indexOf(previous) + 1, 0, id);
  }
}

function orderNow({ context, owner }: Structure, family: Family): Ids {
  const { view, kinds, liveNow } = context;
  const live = liveNow(imageKey(owner));
  if (view === undefined || live === undefined) return {};
  const looked = { organization: owner.organization, kind: kinds.get(live.kind), live };
  return lookAt(view, looked, `order.${familyName(family)}`) as unknown as Ids;
}

/** Is it there again what had one of the kinds and an id? */
function isBack(structure: Structure, kinds: Iterable<string>, id: string): boolean {
  const { imageOf, stateOf } = structure.context;
  return [...kinds].some((kind) => {
    const image = imageOf(itemKey(structure, kind, id));
    return image !== undefined && stateOf(image) !== "gone";
  });
}

function isCreated(structure: Structure, kinds: Iterable<string>, id: string): boolean {
  return [...kinds].some((kind) => structure.context.isCreated(itemKey(structure, kind, id)));
}

/** Is a container an item of the same order, as a group is? */
function isItemOf(structure: Structure, family: Family, container: string): boolean {
  return family.containers.has(kindOf(structure, family.kinds, container)?.name ?? "");
}

/** The kind of what has an id, now or before. */
function kindOf(structure: Structure, kinds: readonly Kind[], id: string): Kind | undefined {
  const { imageOf, liveNow } = structure.context;
  return kinds.find(({ name }) => {
    const key = itemKey(structure, name, id);
    return imageOf(key) !== undefined || liveNow(key) !== undefined;
  });
}

function itemKey({ owner: { organization } }: Structure, kind: string, id: string): string {
  return liveKey({ organization, kind, id });
}

/** Declares the items of a container, and of the items that hold others. */
function declareItems(structure: Structure, family: Family, order: Ids, container: string): void {
  const holder = container === root ? structure.address : containerAddress(structure, family, container);
  if (holder === undefined) return;
  for (const [index, id] of (order[container] ?? []).entries()) {
    const kind = kindOf(structure, family.kinds, id);
    if (kind === undefined) continue;
    declareItem(structure, kind, id, { holder, index });
    if (order[id] !== undefined) declareItems(structure, family, order, id);
  }
}

function containerAddress(structure: Structure, { containers }: Family, id: string): Address | undefined {
  const keys = [...containers].map((kind) => itemKey(structure, kind, id));
  return keys.map((key) => structure.items.get(key)).find((address) => address !== undefined);
}

interface Position {
  readonly holder: Address;
  readonly index: number;
}

function declareItem(structure: Structure, kind: Kind, id: string, { holder, index }: Position): void {
  const { context, owner, items } = structure;
  const key = itemKey(structure, kind.name, id);
  const image = context.imageOf(key);
  const isRecreated = image !== undefined && context.stateOf(image) === "recreated";
  const inside = kind.sequence?.addressIn === "container" ? holder : structure.address;
  const addressOf = (name: string): Address => addressIn(kind, owner.organization, name, inside);
  const wanted = addressOf(image === undefined ? id : keyOf(context, image));
  const address = context.resources.has(wanted) ? addressOf(id) : wanted;
  const own = image === undefined ? {} : valuesBefore(context, image, address);
  const values = { ...requiredNow(context, kind, key), ...own };
  const lacks = isRecreated ? whyNotRecreated(context, kind, values, image) : undefined;
  if (isRecreated) tellCannot(context, address, lacks ?? newId);
  if (lacks !== undefined) return;
  items.set(key, address);
  declare(context, {
    address,
    kind: kind.name,
    key: address.slice(`${inside}.${kind.plural}.`.length),
    parent: structure.address,
    ...(holder === structure.address ? {} : { container: holder }),
    index,
    values,
    ...(isRecreated ? {} : { id }),
  });
}

/** The required fields of an item as they are now: the planner needs them to tell what an item shows. */
function requiredNow(
  { view, liveNow }: UndoContext,
  kind: Kind,
  key: string,
): Readonly<Record<string, Json>> {
  const live = liveNow(key);
  if (view === undefined || live === undefined) return {};
  const entries = kind.required.map((name): [string, Json] => {
    const value = lookAt(view, { organization: live.organization, kind, live }, name);
    return [name, kind.fields[name]?.refersTo === undefined || value === null ? value : `id:${value}`];
  });
  return Object.fromEntries(entries);
}

/** Declares which child was the default, of the site and of its items. */
function declareDefaults(structure: Structure): void {
  const { context, owner, address, items } = structure;
  const defaultsOf = [[imageKey(owner), address] as const, ...items];
  for (const [key, own] of defaultsOf) {
    const image = context.imageOf(key);
    const resource = context.resources.get(own);
    if (image === undefined || resource === undefined) continue;
    const values = { ...resource.values, ...defaultsBefore(structure, image, own) };
    update(context, own, { values });
  }
}

function defaultsBefore(
  structure: Structure,
  image: BeforeImage,
  own: Address,
): Readonly<Record<string, Json>> {
  const { context, items } = structure;
  const { fields } = context.kinds.get(image.kind ?? "");
  const entries = Object.entries(fields).flatMap(([name, { defaultChild }]): [string, Json][] => {
    const id = image.values[name];
    if (defaultChild === undefined || typeof id !== "string") return [];
    const child = items.get(itemKey(structure, defaultChild, id));
    const prefix = `${own}.${context.kinds.get(defaultChild).plural}.`;
    return child?.startsWith(prefix) === true ? [[name, child.slice(prefix.length)]] : [];
  });
  return Object.fromEntries(entries);
}
