import type { Desired } from "../model/desired.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { leavesOrganization } from "../planner/match/tree-kind.ts";
import type { Reader } from "./reader.ts";

/** Pinned objects that no list shows and that can be restored (A17). */
export async function readPinnedDeleted(
  desired: Desired,
  kinds: KindIndex,
  reader: Reader,
  listed: readonly LiveResource[],
): Promise<readonly LiveResource[]> {
  const there = new Set(listed.map(({ kind, id }) => `${kind} ${id}`));
  const pinned = desired.resources.map(async (resource) => {
    const { id, organization } = resource;
    const kind = kinds.get(resource.kind);
    if (id === undefined || there.has(`${kind.name} ${id}`) || leavesOrganization(kind, resource)) return [];
    return readRestorable(reader, kind, organization, id);
  });
  const found = (await Promise.all(pinned)).flat();
  return found.filter(({ answer, organization, deleted }) => {
    const home = desired.organizations.find(({ alias }) => alias === organization)?.id;
    return deleted === true && (answer.organization === undefined || answer.organization === home);
  });
}

/** Reads an object of a kind that can be restored, deleted or not; nothing when it is gone for good. */
export async function readRestorable(
  reader: Reader,
  kind: Kind,
  organization: string,
  id: string,
): Promise<readonly LiveResource[]> {
  const restore = kind.tree?.restore;
  const { find } = kind.operations;
  if (restore === undefined || find === undefined) return [];
  const answer = await reader.find(find, { [kind.idParam]: id });
  if (answer === undefined) return [];
  const deleted = typeof answer[restore.deletedAt] === "string" ? { deleted: true as const } : {};
  return [{ kind: kind.name, id, organization, answer, memberships: {}, ...deleted }];
}
