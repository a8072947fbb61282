import { ownersOf } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { isTransfer } from "../tree/transfer-change.ts";
import type { Finding, Guard } from "./guard.ts";

/**
 * `protect: true` forbids whatever takes the live object away: a delete, one of its owner, a transfer to another
 * organization, or building it anew.
 */
export const protect: Guard = {
  rule: "protect",
  judge: ({ planning, declared, changes }) => {
    const deleted = new Set(changes.flatMap(({ action, address }) => (action === "delete" ? [address] : [])));
    const transferred = new Set(changes.filter(isTransfer).map(({ address }) => address));
    const changed = new Set(changes.map(({ address }) => address));
    return declared
      .filter(({ protect: isProtected }) => isProtected)
      .flatMap((resource): readonly Finding[] => {
        const { address } = resource;
        const owner = ownersOf(address).find((one) => deleted.has(one));
        if (owner === address) return [finding(resource, "this plan deletes it")];
        if (owner !== undefined) return [finding(resource, `this plan deletes ${owner}, which it stands in`)];
        if (transferred.has(address))
          return [finding(resource, "this plan transfers it to another organization")];
        return planning.formerOf(address) !== undefined && changed.has(address)
          ? [finding(resource, "this plan builds it anew, which deletes the live one")]
          : [];
      });
  },
};

function finding({ address, sources, source }: DesiredResource, what: string): Finding {
  return {
    address,
    message: `${address} is protected, and ${what}`,
    allow: "take protect: true out of the manifest",
    source: sources.protect ?? source,
  };
}
