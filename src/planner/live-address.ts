import { type Address, childAddress, rootAddress } from "../model/address.ts";
import type { Kind } from "../model/kind.ts";
import type { LiveResource } from "../model/live.ts";
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

/** The address of a resource by its key: in its parent, or at the root of its organization. */
export function addressIn(kind: Kind, organization: string, key: string, parent?: Address): Address {
  if (kind.shape === "singleton")
    return parent === undefined ? `${organization}/${kind.plural}` : `${parent}.${kind.plural}`;
  return parent === undefined
    ? rootAddress(organization, kind.plural, key)
    : childAddress(parent, kind.plural, key);
}
