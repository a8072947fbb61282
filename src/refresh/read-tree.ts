import { organizationOperations } from "../contract/parts/organizations.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";

import { isTreeKind, shallLeave, transferTargets, written } from "../planner/tree/tree-kind.ts";
import type { Reader } from "./reader.ts";

/**
 * Whether a declaration depends on positions in the tree. Then the whole tree is read, because each list
 * shows a part of it.
 */
export function needsTree(desired: Desired, alias: string, kinds: KindIndex): boolean {
  const organization = desired.organizations.find((one) => one.alias === alias);
  const resources = desired.resources.filter((one) => one.organization === alias);
  return (
    organization?.order !== undefined ||
    kinds
      .childrenOf()
      .some(({ plural, tree }) => tree?.holds === true && organization?.manage[plural] === "exact") ||
    resources.some((resource) => restsOnTree(kinds.get(resource.kind), resource))
  );
}

function restsOnTree(kind: Kind, resource: DesiredResource): boolean {
  if (!isTreeKind(kind)) return false;
  const isSaid = (["holder", "copy", "transfer"] as const).some(
    (role) => written(kind, resource, role) !== undefined,
  );
  return isSaid || resource.order !== undefined || (resource.absent && kind.tree.holds === true);
}

/** Ids of the organizations that something shall be transferred to, and that are not there; declared ones are read anyway. */
export async function unknownTargets(
  desired: Desired,
  kinds: KindIndex,
  reader: Reader,
): Promise<readonly string[]> {
  const declared = new Set(desired.organizations.map(({ id }) => id));
  const targets = transferTargets(desired, kinds).filter((id) => !declared.has(id));
  const found = await Promise.all(
    targets.map((organizationId) => reader.find(organizationOperations.getOrganization, { organizationId })),
  );
  return targets.filter((_, at) => found[at] === undefined);
}

/** Pinned objects that no list shows and that can be restored (A17). */
export async function readDeleted(
  desired: Desired,
  kinds: KindIndex,
  reader: Reader,
  listed: readonly LiveResource[],
): Promise<readonly LiveResource[]> {
  const pinned = desired.resources.filter(({ id }) => id !== undefined);
  if (pinned.length === 0) return [];
  const there = new Set(listed.map(({ kind, id }) => `${kind} ${id}`));
  const found = await Promise.all(
    pinned.map(async (resource): Promise<readonly LiveResource[]> => {
      const { id, organization } = resource;
      const kind = kinds.get(resource.kind);
      const restore = kind.tree?.restore;
      if (restore === undefined || id === undefined || shallLeave(kind, resource)) return [];
      if (there.has(`${kind.name} ${id}`)) return [];
      const answer = await reader.find(restore.find, { [kind.idParam]: id });
      const home = desired.organizations.find(({ alias }) => alias === organization)?.id;
      const isHere = answer?.organization === undefined || answer.organization === home;
      if (answer === undefined || !isHere || typeof answer[restore.deletedAt] !== "string") return [];
      return [{ kind: kind.name, id, organization, answer, memberships: {}, deleted: true }];
    }),
  );
  return found.flat();
}
