import type { Field } from "../model/field.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds, type KindIndex, keyFields, readField } from "../model/kind-index.ts";
import type { Live, LiveResource } from "../model/live.ts";
import { asWritten, entryAt } from "../model/membership.ts";
import { familiesOf, inDisplayOrder } from "../planner/sequence/structure.ts";
import { type LiveTree, liveTreeOf } from "../planner/tree/live-tree.ts";
import type { Json, JsonObject } from "../text/json.ts";

interface Organization {
  readonly alias: string;
  readonly id: string;
}

/**
 * The live state as a seed of the embedded platform (docs/reference/seed.md), with the same ids, order and
 * nesting. Objects that were not read are left out, except referenced ones: those become an entry with their
 * id.
 */
export function liveSeed(
  live: Live,
  organizations: readonly Organization[],
  kinds: readonly Kind[],
): JsonObject {
  const index = indexKinds(kinds);
  const ids = new Map(organizations.map(({ alias, id }) => [alias, id]));
  const resources = groupBy(live.resources, ({ organization }) => ids.get(organization) ?? organization);
  return {
    organizations: organizations.map(({ id, alias }) => ({
      id,
      title: alias,
      ...organizationSeed(index, resources.get(id) ?? []),
    })),
  };
}

/** The resources of one organization by kind and parent. */
interface Reading {
  readonly kinds: KindIndex;
  readonly in: (kind: Kind, parentId: string | undefined) => readonly LiveResource[];
  readonly isRead: (kind: string, id: string) => boolean;
  /** Ids that something names and that were not read, by kind. */
  readonly strangers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly tree: LiveTree;
  /** Kinds of which one in each container is its default. */
  readonly defaults: ReadonlySet<string>;
}

function organizationSeed(kinds: KindIndex, resources: readonly LiveResource[]): JsonObject {
  const scope = (kind: string, parentId: string | undefined): string => `${kind} ${parentId ?? ""}`;
  const byScope = groupBy(resources, ({ kind, parentId }) => scope(kind, parentId));
  const known = new Set(resources.map(({ kind, id }) => `${kind} ${id}`));
  const read = [...new Set(resources.map(({ kind }) => kind))].map((name) => kinds.get(name));
  const reading: Reading = {
    kinds,
    in: (kind, parentId) => byScope.get(scope(kind.name, parentId)) ?? [],
    isRead: (kind, id) => known.has(`${kind} ${id}`),
    strangers: strangersIn(kinds, resources, known),
    tree: liveTreeOf(kinds, resources),
    defaults: new Set(
      read.flatMap(({ fields }) =>
        Object.values<Field>(fields).flatMap(({ defaultChild }) => defaultChild ?? []),
      ),
    ),
  };
  return { ...partsIn(reading, undefined, undefined), ...orderIn(reading.tree, undefined) };
}

/** The children of a resource or organization, under their keys in the seed. */
function partsIn(reading: Reading, parent: Kind | undefined, parentId: string | undefined): JsonObject {
  const parts = reading.kinds
    .childrenOf(parent?.name)
    .filter(({ sequence }) => sequence === undefined)
    .map((kind): JsonObject => {
      const there = reading.in(kind, parentId);
      const { list } = kind.seed;
      if (list === undefined) return Object.assign({}, ...there.map((live) => fieldsOf(reading, kind, live)));
      const items = there
        .filter((live) => kind.seed.tree?.nests !== true || reading.tree.parentOf(live) === undefined)
        .map((live) => itemSeed(reading, kind, live));
      return { [list]: parent === undefined ? [...items, ...strangersOf(reading, kind)] : items };
    });
  return Object.assign({}, ...parts, parent === undefined ? {} : itemsIn(reading, parent, parentId));
}

function itemSeed(reading: Reading, kind: Kind, live: LiveResource): JsonObject {
  const parts = { ...partsIn(reading, kind, live.id), ...nestedIn(reading, kind, live) };
  return { id: live.id, ...fieldsOf(reading, kind, live), ...seedEntries(kind, live), ...parts };
}

/** The entries of its memberships, each under the key of its sort. */
function seedEntries({ fields }: Kind, { memberships }: LiveResource): JsonObject {
  const read = Object.entries(memberships).map(([name, roles]): [string, Json] => {
    const membership = fields[name]?.membership;
    return [name, membership === undefined ? roles : asWritten(membership, Object.entries(roles))];
  });
  return Object.fromEntries(read);
}

function nestedIn(reading: Reading, kind: Kind, { id }: LiveResource): JsonObject {
  const { list, tree } = kind.seed;
  if (tree?.nests !== true || list === undefined) return {};
  const inner = reading.tree.inside(id).filter((live) => live.kind === kind.name);
  return { [list]: inner.map((live) => itemSeed(reading, kind, live)), ...orderIn(reading.tree, id) };
}

function orderIn(tree: LiveTree, parent: string | undefined): JsonObject {
  const order = tree.inside(parent).map(({ id }) => id);
  return order.length === 0 ? {} : { order };
}

/**
 * The fields of a resource as they were read. Null is written too, because a seed fills an absent field with
 * a default.
 */
function fieldsOf({ isRead }: Reading, kind: Kind, { answer }: LiveResource): JsonObject {
  const fields = Object.entries<Field>(kind.fields).flatMap(([name, field]): [string, Json][] => {
    const key = seedKey(kind, name);
    const isShown = kind.seed.tree?.nests === true && kind.seed.tree.parent === name;
    if (key === null || isShown || field.membership !== undefined || field.defaultChild !== undefined)
      return [];
    const value = readField(name, field, answer);
    return value === undefined ? [] : [[key, value]];
  });
  return { ...Object.fromEntries(fields), ...kind.seed.also?.(answer, isRead) };
}

function seedKey({ seed }: Kind, name: string): string | null {
  const own = seed.keys?.[name];
  return own === undefined ? name : own;
}

/**
 * The ordered content of a resource: items inside their containers, and those at the root under the
 * resource's key.
 */
function itemsIn(reading: Reading, parent: Kind, parentId: string | undefined): JsonObject {
  const families = familiesOf(reading, parent.name);
  if (families.length === 0) return {};
  const ordered = families.flatMap((family) =>
    inDisplayOrder(
      family.kinds.flatMap((kind) => reading.in(kind, parentId)),
      family,
    ),
  );
  const byContainer = groupBy(
    ordered,
    (item) => reading.kinds.get(item.kind).sequence?.containerOf(item.answer) ?? "",
  );
  const held = (kind: Kind, id: string): JsonObject => {
    if (kind.seed.holds === undefined) return {};
    return { [kind.seed.holds]: (byContainer.get(id) ?? []).map(seedOf) };
  };
  const seedOf = (item: LiveResource): JsonObject => {
    const kind = reading.kinds.get(item.kind);
    const isDefault = reading.defaults.has(kind.name) && item.answer.default === true;
    return {
      ...itemSeed(reading, kind, item),
      ...held(kind, item.id),
      ...(isDefault ? { default: true } : {}),
    };
  };
  return held(parent, "");
}

/** Referenced objects that were not read, such as the team of a SAML provider, with the id as the name. */
function strangersOf({ strangers }: Reading, kind: Kind): readonly JsonObject[] {
  const own = keyFields(kind).filter((name) => kind.fields[name]?.refersTo === undefined);
  const names = own.flatMap((name) => seedKey(kind, name) ?? []);
  return [...(strangers.get(kind.name) ?? [])].map((id) => ({
    id,
    ...Object.fromEntries(names.map((name) => [name, id])),
  }));
}

function strangersIn(
  kinds: KindIndex,
  resources: readonly LiveResource[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const strangers = new Map<string, Set<string>>();
  for (const live of resources) {
    for (const { kind, id } of namesIn(kinds.get(live.kind), live)) {
      if (known.has(`${kind} ${id}`)) continue;
      strangers.set(kind, (strangers.get(kind) ?? new Set()).add(id));
    }
  }
  return strangers;
}

function namesIn(
  { fields }: Kind,
  { answer, memberships }: LiveResource,
): readonly { readonly kind: string; readonly id: string }[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    if (field.membership !== undefined) {
      const { membership } = field;
      return Object.keys(memberships[name] ?? {}).map((key) => {
        const { sort, name: id } = entryAt(membership, key);
        return { kind: sort.of, id };
      });
    }
    if (field.refersTo === undefined) return [];
    const id = readField(name, field, answer);
    return typeof id === "string" ? [{ kind: field.refersTo, id }] : [];
  });
}
