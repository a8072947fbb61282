import { idIn } from "../../model/address.ts";
import type { Desired, DesiredResource, OrderItem } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { type KindIndex, perKind } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import type { TreeTraits } from "../../model/traits/tree-traits.ts";
import type { Json } from "../../text/json.ts";
import { liveValue } from "./identity.ts";

/** Name of the container that is not an item itself: the root of a site, or of the tree of an organization. */
export const root = "";

/** A kind whose objects are in the tree: a collection or a space. */
export type TreeKind = Kind & { readonly tree: TreeTraits };

/** True for a kind whose objects are in the tree. */
export function isTreeKind(kind: Kind): kind is TreeKind {
  return kind.tree !== undefined;
}

/** The field of a kind that has this role for its place in the tree. */
export function treeField(kind: Kind, role: NonNullable<Field["tree"]>): string | undefined {
  return treeFields(kind)[role];
}

type TreeFields = { readonly [Role in NonNullable<Field["tree"]>]?: string };

const treeFields = perKind(({ fields }): TreeFields => {
  const entries = Object.entries(fields).map(([name, { tree }]: [string, Field]) => [tree, name] as const);
  return Object.fromEntries(entries.filter(([tree]) => tree !== undefined).reverse());
});

/**
 * The value that a manifest has for the place of a resource in the tree; undefined when it has none. An ignored field
 * counts only for a new resource.
 */
export function manifestValue(
  kind: Kind,
  resource: DesiredResource,
  role: NonNullable<Field["tree"]>,
  isNew = false,
): Json | undefined {
  const name = treeField(kind, role);
  return name === undefined || (!isNew && resource.ignore.includes(name)) ? undefined : resource.values[name];
}

/** Id of the parent of a live resource; undefined at the root. */
export function treeParentId(kind: Kind, live: LiveResource): string | undefined {
  const name = treeField(kind, "parent");
  const value = name === undefined ? undefined : liveValue(kind, name, live);
  return typeof value === "string" ? value : undefined;
}

/** The `liveKey` of the parent of a live resource; undefined at the root. */
export function treeParentKey(kind: Kind, live: LiveResource): string | undefined {
  const id = treeParentId(kind, live);
  const parentKind = kind.fields[treeField(kind, "parent") ?? ""]?.refersTo;
  if (id === undefined || parentKind === undefined) return undefined;
  return liveKey({ organization: live.organization, kind: parentKind, id });
}

/** The orders that the manifests of an organization write, by the address of what they are of: `root` for its own. */
export function writtenOrders(
  { organizations, resources }: Desired,
  organization: string,
): readonly (readonly [string, readonly OrderItem[]])[] {
  return [
    ...organizations.filter(({ alias }) => alias === organization).map(({ order }) => ({ of: root, order })),
    ...resources
      .filter((one) => one.order !== undefined && one.organization === organization && !one.absent)
      .map(({ address, order }) => ({ of: address, order })),
  ].flatMap(({ of, order }) => (order === undefined ? [] : [[of, order] as const]));
}

/** True when a manifest takes a resource out of its organization: it is absent, or transferred to another one. */
export function leavesOrganization(kind: Kind, resource: DesiredResource): boolean {
  return resource.absent || typeof manifestValue(kind, resource, "transfer") === "string";
}

/** Id of the organization that a resource is declared to be transferred to; undefined for most. */
export function transferTarget(
  desired: Desired,
  kinds: KindIndex,
  resource: DesiredResource,
): string | undefined {
  const value = resource.absent ? undefined : manifestValue(kinds.get(resource.kind), resource, "transfer");
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

/**
 * One thing of an organization's tree: declared, live, or both. Each has all the keys: code that reads thousands of
 * objects of one form is several times as fast.
 */
export interface TreeNode {
  /** The address of what declares it, else `#` and its key. */
  readonly name: string;
  readonly kind: TreeKind;
  readonly resource: DesiredResource | undefined;
  readonly live: LiveResource | undefined;
  /** Name of its parent now; undefined for what is not in this tree yet. */
  readonly from: string | undefined;
  /** Name of its declared parent, where that is possible. */
  readonly to: string | undefined;
  /** Why it cannot be in its declared parent. */
  readonly stuck: string | undefined;
  /** Name of its declared parent, when that would put it into itself. */
  readonly shut: string | undefined;
  /** True when it is declared absent, or is undeclared where `manage` is exact. */
  readonly isDeleted: boolean;
}

/** The name of a node for people. */
export function nameOfNode({ resource, kind, live }: TreeNode): string {
  return resource !== undefined || live === undefined
    ? (resource?.address ?? "")
    : `${kind.name} "${kind.label(live.answer)}" (${live.id})`;
}
