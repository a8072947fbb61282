import { type Operation, pathParameters } from "../contract/operation.ts";
import { organizationOperations } from "../contract/parts/organizations.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Field } from "../model/field.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds, type KindIndex, managedAs, perKind } from "../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../model/live.ts";
import { type EntrySort, entryKey } from "../model/membership.ts";
import type { LastApply } from "../planner/match/recorded-ids.ts";
import { transferTargets } from "../planner/match/tree-kind.ts";
import { atPointer, type Json, type JsonObject } from "../text/json.ts";
import { readPinnedDeleted } from "./read-deleted.ts";
import { askedInside, neededKinds, openedIn, type RecordedScope } from "./read-scope.ts";
import type { Reader } from "./reader.ts";

/**
 * Reads what the manifests touch and the lists of what only the record has, and nothing else. First come the lists of
 * each organization, then the lists inside declared resources that exist, each stage in parallel. Declared addresses are
 * matched as in planning, with the recorded ids.
 */
export async function readLive(
  desired: Desired,
  kinds: readonly Kind[],
  reader: Reader,
  lastApply?: LastApply,
  recorded: RecordedScope = { kinds: new Set(), inside: new Set() },
): Promise<Live> {
  const index = indexKinds(kinds);
  const before = reader.requests();
  const outer = await Promise.all(
    desired.organizations.flatMap(({ alias, id }) =>
      neededKinds(desired, alias, index, recorded.kinds).map((kind) =>
        readKind(reader, kind, { organization: alias, id }),
      ),
    ),
  );
  const listed = outer.flat();
  const roots = [...listed, ...(await readPinnedDeleted(desired, index, reader, listed))];
  const opened = openedIn(desired, roots, index, lastApply);
  const ids = new Map(desired.organizations.map(({ alias, id }) => [alias, id]));
  const asked = { asked: askedInside(desired, index), recorded: recorded.inside };
  const inner = await Promise.all(
    opened.map(async ({ live, resource }) => {
      const { organization } = live;
      const owner: Owner = { organization, id: ids.get(organization) ?? "", parent: live };
      return [live, await readInside(reader, index, resource, live, owner, asked)] as const;
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

/** Ids of the organizations that something shall be transferred to, and that are not there; declared ones are read anyway. */
async function unknownTargets(
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
  const operation = listingOf(kind);
  const params = paramsFor(operation, owner, parentKind);
  if (operation.list !== undefined || kind.sequence?.shownWhole !== undefined)
    return readList(reader, kind, params);
  if (kind.mayBeMissing !== true) return [await reader.one(operation, params)];
  const found = await reader.find(operation, params);
  return found === undefined ? [] : [found];
}

/** The operation that shows all of a kind in its parent. */
export function listingOf({ sequence, operations }: Kind): Operation {
  return sequence?.shownWhole?.read ?? operations.read;
}

/** Reads all of a kind in its parent, by its own list or with all items of the parent. */
export async function readList(
  reader: Pick<Reader, "one" | "list">,
  kind: Kind,
  params: JsonObject,
): Promise<readonly JsonObject[]> {
  const { shownWhole } = kind.sequence ?? {};
  return shownWhole === undefined
    ? reader.list(kind.operations.read, params)
    : shownWhole.items(await reader.one(shownWhole.read, params));
}

export function paramsFor(operation: Operation, { id, parent }: Owner, parentKind?: Kind): JsonObject {
  const entries = pathParameters(operation).map((name): [string, Json] => [
    name,
    name === "organizationId" || parent === undefined ? id : (pathId(parent, parentKind) ?? parent.id),
  ]);
  return Object.fromEntries(entries);
}

function pathId(live: LiveResource, kind: Kind | undefined): Json | undefined {
  return atPointer(live.answer, kind?.idPointer ?? "/id");
}

/** The reads inside a resource that its manifest does not ask for. */
interface InsideScope {
  /** `askedInside`. */
  readonly asked: ReadonlySet<string>;
  readonly recorded: RecordedScope["inside"];
  /** Reads each kind of child. */
  readonly read?: typeof readKind;
}

/** A live resource with its children, as far as its manifest manages them. */
export async function readInside(
  reader: Reader,
  kinds: KindIndex,
  resource: DesiredResource,
  live: LiveResource,
  owner: Owner,
  { asked, recorded, read = readKind }: InsideScope,
): Promise<readonly LiveResource[]> {
  const kind = kinds.get(live.kind);
  const children = kinds
    .childrenOf(kind.name)
    .filter(
      (child) =>
        resource.manage[managedAs(child)] !== undefined ||
        recorded.has(`${liveKey(live)} ${child.name}`) ||
        asked.has(`${resource.address} ${child.name}`),
    );
  const [memberships, ...lists] = await Promise.all([
    readMemberships(reader, kind, owner, (name) => resource.values[name] !== undefined),
    ...children.map(async (child) => {
      const isAsked = (field: string): boolean => asked.has(`${resource.address} ${child.name} ${field}`);
      const all = await read(reader, child, owner, kind);
      if (ownReads(child).length === 0) return all;
      return Promise.all(all.map((one) => withOwnValues(reader, child, owner, one, isAsked, kind)));
    }),
  ]);
  return [{ ...live, memberships }, ...lists.flat()];
}

/** The fields of a kind that a call of their own reads, with that call. */
const ownReads = perKind(({ fields }) =>
  Object.entries<Field>(fields).flatMap(([name, { ownCalls }]) =>
    ownCalls === undefined ? [] : [{ name, read: ownCalls.read }],
  ),
);

/** A live resource with the values that calls of their own read, of the fields that are meant. */
export async function withOwnValues(
  reader: Pick<Reader, "one">,
  kind: Kind,
  owner: Owner,
  live: LiveResource,
  isMeant: (field: string) => boolean,
  parentKind?: Kind,
): Promise<LiveResource> {
  const meant = ownReads(kind).filter(({ name }) => isMeant(name));
  if (meant.length === 0) return live;
  const values = meant.map(async ({ name, read }): Promise<[string, Json]> => {
    const params = { ...paramsFor(read, owner, parentKind), [kind.idParam]: live.id };
    return [name, await reader.one(read, params)];
  });
  return { ...live, answer: { ...live.answer, ...Object.fromEntries(await Promise.all(values)) } };
}

/** Reads the members of a live resource, for the membership fields of its kind that are meant. */
export async function readMemberships(
  reader: Reader,
  kind: Kind,
  owner: Owner,
  isMeant: (field: string) => boolean,
): Promise<LiveResource["memberships"]> {
  const fields = Object.entries<Field>(kind.fields).map(async ([name, { membership }]) => {
    if (membership === undefined || !isMeant(name)) return [];
    const roles = await Promise.all(membership.sorts.map((sort) => readEntries(reader, kind, owner, sort)));
    return [[name, Object.fromEntries(roles.flat())] as const];
  });
  return Object.fromEntries((await Promise.all(fields)).flat());
}

/** The entries of a sort with their roles. One that gives no role is left alone, like all that is not declared. */
async function readEntries(
  reader: Reader,
  kind: Kind,
  owner: Owner,
  sort: EntrySort,
): Promise<readonly (readonly [string, string])[]> {
  const items = await reader.list(sort.list, paramsFor(sort.list, owner, kind));
  const entries = items.flatMap((item) => sort.read(item) ?? []);
  return entries.map(({ id, role }) => [entryKey(sort, id), role] as const);
}
