import { organizationOf } from "../core/address.ts";
import type { Desired, DesiredResource, Manage } from "../core/desired.ts";
import type { Kind } from "../core/kind.ts";
import { indexKinds } from "../core/kind-index.ts";
import type { Live } from "../core/live.ts";
import type { Change, PlanDocument } from "../core/plan-document.ts";
import { kinds } from "../kinds/kinds.ts";
import { type Reader, readLive } from "../live/read-live.ts";

const index = indexKinds(kinds);
const source = { file: "", line: 1, column: 1 };
const everything: Readonly<Record<string, Manage>> = {
  structure: "listed",
  ...Object.fromEntries(kinds.map(({ plural }) => [plural, "listed"])),
};

/**
 * What was read, with all that goes with what a plan deletes: what a manifest does not speak of was not read for
 * planning, and nobody can read it afterwards.
 */
export async function readBefore(
  { changes, organizations }: Pick<PlanDocument, "changes" | "organizations">,
  seen: Live,
  reader: Reader,
): Promise<Live> {
  const going = changes.filter(
    ({ kind, action }) => action === "delete" && holdsOthers(index.get(kind)) && !isInner(kind),
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
  const owners = new Set(going.map(({ id }) => id));
  const more = inner.resources.filter(({ id, parentId }) => owners.has(id) || owners.has(parentId));
  const known = new Set(more.map(({ kind, id }) => `${kind} ${id}`));
  const kept = seen.resources.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  return { resources: [...kept, ...more], requests: seen.requests + inner.requests };
}

/** Is there something in it that takes a read of its own? */
function holdsOthers({ name, fields }: Kind): boolean {
  return (
    index.childrenOf(name).length > 0 ||
    Object.values(fields).some(({ membership }: Kind["fields"][string]) => membership !== undefined)
  );
}

function isInner(kind: string): boolean {
  return index.get(kind).parent !== undefined;
}

/** A resource as a manifest declares it that manages all of it, and says nothing of its fields. */
function declared({ kind: name, id = "", address }: Change): DesiredResource {
  const { fields } = index.get(name);
  const memberships = Object.keys(fields).filter((field) => fields[field]?.membership !== undefined);
  return {
    address,
    kind: name,
    key: id,
    organization: organizationOf(address),
    values: Object.fromEntries(memberships.map((field) => [field, {}])),
    sensitive: [],
    id,
    previously: [],
    absent: false,
    protect: false,
    ignore: [],
    manage: everything,
    source,
    sources: {},
  };
}
