import { type Address, organizationOf } from "../model/address.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import type { Planning } from "./planning.ts";

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
