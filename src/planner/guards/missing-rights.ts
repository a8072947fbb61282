import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { indexKinds } from "../../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { atPointer } from "../../text/json.ts";
import { permissionHolder } from "./permission-holder.ts";

/** A permission that the token lacks, and what is declared that cannot be changed without it. */
export interface MissingRight {
  readonly permission: string;
  /** Kind of the object whose permission it is. */
  readonly of: string;
  readonly organization: string;
  readonly addresses: readonly Address[];
}

/**
 * What the platform's own `permissions` say that the token may not do with what is declared: update what is there,
 * create what is not, delete what is to be absent. Silence is no refusal.
 */
export function missingRights(
  desired: Desired,
  live: Live,
  known: ReadonlyMap<Address, LiveResource>,
  kinds: readonly Kind[],
): readonly MissingRight[] {
  const index = indexKinds(kinds);
  const byKey = new Map(live.resources.map((one) => [liveKey(one), one]));
  const byKind = groupBy(live.resources, ({ organization, kind }) => `${organization} ${kind}`);
  const view = {
    kinds: index,
    liveByKey: (key: string) => byKey.get(key),
    liveIn: (organization: string, kind: string) => byKind.get(`${organization} ${kind}`) ?? [],
  };
  const refused = desired.resources.flatMap((resource) => {
    const { address, organization } = resource;
    const kind = index.get(resource.kind);
    const there = known.get(address);
    const needed = kind.permissions?.[wouldDo(resource, there)];
    const holder = needed && permissionHolder(view, kind, needed, there, organization);
    if (needed === undefined || holder === undefined) return [];
    if (atPointer(holder.answer, `/permissions/${needed.name}`) !== false) return [];
    return [{ permission: needed.name, of: needed.of, organization, address }];
  });
  const groups = groupBy(
    refused,
    ({ permission, of, organization }) => `${organization} ${of} ${permission}`,
  );
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { address: _, ...right } = first;
    return [{ ...right, addresses: all.map(({ address }) => address) }];
  });
}

function wouldDo(
  { absent }: DesiredResource,
  there: LiveResource | undefined,
): "create" | "update" | "delete" {
  if (absent) return "delete";
  return there === undefined ? "create" : "update";
}
