import type { Json, JsonObject } from "../text/json.ts";
import { idIn } from "./address.ts";
import type { Field } from "./field.ts";
import type { Kind } from "./kind.ts";
import { kindsIn } from "./membership.ts";

/** Kinds by name, with their children. */
export interface KindIndex {
  readonly all: readonly Kind[];
  /** Throws for a name that no kind has: a fault in a definition, not of the reader. */
  readonly get: (name: string) => Kind;
  /** Kinds whose parent is the given kind; without a name, the organization. */
  readonly childrenOf: (name?: string) => readonly Kind[];
}

/** The index of a list of kinds, made once for each list. */
export function indexKinds(kinds: readonly Kind[]): KindIndex {
  const index = indexes.get(kinds) ?? indexOf(kinds);
  indexes.set(kinds, index);
  return index;
}

const indexes = new WeakMap<readonly Kind[], KindIndex>();

function indexOf(kinds: readonly Kind[]): KindIndex {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const get = (name: string): Kind => {
    const kind = byName.get(name);
    if (kind === undefined) throw new Error(`no kind is named ${name}`);
    return kind;
  };
  const children = new Map(
    [undefined, ...byName.keys()].map((name) => [name, kinds.filter(({ parent }) => parent === name)]),
  );
  return {
    all: kinds,
    get,
    childrenOf: (name) => children.get(name) ?? [],
  };
}

/** Name by which a resource manages its sequence. */
export const structureName = "structure";

/** Name by which a resource manages its children of the kind: `shareLinks`, or `structure` for its sequence. */
export function managedAs({ plural, sequence }: Kind): string {
  return sequence === undefined ? plural : structureName;
}

/** Name of a field in the bodies of the API. */
export function apiName(name: string, field: Field): string {
  return field.api ?? name;
}

/** The live value of a field in an answer, as the platform says it. */
export function readField(name: string, field: Field, answer: JsonObject): Json | undefined {
  return field.read === undefined ? answer[apiName(name, field)] : field.read(answer);
}

/** Names of the kinds whose resources a field names, whichever way. */
export function kindsNamedBy({ refersTo, membership, names }: Field): readonly string[] {
  if (membership !== undefined) return kindsIn(membership);
  return [refersTo ?? names?.kind ?? []].flat();
}

/** The id in a key such as `id:usr_3`: of people, whose key is their email otherwise. */
export function idOfKey({ keyField, comesByItself }: Kind, key: string): string | undefined {
  return keyField !== undefined && comesByItself === true ? idIn(key) : undefined;
}

/** Every field that is part of a natural key of a kind, once. */
export const keyFields = perKind(({ naturalKeys }): readonly string[] => [...new Set(naturalKeys.flat())]);

/** Has the kind a field of which another value means another resource? */
export const canBeReplaced = perKind(({ fields }) =>
  Object.values(fields).some(({ replaces }: Field) => replaces === true),
);

/** Can there be something in one of a kind that takes a read of its own: other resources, or members? */
export function holdsOthers(kinds: KindIndex, kind: Kind): boolean {
  return kinds.childrenOf(kind.name).length > 0 || membershipsOf(kind).length > 0;
}

/** Names of the fields of a kind that are entries with roles: its members, or who has access to it. */
export const membershipsOf = perKind(({ fields }): readonly string[] =>
  Object.entries<Field>(fields).flatMap(([name, { membership }]) => (membership === undefined ? [] : [name])),
);

/** Names of the fields of a kind that are people with roles, who are what it consists of. */
export const contentsOf = perKind((kind): readonly string[] =>
  membershipsOf(kind).filter((name) => kind.fields[name]?.membership?.isContents === true),
);

/** A function that is computed once for each kind, not once for each resource. */
export function perKind<T>(tell: (kind: Kind) => T): (kind: Kind) => T {
  const known = new WeakMap<Kind, T>();
  return (kind) => {
    if (!known.has(kind)) known.set(kind, tell(kind));
    return known.get(kind) as T;
  };
}
