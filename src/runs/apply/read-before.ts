import { organizationOf } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { holdsOthers, type KindIndex } from "../../model/kind-index.ts";
import { keyAt, type Live, liveKey } from "../../model/live.ts";
import type { Plan } from "../../planner/plan.ts";
import { parentKey } from "../../planner/state/live-address.ts";
import { readLive } from "../../refresh/read-live.ts";
import { bareResource } from "../../refresh/read-whole.ts";
import type { Reader } from "../../refresh/reader.ts";

const source = { file: "", line: 1, column: 1 };

/**
 * The live state including the contents of what the plan deletes. Planning does not read undeclared contents,
 * and after the delete they are gone.
 */
export async function readBefore(
  { document, kinds }: Pick<Plan, "document" | "kinds">,
  seen: Live,
  reader: Reader,
): Promise<Live> {
  const { changes, organizations } = document;
  const going = changes.filter(
    ({ kind, action }) =>
      action === "delete" && holdsOthers(kinds, kinds.get(kind)) && kinds.get(kind).parent === undefined,
  );
  if (going.length === 0) return seen;
  const aliases = new Set(going.map(({ address }) => organizationOf(address)));
  const desired: Desired = {
    organizations: [...aliases].map((alias) => ({
      alias,
      id: organizations[alias] ?? "",
      source,
      manage: {},
      manageSources: {},
    })),
    resources: going.map((change) => declared(kinds, change)),
  };
  const inner = await readLive(desired, kinds.all, reader);
  const owners = new Set(going.map(keyAt));
  const more = inner.resources.filter((one) =>
    [liveKey(one), parentKey(kinds.get(one.kind), one)].some((key) => owners.has(key ?? "")),
  );
  const known = new Set(more.map(liveKey));
  const kept = seen.resources.filter((one) => !known.has(liveKey(one)));
  return { ...seen, resources: [...kept, ...more], requests: seen.requests + inner.requests };
}

function declared(kinds: KindIndex, { kind, id = "", address }: Change): DesiredResource {
  return bareResource(kinds.all, kinds.get(kind), { address, id, source });
}
