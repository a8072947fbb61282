import { kinds } from "../../kinds/kinds.ts";
import { organizationOf } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { holdsOthers, indexKinds } from "../../model/kind-index.ts";
import { keyAt, type Live, liveKey } from "../../model/live.ts";
import { parentKey } from "../../planner/state/live-address.ts";
import { readLive } from "../../refresh/read-live.ts";
import { bareResource } from "../../refresh/read-whole.ts";
import type { Reader } from "../../refresh/reader.ts";

const index = indexKinds(kinds);
const source = { file: "", line: 1, column: 1 };

/**
 * The live state including the contents of what the plan deletes. Planning does not read undeclared contents,
 * and after the delete they are gone.
 */
export async function readBefore(
  { changes, organizations }: Pick<PlanDocument, "changes" | "organizations">,
  seen: Live,
  reader: Reader,
): Promise<Live> {
  const going = changes.filter(
    ({ kind, action }) => action === "delete" && holdsOthers(index, index.get(kind)) && !isInner(kind),
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
    resources: going.map(declared),
  };
  const inner = await readLive(desired, kinds, reader);
  const owners = new Set(going.map(keyAt));
  const more = inner.resources.filter((one) =>
    [liveKey(one), parentKey(index.get(one.kind), one)].some((key) => owners.has(key ?? "")),
  );
  const known = new Set(more.map(liveKey));
  const kept = seen.resources.filter((one) => !known.has(liveKey(one)));
  return { ...seen, resources: [...kept, ...more], requests: seen.requests + inner.requests };
}

function isInner(kind: string): boolean {
  return index.get(kind).parent !== undefined;
}

function declared({ kind, id = "", address }: Change): DesiredResource {
  return bareResource(kinds, index.get(kind), { address, id, source });
}
