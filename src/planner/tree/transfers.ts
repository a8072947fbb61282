import type { Address } from "../../model/address.ts";
import { idIn } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { callKey } from "../draft.ts";
import { type Matching, match } from "../match/match.ts";
import { orderedById } from "../match/named-by-id.ts";
import type { RecordedIds } from "../match/recorded-ids.ts";
import { holderKey, isTreeKind, shallLeave, treeField, written } from "./tree-kind.ts";

/** Id of the organization that a resource shall be transferred to; undefined for one that shall not. */
export function transferTarget(
  desired: Desired,
  kinds: KindIndex,
  resource: DesiredResource | undefined,
): string | undefined {
  const value = resource && !resource.absent && written(kinds.get(resource.kind), resource, "transfer");
  if (typeof value !== "string") return undefined;
  const id = idIn(value);
  if (id !== undefined) return id;
  return desired.organizationIds?.[value] ?? desired.organizations.find(({ alias }) => alias === value)?.id;
}

/** Ids of the organizations that something is transferred to. */
export function transferTargets(desired: Desired, kinds: KindIndex): readonly string[] {
  const ids = desired.resources.flatMap((resource) => transferTarget(desired, kinds, resource) ?? []);
  return [...new Set(ids)];
}

/** Manifests and platform, with what comes to a declared organization from another one as if it were there. */
export interface WithTransfers {
  readonly desired: Desired;
  readonly live: Live;
}

/** What is transferred otherwise than what it stands in. */
export interface Apart {
  /** It cannot be, so it takes along nothing that has a transfer of its own. */
  readonly stuck: ReadonlySet<Address>;
  /** It goes by its own, out of something that is deleted. */
  readonly alone: ReadonlySet<Address>;
}

/**
 * Adds what is transferred between declared organizations to the live state of the one that it goes to, so that
 * what is declared there is matched to it. One with the same key there is meant by it, unless it is found already.
 */
export function withTransfers(
  desired: Desired,
  live: Live,
  kinds: KindIndex,
  recorded: RecordedIds | undefined,
  { stuck, alone }: Apart,
): WithTransfers {
  const leaving = desired.resources.filter((one) => transferTarget(desired, kinds, one) !== undefined);
  if (leaving.length === 0) return { desired, live };
  const matching = match(desired, live, kinds, { recorded });
  const inside = groupBy(live.resources, (one) => holderOf(kinds, one) ?? "");
  const byAddress = new Map(desired.resources.map((one) => [one.address, one]));
  const byKey = new Map(live.resources.map((one) => [liveKey(one), one]));
  const declared = (one: LiveResource): DesiredResource | undefined =>
    byAddress.get(matching.addressOf(one) ?? "");
  const aliases = new Map(desired.organizations.map(({ id, alias }) => [id, alias]));
  // What the orders of an organization name by its id has its place there.
  const placed = new Set(desired.organizations.flatMap(({ alias }) => orderedById(desired, alias)));
  const pins = new Map<string, string>();
  const arrivals = leaving.flatMap((resource): readonly LiveResource[] => {
    const top = matching.liveOf(resource.address);
    const target = transferTarget(desired, kinds, resource) ?? "";
    const alias = aliases.get(target);
    if (top === undefined || top.deleted === true || alias === undefined) return [];
    pins.set(`${alias} ${resource.kind} ${resource.key}`, top.id);
    if (!alone.has(resource.address) && goesAlong(top)) return [];
    const all = below(top, (one) => goesWith(one, stuck.has(resource.address) ? undefined : target));
    const by = callKey(resource.address, transferOperation(kinds, resource));
    return all.map((one) => arrival(one, alias, by, one === top, kinds));

    function goesAlong(one: LiveResource): boolean {
      const holder = byKey.get(holderOf(kinds, one) ?? "");
      if (holder === undefined) return false;
      const said = declared(holder);
      if (said === undefined) return !isPlaced(holder) && goesAlong(holder);
      return !stuck.has(said.address) && transferTarget(desired, kinds, said) === target;
    }
  });
  return {
    desired: { ...desired, resources: desired.resources.map((one) => pinned(one, pins, matching, kinds)) },
    live: { ...live, resources: [...live.resources, ...arrivals] },
  };

  /** What stands in it goes with it, unless a manifest says where it stays; with a target, also what says that target. */
  function goesWith(one: LiveResource, target: string | undefined): boolean {
    const resource = declared(one);
    if (resource === undefined) return !isPlaced(one);
    if (target === undefined || alone.has(resource.address)) return false;
    return transferTarget(desired, kinds, resource) === target;
  }

  /** Has it its place by an order of its organization, so that it does not go along? */
  function isPlaced(one: LiveResource): boolean {
    return placed.has(liveKey(one));
  }

  function below(top: LiveResource, goes: (one: LiveResource) => boolean): readonly LiveResource[] {
    const children = inside.get(liveKey(top)) ?? [];
    return [top, ...children.filter(goes).flatMap((one) => below(one, goes))];
  }
}

function transferOperation(kinds: KindIndex, { kind: name }: DesiredResource) {
  const kind = kinds.get(name);
  if (!isTreeKind(kind)) throw new Error(`nothing transfers a ${name}`);
  return kind.tree.transfer.operation;
}

/** The `liveKey` of what a live resource stands in; undefined at the root, and for what has no place in the tree. */
function holderOf(kinds: KindIndex, live: LiveResource): string | undefined {
  const kind = kinds.get(live.kind);
  return isTreeKind(kind) ? holderKey(kind, live) : undefined;
}

function arrival(
  live: LiveResource,
  organization: string,
  arrivesBy: string,
  isTop: boolean,
  kinds: KindIndex,
): LiveResource {
  const kind = kinds.get(live.kind);
  const name = treeField(kind, "holder") ?? "";
  const { [kind.fields[name]?.api ?? name]: _, ...answer } = live.answer;
  return { ...live, organization, arrivesBy, answer: isTop ? answer : live.answer };
}

function pinned(
  resource: DesiredResource,
  pins: ReadonlyMap<string, string>,
  matching: Matching,
  kinds: KindIndex,
): DesiredResource {
  const id = pins.get(`${resource.organization} ${resource.kind} ${resource.key}`);
  const isOpen = resource.id === undefined && matching.liveOf(resource.address) === undefined;
  return id !== undefined && isOpen && !shallLeave(kinds.get(resource.kind), resource)
    ? { ...resource, id }
    : resource;
}
