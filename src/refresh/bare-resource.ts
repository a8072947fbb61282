import type { Address } from "../model/address.ts";
import { organizationOf } from "../model/address.ts";
import type { DesiredResource, Manage } from "../model/desired.ts";
import type { Source } from "../model/diagnostic.ts";
import type { Kind } from "../model/kind.ts";
import { membershipsOf } from "../model/kind-index.ts";

/**
 * A live object as a declaration without fields that lists all its children, so that all of them are read.
 */
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
