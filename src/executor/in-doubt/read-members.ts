import type { Step } from "../../model/documents/plan-document.ts";
import type { Kind, Membership } from "../../model/kind.ts";
import { equalJson, isObject, type Json, type JsonObject } from "../../text/json.ts";

/** The membership that a call sets in bulk, when it is such a call. */
export function membershipSetBy(
  kinds: readonly Kind[],
  { operation }: Pick<Step, "operation">,
): Membership | undefined {
  const fields = kinds.flatMap((kind) => Object.values(kind.fields));
  return fields.find(({ membership }) => membership?.set.name === operation)?.membership;
}

/** What of a bulk call is left to do, given the roles that the members have by now (A14); undefined for nothing. */
export function restOfMembers(
  body: Json | undefined,
  roles: Readonly<Record<string, string>>,
): JsonObject | undefined {
  if (!isObject(body)) return undefined;
  const there = (id: Json): boolean => typeof id === "string" && Object.hasOwn(roles, id);
  const [add, remove] = [listAt(body, "add"), listAt(body, "remove")];
  const wanted = isObject(body.memberships) ? Object.entries(body.memberships) : [];
  const rest = {
    add: add.filter((id) => !there(id)),
    remove: remove.filter(there),
    memberships: wanted.filter(([id, value]) => !equalJson(roleIn(value), roles[id] ?? null)),
  };
  const left: JsonObject = {
    ...(rest.add.length === 0 ? {} : { add: rest.add }),
    ...(rest.remove.length === 0 ? {} : { remove: rest.remove }),
    ...(rest.memberships.length === 0 ? {} : { memberships: Object.fromEntries(rest.memberships) }),
  };
  return Object.keys(left).length === 0 ? undefined : left;
}

/** Ids of those whom a bulk call adds or gives a role. */
export function peopleSetBy(body: Json | undefined): readonly string[] {
  if (!isObject(body)) return [];
  const added = listAt(body, "add").filter((id) => typeof id === "string");
  return [...new Set([...added, ...Object.keys(isObject(body.memberships) ? body.memberships : {})])];
}

function listAt(body: JsonObject, name: string): readonly Json[] {
  const list = body[name];
  return Array.isArray(list) ? list : [];
}

function roleIn(value: Json): Json {
  return isObject(value) ? (value.role ?? null) : null;
}
