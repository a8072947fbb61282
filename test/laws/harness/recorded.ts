import type { LiveResource } from "../../../src/model/live.ts";
import type { LastApply, RecordedResource, Sealing } from "../../../src/planner/match/recorded-ids.ts";
import type { Plan } from "../../../src/planner/plan.ts";
import { hash } from "./simulation.ts";

export const seal: Sealing = (value, address) => hash(`${address} ${JSON.stringify(value)}`);

/** The record that an apply writes of an address. */
export function entryFor({ kind, id }: LiveResource): RecordedResource {
  return { kind, id, unverifiable: {} };
}

/** A record with these entries. */
export function recordWith(entries: Iterable<readonly [string, RecordedResource]>): LastApply {
  return { resources: new Map(entries), hash: (value) => JSON.stringify(value), seal };
}

/** The record that an apply leaves when it ends with the state that a plan found. */
export function recordOf({ liveByAddress }: Pick<Plan, "liveByAddress">): LastApply {
  return recordWith([...liveByAddress()].map(([address, live]) => [address, entryFor(live)]));
}
