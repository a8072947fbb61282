import { kinds } from "../../src/kinds/kinds.ts";
import { indexKinds } from "../../src/model/kind-index.ts";
import type { LiveResource } from "../../src/model/live.ts";
import { namesOf } from "../../src/planner/match/identity.ts";
import {
  type LastApply,
  type RecordedResource,
  type Sealing,
  sealsOf,
} from "../../src/planner/match/last-apply.ts";
import type { Plan } from "../../src/planner/plan.ts";
import { hash } from "./simulation.ts";

const index = indexKinds(kinds);

export const seal: Sealing = (value, address) => hash(`${address} ${JSON.stringify(value)}`);

/** What an apply writes of an address. */
export function entryFor(address: string, live: LiveResource): RecordedResource {
  const { kind, id } = live;
  const names = namesOf(index.get(kind), live);
  return { kind, id, unverifiable: {}, ...sealsOf(seal, address, { kind, id, names }) };
}

/** A record with these entries. */
export function recordWith(entries: Iterable<readonly [string, RecordedResource]>): LastApply {
  return { resources: new Map(entries), hash: (value) => JSON.stringify(value), seal };
}

/** What an apply leaves that ends with what a plan found. */
export function recordOf({ known }: Pick<Plan, "known">): LastApply {
  return recordWith([...known()].map(([address, live]) => [address, entryFor(address, live)]));
}
