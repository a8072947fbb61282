import type { Address } from "../address.ts";
import { equalJson, isObject, type Json } from "../json.ts";
import type { Field, Kind } from "../kind.ts";
import type { LiveResource } from "../live.ts";
import { childrenOfLive, liveReference } from "../reference-side.ts";
import { rawValue } from "./naming.ts";
import type { Pulling } from "./pulling.ts";
import { whyUnwritable } from "./unwritable.ts";

/** What a manifest says of one live resource. */
export interface LiveFields {
  readonly values: Readonly<Record<string, Json>>;
  /** Fields whose value must not be shown. */
  readonly sensitive: readonly string[];
}

/** The fields of a live resource as a manifest writes them; what it cannot write is left out, and named. */
export function fieldsOf(pulling: Pulling, live: LiveResource, address: Address): LiveFields {
  const kind = pulling.kinds.get(live.kind);
  const entries = Object.entries<Field>(kind.fields).flatMap(([name, field]): [string, Json][] => {
    const looked: Looked = { kind, name, field, live };
    const value = declaredValue(pulling, looked);
    if (value === undefined) {
      const reason = whyUnread(looked);
      if (reason !== undefined) pulling.leaveOut(address, reason, name);
      return [];
    }
    const isNeeded = pulling.isFull || name === kind.keyField || name === kind.sequence?.itemKey;
    if (!isNeeded && isUsual(pulling, looked, value)) return [];
    const why = value === null ? undefined : whyUnwritable(field, value);
    if (why === undefined) return [[name, value]];
    pulling.leaveOut(address, why, name);
    return [];
  });
  const sensitive = entries.flatMap(([name]) => (kind.fields[name]?.sensitive === true ? [name] : []));
  return { values: Object.fromEntries(entries), sensitive };
}

/** A field of a live resource. */
interface Looked {
  readonly kind: Kind;
  readonly name: string;
  readonly field: Field;
  readonly live: LiveResource;
}

/** The live value in the form of manifests; undefined when there is none to write. */
function declaredValue(pulling: Pulling, looked: Looked): Json | undefined {
  const { kind, name, field, live } = looked;
  const { naming } = pulling;
  if (field.tree === "copy" || field.tree === "transfer") return undefined;
  if (field.membership !== undefined) return peopleIn(pulling, looked);
  if (name === kind.sequence?.itemKey && field.refersTo !== undefined) return naming.markOf(live);
  if (field.defaultChild !== undefined) return defaultChildOf(pulling, looked);
  const value = rawValue(name, field, live);
  if (value === undefined) return field.clearable === true && pulling.isFull ? null : undefined;
  if (field.refersTo !== undefined) return naming.reference(live.organization, field.refersTo, String(value));
  const plain = isObject(value) || Array.isArray(value) ? (field.normalize?.(value) ?? value) : value;
  return field.names === undefined
    ? plain
    : field.names.rename(plain, (id) => nameOf(pulling, field.names?.kind ?? "", id));
}

/** The role of each person, by the key of the member. */
function peopleIn(pulling: Pulling, { name, field, live }: Looked): Json | undefined {
  const roles = live.memberships[name];
  if (roles === undefined) return undefined;
  const of = field.membership?.of ?? "";
  return Object.fromEntries(Object.entries(roles).map(([id, role]) => [nameOf(pulling, of, id), role]));
}

/** What a person is called in lists of people: the key of a member, else the id. */
function nameOf({ naming }: Pulling, kind: string, id: string): string {
  const live = naming.liveWith(kind, id);
  return (live === undefined ? undefined : naming.keyOf(live)) ?? id;
}

/** The key of the child that is the default. */
function defaultChildOf(pulling: Pulling, { kind, name, field, live }: Looked): string | undefined {
  const id = liveReference(pulling.view, kind, name, field, live);
  const child = id === undefined ? undefined : pulling.naming.liveWith(field.defaultChild ?? "", id);
  return child === undefined ? undefined : pulling.naming.keyOf(child);
}

/** Is it what a new one has without being told, or what an answer says that holds nothing? */
function isUsual(pulling: Pulling, looked: Looked, value: Json): boolean {
  const { field } = looked;
  const off = field.oneWay === undefined ? undefined : false;
  const usual = [field.initial, field.whenNew, field.usual, off, field.read?.({})];
  if (usual.some((one) => one !== undefined && equalJson(one, value))) return true;
  if (field.membership !== undefined) return equalJson(value, {});
  return field.defaultChild !== undefined && isFirstDefault(pulling, looked, field.defaultChild);
}

/** The child that is listed first is the default unless something else was said. */
function isFirstDefault({ view }: Pulling, { kind, name, field, live }: Looked, child: string): boolean {
  const [first] = childrenOfLive(view, child, live);
  return first?.id === liveReference(view, kind, name, field, live);
}

/** Why a field that is written somewhere cannot be read; undefined when there simply is no value. */
function whyUnread({ kind, name, field, live }: Looked): string | undefined {
  const isNeeded = field.unverifiable !== undefined && kind.required.includes(name);
  return isNeeded && rawValue(name, field, live) === undefined ? field.unverifiable?.reason : undefined;
}
