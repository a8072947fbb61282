import { type Address, childAddress, organizationOf, rootAddress } from "../model/address.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { holderOf } from "./live-parent.ts";
import type { Planning } from "./planning.ts";

/** Address of a live resource: that of what declares or replaces it, else by its id in what holds it. */
export function liveAddress(planning: Planning, live: LiveResource): string {
  const declared = planning.matching.addressOf(live);
  if (declared !== undefined) return declared;
  const kind = planning.kinds.get(live.kind);
  const replaced = kind.sequence === undefined ? planning.renewedAt(live) : undefined;
  if (replaced !== undefined) return replaced;
  const holder = holderOf(planning, live);
  const owner = holder === undefined ? `${live.organization}/` : `${liveAddress(planning, holder)}.`;
  // There is one of it, which needs no id to be told from another.
  return kind.shape === "singleton" ? `${owner}${kind.plural}` : `${owner}${kind.plural}.id:${live.id}`;
}

/** The live resource of an address: of what is declared there, or of an `id:…` at its end. */
export function liveAt(planning: Planning, address: Address): LiveResource | undefined {
  return planning.matching.liveOf(address) ?? undeclaredAt(planning, address);
}

/** What nothing declares goes by its id in the list of its kind: `acme/sites.hub.shareLinks.id:link_1`. */
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

/** Kinds that stand in another one, at any depth. */
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

/** The name of what nothing declares, by its key. */
export function nameOfKey(key: string): string {
  return `#${key}`;
}

/** The id in the name of what nothing declares: what comes after its organization and kind. */
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
