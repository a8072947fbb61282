import type { Address } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import type { Membership } from "../model/field.ts";
import { isObject, type Json } from "../text/json.ts";
import { addressBefore } from "./image.ts";
import { isGone, personName } from "./named-before.ts";
import { reportIrreversible, reportKept, type Undoing } from "./undoing.ts";

/** A membership field of an image. */
export interface MembersBefore {
  readonly undoing: Undoing;
  readonly image: BeforeImage;
  readonly address: Address;
  readonly name: string;
  /** Does the whole object come back, and not only what the run changed? */
  readonly isWhole: boolean;
}

/**
 * The members with the roles as they were, where a call of the run changed them; everybody else keeps the role of now.
 * People are compared by their ids: an email can be written in another way, and can change.
 */
export function membersBefore(before: MembersBefore, membership: Membership, now: Json): Json | undefined {
  const { undoing, image, name, address, isWhole } = before;
  const roles = image.values[name];
  if (!isObject(roles)) return undefined;
  const { organization } = image;
  const personOf = (id: string): string => personName(undoing, { organization, kind: membership.of, id });
  const written = rolesWritten(undoing, image, membership);
  const rolesNow = isObject(now) ? now : {};
  const isKept = (id: string): boolean => {
    if (isWhole) return false;
    if (!written.has(id)) return true;
    const [role, was, wrote] = [rolesNow[id] ?? null, roles[id] ?? null, written.get(id) ?? null];
    if (role === was || role === wrote || undoing.overwrites(addressBefore(image))) return false;
    reportKept(undoing, address, `the role of ${personOf(id)} in its ${name} was changed after the run`);
    return true;
  };
  const ids = [...new Set([...Object.keys(rolesNow), ...Object.keys(roles)])];
  const result = ids.flatMap((id): [string, Json][] => {
    const role = isKept(id) ? rolesNow[id] : roles[id];
    if (role === undefined) return [];
    if (!isGone(undoing, { organization, kind: membership.of, id })) return [[personOf(id), role]];
    if (rolesNow[id] !== role)
      reportIrreversible(
        undoing,
        address,
        `${personOf(id)} left the organization, and so stays out of its ${name}`,
      );
    return [];
  });
  return Object.fromEntries(result);
}

/** The roles by the id of a person that the calls of the run gave; null for somebody whom they removed. */
function rolesWritten(
  { left }: Undoing,
  image: BeforeImage,
  { set, defaultRole }: Membership,
): ReadonlyMap<string, Json> {
  const written = new Map<string, Json>();
  for (const { add, remove, memberships } of left.bodies(addressBefore(image), set.name)) {
    for (const id of Array.isArray(add) ? add : []) written.set(String(id), defaultRole);
    for (const id of Array.isArray(remove) ? remove : []) written.set(String(id), null);
    for (const [id, one] of Object.entries(isObject(memberships) ? memberships : {}))
      written.set(id, isObject(one) ? (one.role ?? defaultRole) : defaultRole);
  }
  return written;
}
