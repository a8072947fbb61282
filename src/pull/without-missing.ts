import { type Address, isWithin, rootAddress } from "../model/address.ts";
import type { Desired, OrderItem } from "../model/desired.ts";
import type { KindIndex } from "../model/kind-index.ts";

/** What is declared, without what the platform lacks: what a plan of that changes is no surprise. */
export function withoutMissing(desired: Desired, missing: readonly Address[], kinds: KindIndex): Desired {
  if (missing.length === 0) return desired;
  const isGone = (address: Address): boolean => missing.some((one) => isWithin(address, one));
  const present = (organization: string, order: readonly OrderItem[]): readonly OrderItem[] =>
    order.filter(({ kind, name }) => !isGone(rootAddress(organization, kinds.get(kind).plural, name)));
  return {
    ...desired,
    organizations: desired.organizations.map((one) =>
      one.order === undefined ? one : { ...one, order: present(one.alias, one.order) },
    ),
    resources: desired.resources
      .filter(({ address }) => !isGone(address))
      .map((one) =>
        one.order === undefined ? one : { ...one, order: present(one.organization, one.order) },
      ),
  };
}
