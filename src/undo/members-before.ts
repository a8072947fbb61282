import type { Operation } from "../contract/operation.ts";
import type { Address } from "../model/address.ts";
import type { BeforeImage } from "../model/documents/document-parts.ts";
import { asWritten, entryAt, entryKey, type Membership } from "../model/membership.ts";
import { isObject, type Json } from "../text/json.ts";
import { addressBefore } from "./image.ts";
import type { LeftByRuns } from "./left-by-runs.ts";
import { isGone, nameBeforeUndo, personName } from "./named-before.ts";
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
  const nameOf = (key: string): string => {
    const { sort, name: id } = entryAt(membership, key);
    const named = { organization, kind: sort.of, id };
    return sort.isReference === true ? nameBeforeUndo(undoing, named) : personName(undoing, named);
  };
  const isAway = (key: string): boolean => {
    const { sort, name: id } = entryAt(membership, key);
    return isGone(undoing, { organization, kind: sort.of, id });
  };
  const written = rolesWritten(undoing, image, membership);
  const rolesNow = isObject(now) ? now : {};
  const isKept = (id: string): boolean => {
    if (isWhole) return false;
    if (!written.has(id)) return true;
    const [role, was, wrote] = [rolesNow[id] ?? null, roles[id] ?? null, written.get(id) ?? null];
    if (role === was || role === wrote || undoing.overwrites(addressBefore(image))) return false;
    reportKept(undoing, address, `the role of ${nameOf(id)} in its ${name} was changed after the run`);
    return true;
  };
  const ids = [...new Set([...Object.keys(rolesNow), ...Object.keys(roles)])];
  const result = ids.flatMap((id): [string, Json][] => {
    const role = isKept(id) ? rolesNow[id] : roles[id];
    if (role === undefined) return [];
    if (!isAway(id)) return [[entryKey(entryAt(membership, id).sort, nameOf(id)), role]];
    if (rolesNow[id] !== role)
      reportIrreversible(
        undoing,
        address,
        `${nameOf(id)} left the organization, and so stays out of its ${name}`,
      );
    return [];
  });
  return asWritten(membership, result);
}

/** The roles by the key of an entry that the calls of the run gave; null for one that they removed. */
function rolesWritten(
  { left }: Undoing,
  image: BeforeImage,
  membership: Membership,
): ReadonlyMap<string, Json> {
  const address = addressBefore(image);
  const { calls } = membership;
  if (calls.by === "entry") return new Map(entriesSent(left, address, membership, calls.add));
  const written = new Map<string, Json>();
  for (const { body } of left.calls(address, calls.set.name)) {
    const { add, remove, memberships } = body;
    for (const id of Array.isArray(add) ? add : []) written.set(String(id), calls.defaultRole);
    for (const id of Array.isArray(remove) ? remove : []) written.set(String(id), null);
    for (const [id, one] of Object.entries(isObject(memberships) ? memberships : {}))
      written.set(id, isObject(one) ? (one.role ?? calls.defaultRole) : calls.defaultRole);
  }
  return written;
}

/** The entries of the calls by role and entry, with the role that each call gave. */
function entriesSent(
  left: LeftByRuns,
  address: Address,
  { sorts }: Membership,
  add: Operation,
): readonly (readonly [string, Json])[] {
  const added = left.calls(address, add.name).flatMap(({ body }) =>
    sorts.flatMap((sort) => {
      const ids = body[sort.key ?? ""];
      return (Array.isArray(ids) ? ids : []).map(
        (id: Json) => [entryKey(sort, String(id)), body.role ?? null] as const,
      );
    }),
  );
  const others = sorts.flatMap((sort) => {
    const { one } = sort;
    const sent =
      one === undefined ? [] : [one.change, one.remove].flatMap(({ name }) => left.calls(address, name));
    return sent.map(
      ({ params, body }) => [entryKey(sort, String(params[one?.idParam ?? ""])), body.role ?? null] as const,
    );
  });
  return [...added, ...others];
}
