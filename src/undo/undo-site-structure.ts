import type { Address } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/before-image.ts";
import type { Kind } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
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

/** An item of the structure, now or before. */
interface Item {
  readonly id: string;
  readonly kind: Kind;
  /** Left out for what came since. */
  readonly image?: BeforeImage;
  readonly isBack: boolean;
  readonly isCreatedByRun: boolean;
}

/** The structure of one site while it is declared. */
interface Structure {
  readonly context: UndoContext;
  readonly owner: BeforeImage;
  readonly address: Address;
  /** By id. */
  readonly items: ReadonlyMap<string, Item>;
  /** Addresses of the declared items by id. */
  readonly declared: Map<string, Address>;
}

/** Declares the structure of a site as it was. An item that came since, and not by the run, stays where it is. */
export function declareStructure(context: UndoContext, owner: BeforeImage, address: Address): void {
  const families = familiesOf(context, owner.kind ?? "").map((family) => ({
    family,
    before: owner.values[`order.${familyName(family)}`] as Ids | null | undefined,
  }));
  if (families.every(({ before }) => before === undefined || before === null)) return;
  const items = itemsOf(
    context,
    families.flatMap(({ family }) => family.kinds),
    owner,
  );
  const structure: Structure = { context, owner, address, items, declared: new Map() };
  for (const { family, before } of families) {
    const order = wantedOrder(structure, family, before ?? {});
    declareItems(structure, order, root, address);
    for (const container of Object.keys(order)) {
      const holder = structure.declared.get(container);
      if (holder !== undefined && !isItemOf(structure, family, container))
        declareItems(structure, order, container, holder);
    }
  }
  const manage = context.resources.get(address)?.manage;
  update(context, address, { manage: { ...manage, structure: "exact" } });
  declareDefaults(structure);
}

function itemsOf(
  { images, view, imageOf, stateOf, isCreated }: UndoContext,
  kinds: readonly Kind[],
  { organization, id: parent = "" }: BeforeImage,
): ReadonlyMap<string, Item> {
  const items = kinds.flatMap((kind) => {
    const isHere = (image: BeforeImage): boolean => image.kind === kind.name && image.parent === parent;
    const before = images.filter((image) => isHere(image) && image.organization === organization);
    const now = view?.liveIn(organization, kind.name, parent) ?? [];
    const ids = new Set([...before, ...now].flatMap(({ id }) => id ?? []));
    return [...ids].map((id): [string, Item] => {
      const key = liveKey({ organization, kind: kind.name, id });
      const image = imageOf(key);
      const isBack = image !== undefined && stateOf(image) !== "gone";
      return [id, { id, kind, isBack, isCreatedByRun: isCreated(key), ...(image && { image }) }];
    });
  });
  return new Map(items);
}

/** The order before of what is back, with each item that came since behind the one that it stands behind now. */
function wantedOrder(structure: Structure, family: Family, before: Ids): Ids {
  const { items } = structure;
  const isBack = (id: string): boolean => items.get(id)?.isBack === true;
  const order = new Map<string, string[]>();
  for (const [container, ids] of Object.entries(before))
    if (container === root || isBack(container)) order.set(container, ids.filter(isBack));
  const known = new Set(Object.values(before).flat());
  const isNew = (id: string): boolean => !known.has(id) && items.get(id)?.isCreatedByRun === false;
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

/** Is a container an item of the same order, as a group is? */
function isItemOf({ items }: Structure, { kinds, isNested }: Family, container: string): boolean {
  const kind = items.get(container)?.kind;
  return isNested && kind !== undefined && kinds.includes(kind);
}

/** Declares the items of a container, and of the items that hold others. */
function declareItems(structure: Structure, order: Ids, container: string, holder: Address): void {
  for (const [index, id] of (order[container] ?? []).entries()) {
    const item = structure.items.get(id);
    if (item === undefined) continue;
    declareItem(structure, item, { holder, index });
    const address = structure.declared.get(id);
    if (order[id] !== undefined && address !== undefined) declareItems(structure, order, id, address);
  }
}

function declareItem(
  { context, owner, address: site, declared }: Structure,
  { id, kind, image }: Item,
  { holder, index }: { readonly holder: Address; readonly index: number },
): void {
  const isRecreated = image !== undefined && context.stateOf(image) === "recreated";
  const inside = kind.sequence?.addressIn === "container" ? holder : site;
  const addressOf = (name: string): Address => addressIn(kind, owner.organization, name, inside);
  const wanted = addressOf(image === undefined ? id : keyOf(context, image));
  const address = context.resources.has(wanted) ? addressOf(id) : wanted;
  const own = image === undefined ? {} : valuesBefore(context, image, address);
  const live = context.liveNow(liveKey({ organization: owner.organization, kind: kind.name, id }));
  const values = { ...requiredNow(context, kind, live), ...own };
  const lacks = isRecreated ? whyNotRecreated(context, kind, values, image) : undefined;
  if (isRecreated) tellCannot(context, address, lacks ?? newId);
  if (lacks !== undefined) return;
  declared.set(id, address);
  declare(context, {
    address,
    kind: kind.name,
    key: address.slice(`${inside}.${kind.plural}.`.length),
    parent: site,
    ...(holder === site ? {} : { container: holder }),
    index,
    values,
    ...(isRecreated ? {} : { id }),
  });
}

/** The required fields of an item as they are now: the planner needs them to tell what an item shows. */
function requiredNow(
  { view }: UndoContext,
  kind: Kind,
  live: LiveResource | undefined,
): Readonly<Record<string, Json>> {
  if (view === undefined || live === undefined) return {};
  const entries = kind.required.map((name): [string, Json] => {
    const value = lookAt(view, { organization: live.organization, kind, live }, name);
    return [name, kind.fields[name]?.refersTo === undefined || value === null ? value : `id:${value}`];
  });
  return Object.fromEntries(entries);
}

/** Declares which child was the default, of the site and of its items. */
function declareDefaults({ context, owner, address, items, declared }: Structure): void {
  const holders = [
    [address, owner] as const,
    ...[...declared].map(([id, own]) => [own, items.get(id)?.image] as const),
  ];
  for (const [own, image] of holders) {
    const resource = context.resources.get(own);
    if (image === undefined || resource === undefined) continue;
    const { fields } = context.kinds.get(image.kind ?? "");
    const defaults = Object.entries(fields).flatMap(([name, { defaultChild }]): [string, Json][] => {
      const child = declared.get(String(image.values[name]));
      if (defaultChild === undefined || child === undefined) return [];
      const prefix = `${own}.${context.kinds.get(defaultChild).plural}.`;
      return child.startsWith(prefix) ? [[name, child.slice(prefix.length)]] : [];
    });
    update(context, own, { values: { ...resource.values, ...Object.fromEntries(defaults) } });
  }
}
