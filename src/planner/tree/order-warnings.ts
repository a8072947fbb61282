import { idIn } from "../../model/address.ts";
import type { OrderItem } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { liveKey } from "../../model/live.ts";
import type { Possible } from "../diff/created-by.ts";

/** What an order names by its id and is not there: the order goes on without it, and who wrote it is told. */
export function orderWarnings(planning: Possible): readonly Diagnostic[] {
  const { organizations, resources } = planning.desired;
  const orders = [
    ...organizations.map(({ alias, order }) => ({ alias, holder: alias, order })),
    ...resources
      .filter(({ absent, order }) => !absent && order !== undefined)
      .map(({ organization, address, order }) => ({ alias: organization, holder: address, order })),
  ];
  return orders.flatMap(({ alias, holder, order = [] }) =>
    order.filter((item) => isLost(planning, alias, item)).map((item) => lost(holder, item)),
  );
}

function isLost(planning: Possible, alias: string, { kind, name }: OrderItem): boolean {
  const id = idIn(name);
  if (id === undefined) return false;
  const found = planning.liveByKey(liveKey({ organization: alias, kind, id }));
  if (found === undefined) return true;
  // What is deleted comes back when a manifest declares it.
  return found.deleted === true && planning.matching.addressOf(found) === undefined;
}

function lost(holder: string, { kind, name, source }: OrderItem): Diagnostic {
  return {
    code: "DF3011",
    severity: "warning",
    message: `the order of ${holder} names the ${kind} "${idIn(name)}", which is not there`,
    source,
    hint: "mend the id, or take the line out",
  };
}
