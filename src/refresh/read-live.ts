import type { Operation } from "../contract/operation.ts";
import { pathParameters } from "../contract/operation.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Field, Membership } from "../model/field.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds, type KindIndex, kindNamedBy, managedAs, perKind } from "../model/kind-index.ts";
import type { Live, LiveResource } from "../model/live.ts";
import type { LastApply } from "../planner/match/recorded-ids.ts";
import { atPointer, type Json, type JsonObject } from "../text/json.ts";
import { openedIn } from "./opened.ts";
import { needsTree, readDeleted, unknownTargets } from "./read-tree.ts";
import type { Reader } from "./reader.ts";

/**
 * Reads what the manifests touch, and nothing else. First come the lists of each organization, then the lists
 * inside declared resources that exist, each stage in parallel. Declared addresses are matched as in
 * planning, with the recorded ids.
 */
export async function readLive(
  desired: Desired,
  kinds: readonly Kind[],
  reader: Reader,
  lastApply?: LastApply,
): Promise<Live> {
  const index = indexKinds(kinds);
  const before = reader.requests();
  const outer = await Promise.all(
    desired.organizations.flatMap(({ alias, id }) =>
      neededKinds(desired, alias, index).map((kind) => readKind(reader, kind, { organization: alias, id })),
    ),
  );
  const listed = outer.flat();
  const roots = [...listed, ...(await readDeleted(desired, index, reader, listed))];
  const opened = openedIn(desired, roots, index, lastApply);
  const ids = new Map(desired.organizations.map(({ alias, id }) => [alias, id]));
  const singletons = singletonsIn(desired, index);
  const inner = await Promise.all(
    opened.map(async ({ live, resource }) => {
      const { organization } = live;
      const owner: Owner = { organization, id: ids.get(organization) ?? "", parent: live };
      return [live, await readInside(reader, index, resource, live, owner, singletons)] as const;
    }),
  );
  const unknownOrganizations = await unknownTargets(desired, index, reader);
  const read = new Map(inner);
  return {
    resources: roots.flatMap((live) => read.get(live) ?? live),
    requests: reader.requests() - before,
    ...(unknownOrganizations.length === 0 ? {} : { unknownOrganizations }),
  };
}

/** The declared kinds of the organization, and the kinds that they refer to. */
function neededKinds(desired: Desired, alias: string, kinds: KindIndex): readonly Kind[] {
  const manage = desired.organizations.find((one) => one.alias === alias)?.manage ?? {};
  const resources = desired.resources.filter(({ organization }) => organization === alias);
  const named = new Set<string>();
  for (const [kind, all] of groupBy(resources, (one) => one.kind)) {
    named.add(kind);
    for (const [name, target] of namingFields(kinds.get(kind)))
      if (all.some(({ values }) => values[name] !== undefined)) named.add(target);
  }
  const isTreeRead = needsTree(desired, alias, kinds);
  const needed = kinds
    .childrenOf()
    .filter(
      ({ plural, name, tree }) =>
        manage[plural] !== undefined || named.has(name) || (isTreeRead && tree !== undefined),
    );
  // An object that another one created for itself is not deleted as undeclared, so its possible creators are read too.
  const exact = new Set(needed.filter(({ plural }) => manage[plural] === "exact").map(({ name }) => name));
  const makers = kinds.childrenOf().filter(({ makes }) => makes !== undefined && exact.has(makes.kind));
  const permitting = new Set(needed.flatMap((kind) => permittingKinds(kind, kinds)));
  const isOne = ({ shape, name }: Kind): boolean => shape === "singleton" && permitting.has(name);
  return kinds.childrenOf().filter((kind) => needed.includes(kind) || makers.includes(kind) || isOne(kind));
}

/** The kinds whose permissions decide about a kind and its children. */
function permittingKinds(kind: Kind, kinds: KindIndex): readonly string[] {
  const own = Object.values(kind.permissions ?? {}).map(({ of }) => of);
  return [...own, ...kinds.childrenOf(kind.name).flatMap((child) => permittingKinds(child, kinds))];
}

/** The fields of a kind that name something of another one, with that. */
const namingFields = perKind(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]: [string, Field]) => {
    const target = kindNamedBy(field);
    return target === undefined ? [] : [[name, target] as const];
  }),
);

/** The parent of a list: an organization, or a live resource in it. */
export interface Owner {
  readonly organization: string;
  readonly id: string;
  readonly parent?: LiveResource;
}

/** Reads all of a kind in an organization or a live resource. */
export async function readKind(
  reader: Reader,
  kind: Kind,
  owner: Owner,
  parentKind?: Kind,
): Promise<readonly LiveResource[]> {
  return asLive(kind, owner, await readAnswers(reader, kind, owner, parentKind));
}

/** The answers of a kind as live resources. */
export function asLive(kind: Kind, owner: Owner, answers: readonly JsonObject[]): readonly LiveResource[] {
  return answers.map((answer) => ({
    kind: kind.name,
    // An object without an id gets one from its parent: there is only one for each parent.
    id: String(answer.id ?? `${owner.parent?.id ?? owner.id}/${kind.name}`),
    organization: owner.organization,
    parentId: owner.parent?.id,
    answer,
    memberships: {},
  }));
}

/** The answers for all objects of a kind in an organization or a live resource. */
export async function readAnswers(
  reader: Reader,
  kind: Kind,
  owner: Owner,
  parentKind?: Kind,
): Promise<readonly JsonObject[]> {
  const operation = kind.operations.read;
  const params = paramsFor(operation, owner, parentKind);
  if (operation.list !== undefined) return reader.list(operation, params);
  if (kind.mayBeMissing !== true) return [await reader.one(operation, params)];
  const found = await reader.find(operation, params);
  return found === undefined ? [] : [found];
}

function paramsFor(operation: Operation, { id, parent }: Owner, parentKind?: Kind): JsonObject {
  const entries = pathParameters(operation).map((name): [string, Json] => [
    name,
    name === "organizationId" || parent === undefined ? id : (pathId(parent, parentKind) ?? parent.id),
  ]);
  return Object.fromEntries(entries);
}

function pathId(live: LiveResource, kind: Kind | undefined): Json | undefined {
  return atPointer(live.answer, kind?.idPointer ?? "/id");
}

/** A live resource with its children, as far as its manifest manages them. */
export async function readInside(
  reader: Reader,
  kinds: KindIndex,
  resource: DesiredResource,
  live: LiveResource,
  owner: Owner,
  singletons: ReadonlySet<string>,
): Promise<readonly LiveResource[]> {
  const kind = kinds.get(live.kind);
  const children = kinds
    .childrenOf(kind.name)
    .filter(
      (child) =>
        resource.manage[managedAs(child)] !== undefined ||
        singletons.has(`${resource.address} ${child.name}`),
    );
  const [memberships, ...lists] = await Promise.all([
    readMemberships(reader, kind, resource, owner),
    ...children.map((child) => readKind(reader, child, owner, kind)),
  ]);
  return [{ ...live, memberships }, ...lists.flat()];
}

/** The address and kind of each declared singleton inside a resource. */
function singletonsIn(desired: Desired, kinds: KindIndex): ReadonlySet<string> {
  const inside = desired.resources.filter(
    ({ parent, kind }) => parent !== undefined && kinds.get(kind).shape === "singleton",
  );
  return new Set(inside.map(({ parent, kind }) => `${parent} ${kind}`));
}

async function readMemberships(
  reader: Reader,
  kind: Kind,
  resource: DesiredResource,
  owner: Owner,
): Promise<LiveResource["memberships"]> {
  const read = Object.entries(kind.fields).flatMap(([name, { membership }]) =>
    membership === undefined || resource.values[name] === undefined ? [] : [{ name, membership }],
  );
  const entries = await Promise.all(
    read.map(async ({ name, membership }) => [name, await rolesOf(reader, membership, owner, kind)] as const),
  );
  return Object.fromEntries(entries);
}

/** Reads the roles of all members of a live resource. */
export async function rolesOf(
  reader: Reader,
  membership: Membership,
  owner: Owner,
  kind: Kind,
): Promise<Readonly<Record<string, string>>> {
  const items = await reader.list(membership.list, paramsFor(membership.list, owner, kind));
  return Object.fromEntries(items.map((item) => membership.read(item)).map(({ id, role }) => [id, role]));
}
