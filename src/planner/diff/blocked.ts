import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";
import { liveKey } from "../../model/live.ts";
import { atPointer } from "../../text/json.ts";
import { leavesOrganization, manifestValue, treeField } from "../match/tree-kind.ts";
import { type BlockedReason, type Planning, targetOf } from "../state/planning.ts";

/** Finds out why a declared resource cannot be created, or deleted: by its kind, its references or its parent. */
export function blockedReasons(planning: Planning): BlockedReason {
  const known = new Map<Address, string | undefined>();
  const absent = new Set(
    planning.desired.resources.filter((resource) => resource.absent).map(({ address }) => address),
  );
  const reasonOf: BlockedReason = (address) => {
    const live = planning.matching.liveOf(address);
    // Most resources are there and stay.
    if (live !== undefined && !absent.has(address)) return undefined;
    if (known.has(address)) return known.get(address);
    known.set(address, undefined);
    const resource = planning.resourceAt(address);
    const isMissing = resource !== undefined && live === undefined;
    const why = resource?.absent === true ? whyKept : whyNot;
    const reason =
      resource !== undefined && isMissing !== resource.absent
        ? (whyItemStays(planning, resource) ?? why(planning, resource, reasonOf))
        : undefined;
    known.set(address, reason);
    return reason;
  };
  return reasonOf;
}

/** Why the items in a resource stay as they are: something else writes them. */
export function whyItemsStay({ kinds, matching }: Planning, owner: Address): string | undefined {
  const live = matching.liveOf(owner);
  const kept = live === undefined ? undefined : kinds.get(live.kind).structureKeptAt;
  return (atPointer(live?.answer ?? null, kept?.pointer ?? "") ?? null) === null ? undefined : kept?.reason;
}

function whyItemStays(planning: Planning, { kind, parent }: DesiredResource): string | undefined {
  const isItem = planning.kinds.get(kind).sequence !== undefined;
  return isItem && parent !== undefined ? whyItemsStay(planning, parent) : undefined;
}

function whyNot(planning: Planning, resource: DesiredResource, reasonOf: BlockedReason): string | undefined {
  const kind = planning.kinds.get(resource.kind);
  if (leavesOrganization(kind, resource)) return undefined;
  const isCopied =
    kind.tree?.copy !== undefined && typeof manifestValue(kind, resource, "copy", true) === "string";
  if (kind.operations.create === undefined && !isCopied)
    return kind.notCreatable ?? `the API cannot create a ${kind.name}`;
  const place = [treeField(kind, "parent"), treeField(kind, "copy")].flatMap((name) => name ?? []);
  const inTree = whyLacking(planning, resource, place, reasonOf);
  if (inTree !== undefined) return inTree;
  const held = [resource.parent, resource.container].find(
    (address) => address !== undefined && reasonOf(address) !== undefined,
  );
  if (held !== undefined) return `it needs ${held}, which is blocked`;
  const missing = whyLacking(planning, resource, kind.required, reasonOf);
  if (missing !== undefined) return missing;
  const child = kind.sequence?.firstChild;
  if (child === undefined) return undefined;
  return firstUsable(planning, resource, planning.kinds.get(child.kind), reasonOf) === undefined
    ? `a ${kind.name} takes its first space in the creating call, and it declares none that exists`
    : undefined;
}

/** Why a reference by id fails: the object must be in the same organization, whose list of the kind was read. */
export function whyNotById(
  planning: Planning,
  { organization }: Pick<DesiredResource, "organization">,
  kind: string,
  id: string,
): string | undefined {
  const isIn = (alias: string): boolean =>
    planning.liveByKey(liveKey({ organization: alias, kind, id })) !== undefined;
  if (isIn(organization)) return undefined;
  const elsewhere = planning.desired.organizations.find(({ alias }) => isIn(alias));
  return elsewhere === undefined
    ? `there is no ${kind} with the id ${id}`
    : `the ${kind} with the id ${id} is in another organization: ${elsewhere.alias}`;
}

/** A container that is created with its first item keeps at least one (A26). */
function whyKept(planning: Planning, item: DesiredResource, reasonOf: BlockedReason): string | undefined {
  const kind = planning.kinds.get(item.kind);
  const container = item.container === undefined ? undefined : planning.resourceAt(item.container);
  const live = container === undefined ? undefined : planning.matching.liveOf(container.address);
  if (container === undefined || live === undefined) return undefined;
  if (planning.kinds.get(container.kind).sequence?.firstChild?.kind !== kind.name) return undefined;
  const stays = planning
    .liveIn(item.organization, kind.name, live.parentId)
    .filter(({ answer }) => kind.sequence?.containerOf(answer) === live.id)
    .some((one) => planning.resourceAt(planning.matching.addressOf(one) ?? "")?.absent !== true);
  if (stays || firstUsable(planning, container, kind, reasonOf) !== undefined) return undefined;
  return `a ${container.kind} keeps at least one space, and this is its last; make the ${container.kind} itself absent`;
}

/** Why a resource cannot be created with what its fields name: that is blocked, or not there. */
function whyLacking(
  planning: Planning,
  resource: DesiredResource,
  names: readonly string[],
  reasonOf: BlockedReason,
): string | undefined {
  const kind = planning.kinds.get(resource.kind);
  for (const name of names) {
    const field = kind.fields[name];
    const value = resource.values[name];
    if (field === undefined || typeof value !== "string") continue;
    const { id, address } = targetOf(planning, resource, field, value) ?? {};
    const missing = id === undefined ? undefined : whyNotById(planning, resource, field.refersTo ?? "", id);
    if (missing !== undefined) return missing;
    if (address === undefined) continue;
    if (reasonOf(address) !== undefined) return `it needs ${address}, which is blocked`;
    const other = planning.resourceAt(address);
    const isGone = other !== undefined && planning.matching.liveOf(address) === undefined;
    if (isGone && field.tree !== undefined && leavesOrganization(kind, other))
      return `it is made from ${address}, which is gone`;
  }
  return undefined;
}

/** The first possible item of a kind in a container, in the order written: the one that its create names. */
export function firstUsable(
  planning: Planning,
  container: DesiredResource,
  kind: Kind,
  reasonOf: BlockedReason,
): DesiredResource | undefined {
  const canBe = (item: DesiredResource): boolean =>
    whyLacking(planning, item, kind.required, reasonOf) === undefined;
  return planning.itemsIn(container.address).find((item) => item.kind === kind.name && canBe(item));
}
