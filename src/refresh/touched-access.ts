import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import { type KindIndex, membershipsOf } from "../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../model/live.ts";
import type { Membership } from "../model/membership.ts";
import { isObject } from "../text/json.ts";
import { paramsFor, readMemberships } from "./read-live.ts";
import type { Reader } from "./reader.ts";

/** An owner of access on the platform, with the field that holds its entries. */
export interface AccessOwner {
  readonly live: LiveResource;
  readonly kind: Kind;
  readonly name: string;
  readonly membership: Membership;
}

/** The role of a person by all rules together, as the platform says it. */
interface EffectiveRole {
  readonly id: string;
  /** The email, or the id where the answer has none. */
  readonly name: string;
  readonly role: string;
}

/** The owners of access whose fields a plan updates, with their addresses. `fieldsOf` names the fields that count. */
export function touchedAccess(
  { changes }: Pick<PlanDocument, "changes">,
  resources: readonly LiveResource[],
  kinds: KindIndex,
  fieldsOf: (name: string, membership: Membership) => readonly string[],
): readonly (AccessOwner & { readonly address: string })[] {
  const byKey = new Map(resources.map((one) => [liveKey(one), one]));
  return changes.flatMap((change) => {
    const { action, address, fields = [] } = change;
    const live = byKey.get(keyAt(change));
    if (action !== "update" || live === undefined) return [];
    const paths = new Set(fields.map(({ path }) => path.split(".", 1)[0] ?? ""));
    return accessOwners(live, kinds.get(change.kind))
      .filter(({ name, membership }) => fieldsOf(name, membership).some((field) => paths.has(field)))
      .map((owner) => ({ ...owner, address }));
  });
}

/** A resource as an owner of access, for each of its fields that is one. */
export function accessOwners(live: LiveResource, kind: Kind): readonly AccessOwner[] {
  return membershipsOf(kind).flatMap((name) => {
    const membership = kind.fields[name]?.membership;
    return membership?.effective === undefined ? [] : [{ live, kind, name, membership }];
  });
}

/** Reads the role of each person by all rules together at an owner of access. `id` is that of its organization. */
export async function readEffective(
  reader: Reader,
  { live, kind, membership: { effective } }: AccessOwner,
  id: string,
): Promise<readonly EffectiveRole[]> {
  if (effective === undefined) return [];
  const owner = { organization: live.organization, id, parent: live };
  const items = await reader.list(effective, paramsFor(effective, owner, kind));
  return items.flatMap(({ user, permission }) => {
    if (!isObject(user) || typeof user.id !== "string" || typeof permission !== "string") return [];
    const { id, email } = user;
    return [{ id, name: typeof email === "string" ? email : id, role: permission }];
  });
}

/** Reads the entries of an owner of access, and what they and all other rules give. */
export async function readOwner(
  reader: Reader,
  owner: AccessOwner,
  id: string,
): Promise<Pick<LiveResource, "memberships"> & { readonly effective: readonly EffectiveRole[] }> {
  const { live, kind, name } = owner;
  const [memberships, effective] = await Promise.all([
    readMemberships(
      reader,
      kind,
      { organization: live.organization, id, parent: live },
      (field) => field === name,
    ),
    readEffective(reader, owner, id),
  ]);
  return { memberships, effective };
}
