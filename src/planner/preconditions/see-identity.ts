import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Field, Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import { liveItem } from "../item-name.ts";
import { liveAddress } from "../live-address.ts";
import { type Planning, targetOf } from "../planning.ts";
import { root } from "../sequence/arrangement.ts";
import { noteDeclared, noteUndeclared, type Watch } from "./footprint.ts";

/** The fields that a resource is found by: none for what is pinned. */
export function identityPaths(resource: DesiredResource, kind: Kind): readonly string[] {
  if (resource.id !== undefined) return [];
  return keyFields(kind).filter((name) => resource.values[name] !== undefined);
}

/** What a list has at an address: not what is deleted, nor what comes from another organization. */
function thereNow(planning: Planning, address: Address): LiveResource | undefined {
  const live = planning.matching.liveOf(address);
  return live?.deleted === true || live?.arrivesBy !== undefined ? undefined : live;
}

/** That a resource is what it was taken for. */
export function seeIdentity(watch: Watch, address: Address | undefined): void {
  const resource = address === undefined ? undefined : watch.planning.resourceAt(address);
  if (resource === undefined || watch.seen.has(resource.address)) return;
  const kind = watch.planning.kinds.get(resource.kind);
  const live = thereNow(watch.planning, resource.address);
  const paths = identityPaths(resource, kind);
  noteDeclared(watch, resource, { paths, live });
  seeNeeded(watch, resource, paths);
}

/** What a resource stands in, what some of its fields refer to, and who else answers to its names. */
export function seeNeeded(watch: Watch, resource: DesiredResource, names: readonly string[]): void {
  const { planning, seen } = watch;
  const kind = planning.kinds.get(resource.kind);
  seeIdentity(watch, resource.parent);
  if (kind.sequence?.addressIn === "container") seeIdentity(watch, resource.container);
  for (const name of names) seeTarget(watch, resource, kind.fields[name], resource.values[name]);
  const { claims = [], parent, id: own } = seen.get(resource.address) ?? {};
  for (const id of claims.flatMap(({ by }) => by)) {
    const live = id === own ? undefined : liveWith(planning, resource.organization, kind.name, id, parent);
    if (live !== undefined) seeIdentity(watch, planning.matching.addressOf(live));
  }
}

function seeTarget(
  watch: Watch,
  resource: DesiredResource,
  field: Field | undefined,
  written: Json | undefined,
): void {
  if (field === undefined || written === undefined || written === null) return;
  const target = targetOf(watch.planning, resource, field, written);
  if (target?.address !== undefined) seeIdentity(watch, target.address);
  if (target?.id !== undefined) seeById(watch, resource.organization, field.refersTo ?? "", target.id);
}

/** What a reference names by its id, declared or not. */
export function seeById(watch: Watch, organization: string, kind: string, id: string): void {
  const live = liveWith(watch.planning, organization, kind, id);
  if (live === undefined) return;
  const address = watch.planning.matching.addressOf(live);
  // What comes from another organization is seen there.
  if (address === undefined && live.arrivesBy !== undefined) return;
  const own = liveAddress(watch.planning, live);
  if (address !== undefined) seeIdentity(watch, address);
  else if (!watch.seen.has(own)) noteUndeclared(watch, own, live);
}

/** Live resources of the organization by kind and id, for each list that was asked for. */
const byIdIn = new WeakMap<readonly LiveResource[], ReadonlyMap<string, LiveResource>>();

function liveWith(
  planning: Planning,
  organization: string,
  kind: string,
  id: string,
  parent?: string,
): LiveResource | undefined {
  const all = planning.liveIn(organization, kind, parent);
  const byId = byIdIn.get(all) ?? new Map(all.map((live) => [live.id, live]));
  byIdIn.set(all, byId);
  return byId.get(id);
}

/** An item or a container of an order. */
export function seeItem(watch: Watch, name: string): void {
  const isDeclared = watch.planning.resourceAt(name) !== undefined;
  const live = name === root || isDeclared ? undefined : liveItem(watch.planning, name);
  if (isDeclared) seeIdentity(watch, name);
  const address = live === undefined ? undefined : liveAddress(watch.planning, live);
  if (live !== undefined && address !== undefined && !watch.seen.has(address))
    noteUndeclared(watch, address, live);
}
