import { type Address, childAddress, organizationOf, rootAddress } from "../../model/address.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import type { Planning } from "./planning.ts";

/** Address of a live resource: that of the resource that declares or replaces it, else its id in its parent. */
export function liveAddress(planning: Planning, live: LiveResource): string {
  const declared = planning.matching.addressOf(live);
  if (declared !== undefined) return declared;
  const kind = planning.kinds.get(live.kind);
  const replaced = kind.sequence === undefined ? planning.recreatedAt(live) : undefined;
  if (replaced !== undefined) return replaced;
  const parent = addressParent(planning, live);
  const owner = parent === undefined ? `${live.organization}/` : `${liveAddress(planning, parent)}.`;
  // A singleton needs no id.
  return kind.shape === "singleton" ? `${owner}${kind.plural}` : `${owner}${kind.plural}.id:${live.id}`;
}

/** The live resource of an address: of what is declared there, or of an `id:…` at its end. */
export function liveAt(planning: Planning, address: Address): LiveResource | undefined {
  return planning.matching.liveOf(address) ?? undeclaredAt(planning, address);
}

/** Finds an undeclared object by its id in the list of its kind: `acme/sites.hub.shareLinks.id:link_1`. */
function undeclaredAt({ kinds, liveByKey }: Planning, address: Address): LiveResource | undefined {
  const found = /^(.*[./])([^./]+)\.id:(.*)$/.exec(address);
  if (found === null) return undefined;
  const [, owner = "", plural = "", id = ""] = found;
  const organization = organizationOf(address);
  const all = owner.endsWith("/") ? kinds.childrenOf() : innerKinds(kinds);
  for (const kind of all.filter((one) => one.plural === plural)) {
    const live = liveByKey(liveKey({ organization, kind: kind.name, id }));
    if (live !== undefined) return live;
  }
  return undefined;
}

/** Kinds that have a parent, at any depth. */
function innerKinds(kinds: KindIndex, outer: readonly Kind[] = kinds.childrenOf()): readonly Kind[] {
  return outer.flatMap(({ name }) => {
    const inner = kinds.childrenOf(name);
    return [...inner, ...innerKinds(kinds, inner)];
  });
}

/** The name of a live item in orders and trees: the address of what declares it, else `#` and its key. */
export function itemName({ matching }: Pick<Planning, "matching">, live: LiveResource): string {
  return matching.addressOf(live) ?? nameOfKey(liveKey(live));
}

/** The name of an undeclared object, by its key. */
export function nameOfKey(key: string): string {
  return `#${key}`;
}

/** The id in the name of an undeclared object: the part after its organization and kind. */
export function idInName(name: string): string {
  return name.split(" ").slice(2).join(" ");
}

/** The live resource that a name stands for. */
export function liveItem(
  { matching, liveByKey }: Pick<Planning, "matching" | "liveByKey">,
  name: string,
): LiveResource | undefined {
  return name.startsWith("#") ? liveByKey(name.slice(1)) : matching.liveOf(name);
}

/** The address of a resource by its key: in its parent, or at the root of its organization. */
export function addressIn(kind: Kind, organization: string, key: string, parent?: Address): Address {
  if (kind.shape === "singleton")
    return parent === undefined ? `${organization}/${kind.plural}` : `${parent}.${kind.plural}`;
  return parent === undefined
    ? rootAddress(organization, kind.plural, key)
    : childAddress(parent, kind.plural, key);
}

type Standing = Pick<LiveResource, "organization" | "parentId" | "answer">;

/** The key of the parent of a live resource; undefined in the organization itself. */
export function parentKey(
  { parent }: Kind,
  { organization, parentId }: Omit<Standing, "answer">,
): string | undefined {
  return parent === undefined || parentId === undefined
    ? undefined
    : liveKey({ organization, kind: parent, id: parentId });
}

/** The keys that a container has, one for each kind that it can be of: an item has only its id. */
export function containerKeys(
  { sequence }: Kind,
  organization: string,
  container: string | undefined,
): readonly string[] {
  if (sequence === undefined || container === undefined) return [];
  return sequence.containers.map((kind) => liveKey({ organization, kind, id: container }));
}

/** The keys that the container, else the parent, of a live resource can have. */
export function ownerKeys(kind: Kind, live: Standing): readonly string[] {
  const containers = containerKeys(kind, live.organization, kind.sequence?.containerOf(live.answer));
  return containers.length > 0 ? containers : [parentKey(kind, live) ?? []].flat();
}

/** The parent of a live resource. */
export function parentOf(
  { kinds, liveByKey }: Pick<Planning, "kinds" | "liveByKey">,
  live: LiveResource | undefined,
): LiveResource | undefined {
  const key = live === undefined ? undefined : parentKey(kinds.get(live.kind), live);
  return key === undefined ? undefined : liveByKey(key);
}

/**
 * The live resource in whose address another one is: its container where the kind has its address there, else its
 * parent.
 */
export function addressParent(
  planning: Pick<Planning, "kinds" | "liveByKey">,
  live: LiveResource,
): LiveResource | undefined {
  const kind = planning.kinds.get(live.kind);
  if (kind.sequence?.addressIn !== "container") return parentOf(planning, live);
  return firstOf(planning, ownerKeys(kind, live));
}

/** The first live resource that has one of the keys. */
export function firstOf(
  { liveByKey }: Pick<Planning, "liveByKey">,
  keys: readonly string[],
): LiveResource | undefined {
  for (const key of keys) {
    const live = liveByKey(key);
    if (live !== undefined) return live;
  }
  return undefined;
}

/** The live resources in each parent and container, by the `liveKey` of those. */
export function insideOf(
  resources: readonly LiveResource[],
  kinds: KindIndex,
): ReadonlyMap<string, readonly LiveResource[]> {
  // An item in a container of a parent is in the parent too; once is enough.
  const owned = resources.flatMap((resource) =>
    ownerKeys(kinds.get(resource.kind), resource).map((owner) => ({ owner, resource })),
  );
  const groups = groupBy(owned, ({ owner }) => owner);
  return new Map([...groups].map(([owner, all]) => [owner, all.map(({ resource }) => resource)]));
}
