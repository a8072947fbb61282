import { ApiError } from "../client/errors.ts";
import { type Address, organizationOf } from "../model/address.ts";
import type { DesiredOrganization, DesiredResource, Manage } from "../model/desired.ts";
import type { Source } from "../model/diagnostic.ts";
import type { Kind } from "../model/kind.ts";
import { holdsOthers, indexKinds, membershipsOf } from "../model/kind-index.ts";
import type { Live } from "../model/live.ts";
import { readingOnce } from "./cached-reader.ts";
import { asLive, readInside, readKind } from "./read-live.ts";
import { ownValues } from "./read-scope.ts";
import type { Reader } from "./reader.ts";

/**
 * Reads organizations independently of manifests: first their lists, then the lists inside each object, each
 * stage in parallel. Of values with calls of their own, it reads those that anything of `declared` has.
 */
export async function readWhole(
  organizations: readonly Pick<DesiredOrganization, "alias" | "id" | "source">[],
  kinds: readonly Kind[],
  uncached: Reader,
  declared: readonly DesiredResource[] = [],
): Promise<Live> {
  const index = indexKinds(kinds);
  const own = new Set(declared.flatMap((one) => ownValues(one, index)));
  // One answer shows the structure of a site for several kinds.
  const reader = readingOnce(uncached);
  const before = reader.requests();
  const read = organizations.map(async ({ alias, id, source }) => {
    const owner = { organization: alias, id };
    const roots = await Promise.all(index.childrenOf().map((kind) => readShown(reader, kind, owner)));
    const whole = roots.flat().map(async (live) => {
      const kind = index.get(live.kind);
      if (!holdsOthers(index, kind)) return [live];
      const resource = bareResource(kinds, kind, { address: `${alias}/${live.id}`, id: live.id, source });
      const asked = new Set([...own].map((one) => `${resource.address} ${one}`));
      const inside = { asked, recorded: new Set<string>(), read: readShown };
      return readInside(reader, index, resource, live, { ...owner, parent: live }, inside);
    });
    return (await Promise.all(whole)).flat();
  });
  const resources = (await Promise.all(read)).flat();
  return { resources, requests: reader.requests() - before };
}

/** Refusals that say nothing about what else the platform shows: the plan of one site may lack a feature (G4). */
const refusals: readonly string[] = ["forbidden", "not-found", "refused"];

/** Reads a kind in an organization, or in a live resource. A singleton that the platform refuses to show keeps nobody from the others. */
const readShown: typeof readKind = async (reader, kind, owner, parentKind) => {
  try {
    return await readKind(reader, kind, owner, parentKind);
  } catch (refusal) {
    const isRefusal = refusal instanceof ApiError && refusals.includes(refusal.kind);
    if (kind.shape !== "singleton" || !isRefusal) throw refusal;
    return asLive(kind, owner, [{}]).map((one) => ({ ...one, refusal }));
  }
};

/** A live object as a declaration without fields that lists all its children, so that all of them are read. */
export function bareResource(
  kinds: readonly Kind[],
  kind: Kind,
  { address, id, source }: { readonly address: Address; readonly id: string; readonly source: Source },
): DesiredResource {
  return {
    address,
    kind: kind.name,
    key: id,
    organization: organizationOf(address),
    values: Object.fromEntries(membershipsOf(kind).map((field) => [field, {}])),
    sensitive: [],
    // A singleton has no id of its own.
    ...(kind.shape === "singleton" ? {} : { id }),
    previously: [],
    absent: false,
    protect: false,
    ignore: [],
    manage: manageAll(kinds),
    source,
    sources: {},
  };
}

/** Manages every kind of child as `listed`, which deletes none. */
export function manageAll(kinds: readonly Kind[]): Readonly<Record<string, Manage>> {
  return { structure: "listed", ...Object.fromEntries(kinds.map(({ plural }) => [plural, "listed"])) };
}
