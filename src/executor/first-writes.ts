import { mask } from "../io/hash.ts";
import { kinds } from "../kinds/kinds.ts";
import { type Address, organizationOf } from "../model/address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Observation } from "../model/documents/observation.ts";
import type { Step } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds } from "../model/kind-index.ts";
import { keyAt, type LiveResource } from "../model/live.ts";
import type { Plan } from "../planner/plan.ts";
import { type StaleAt, staleAt } from "../planner/preconditions/stale.ts";
import { splitPath } from "../planner/snapshot.ts";
import { asLive, type Owner, readAnswers, rolesOf } from "../refresh/read-live.ts";
import type { Reader } from "../refresh/reader.ts";
import type { RecentReads } from "../refresh/recent-reads.ts";
import type { JsonObject } from "../text/json.ts";
import { messageOf } from "../text/message-of.ts";
import type { CallFailure, Execution } from "./execution.ts";

const index = indexKinds(kinds);

/** An address that is about to be written for the first time in a run. */
interface FirstWrite {
  readonly address: Address;
  readonly kind: Kind;
  readonly owner: Owner;
  /** The expected fingerprint. Orders are left out, because other steps of the run change them. */
  readonly seen: Observation;
  /** Ids of objects that steps of the run created. */
  readonly own: ReadonlySet<string>;
}

/**
 * Checks the preconditions of an address before the first call to it in a run. An object is read again when
 * its last read is older than a few seconds. Later steps of the address share the result, since later
 * differences are made by the run itself.
 */
export function firstWrites(
  { document, secrets }: Pick<Plan, "document" | "secrets">,
  recent: RecentReads,
): NonNullable<Execution["check"]> {
  const { observed = {}, organizations, steps } = document;
  const results = new Map<Address, Promise<CallFailure | undefined>>();
  const comparing = comparisons(secrets);
  const deleted = deletedIn(steps);
  const wrapping = new Set<string>();
  return (step, own) => {
    const { address } = step;
    const observation = observed[address];
    if (observation?.kind === undefined) return Promise.resolve(undefined);
    const kind = index.get(observation.kind);
    const alias = organizationOf(address);
    const owner = ownerOf(kind, observation, alias, organizations[alias] ?? "");
    const list = `${alias} ${kind.name} ${owner.parent?.id}`;
    const isWrapped = wrapping.has(list);
    // The platform moves the items of a site into a section of its own (A21). That section is not an edit by
    // somebody else.
    if (kind.sequence?.wraps !== undefined && step.operation === kind.operations.create?.name)
      wrapping.add(list);
    const isReplaced = isDeletedElsewhere(deleted, address, observation);
    const seen = firstWriteOf(kind, observation, { steps, address, isWrapped, isReplaced });
    const first: FirstWrite = { address, kind, owner, seen, own };
    const result = results.get(address) ?? confirmed(recent, (reader) => compare(reader, comparing, first));
    results.set(address, result);
    return result;
  };
}

interface Circumstances {
  readonly steps: readonly Step[];
  readonly address: Address;
  readonly isWrapped: boolean;
  /** A step of another address deletes the object, perhaps before this one. */
  readonly isReplaced: boolean;
}

/** The part of an observation that no other step of the run changes. */
function firstWriteOf(
  kind: Kind,
  { claims = [], ...seen }: Observation,
  { steps, address, isWrapped, isReplaced }: Circumstances,
): Observation {
  const operations = new Set(steps.flatMap((step) => (step.address === address ? [step.operation] : [])));
  const isOwn = (name: string): boolean => {
    if (name === kind.tree?.restore?.deletedAt) return true;
    const field = kind.fields[name];
    if (field?.membership !== undefined) return operations.has(field.membership.set.name);
    return field !== undefined && field.defaultChild === undefined && field.tree === undefined;
  };
  const fields = Object.entries(seen.fields).filter(([path]) => isOwn(splitPath(path).name));
  return {
    ...seen,
    id: isReplaced ? null : seen.id,
    fields: Object.fromEntries(fields),
    ...(isWrapped ? {} : { claims }),
  };
}

/** Addresses whose steps delete an object, by its `liveKey`. */
function deletedIn(steps: readonly Step[]): ReadonlyMap<string, Address> {
  const deleted = new Map<string, Address>();
  for (const { address, operation, params } of steps) {
    const kind = kinds.find(({ operations }) => operations.delete?.name === operation);
    const id = kind === undefined ? undefined : params[kind.idParam];
    if (kind !== undefined && typeof id === "string")
      deleted.set(keyAt({ address, kind: kind.name, id }), address);
  }
  return deleted;
}

function isDeletedElsewhere(
  deleted: ReadonlyMap<string, Address>,
  address: Address,
  { kind, id }: Observation,
): boolean {
  const by = kind === undefined || id === null ? undefined : deleted.get(keyAt({ address, kind, id }));
  return by !== undefined && by !== address;
}

function ownerOf(kind: Kind, { parent }: Observation, organization: string, id: string): Owner {
  if (parent === undefined || kind.parent === undefined) return { organization, id };
  return { organization, id, parent: standIn(kind.parent, parent, organization) };
}

/** An object of which only the id is known. */
function standIn(kind: string, id: string, organization: string): LiveResource {
  return { kind, id, organization, answer: { id }, memberships: {} };
}

type Compare = (reader: Reader) => Promise<readonly Diagnostic[]>;

/**
 * An object that looks changed is read once more at once, because the known answer may be older than the
 * plan.
 */
async function confirmed(recent: RecentReads, compareWith: Compare): Promise<CallFailure | undefined> {
  try {
    if ((await compareWith(recent)).length === 0) return undefined;
    const changes = await compareWith(recent.fresh);
    return changes.length === 0 ? undefined : staleFor(changes);
  } catch (problem) {
    const message = `it was not sent, as it could not be read whether it is still as planned: ${messageOf(problem)}`;
    return { outcome: "failed", message, next: "run again once reading works" };
  }
}

function staleFor(changes: readonly Diagnostic[]): CallFailure {
  // Every output shows the address next to the message, so the message leaves it out.
  const message = changes.map((one) => one.message.slice(one.message.indexOf(": ") + 2)).join("; ");
  return { outcome: "stale", message, next: "plan again and review what it shows" };
}

async function compare(
  reader: Reader,
  comparing: Comparisons,
  first: FirstWrite,
): Promise<readonly Diagnostic[]> {
  const { address, kind, owner, seen, own } = first;
  const { id, fields, claims = [] } = seen;
  if (id === null && claims.length === 0) return [];
  const restore = kind.tree?.restore;
  if (id !== null && restore !== undefined && typeof fields[restore.deletedAt] === "string") {
    const found = await reader.find(restore.find, { [kind.idParam]: id });
    const isDeleted = typeof found?.[restore.deletedAt] === "string";
    const lives = asLive(kind, owner, found === undefined ? [] : [found]);
    return comparing.ofLive(isDeleted ? lives.map((live) => ({ ...live, deleted: true })) : lives)(
      address,
      seen,
    );
  }
  const answers = await readAnswers(reader, kind, owner, owner.parent && index.get(owner.parent.kind));
  const compareObject = comparing.ofList(kind, owner, answers);
  const changes = compareObject(address, { ...seen, fields: withoutMembers(kind, fields) }, own);
  return changes.length > 0 ? changes : compareMembers(reader, comparing, first);
}

function withoutMembers(kind: Kind, fields: Observation["fields"]): Observation["fields"] {
  const isMembers = (path: string): boolean => kind.fields[splitPath(path).name]?.membership !== undefined;
  return Object.fromEntries(Object.entries(fields).filter(([path]) => !isMembers(path)));
}

/** Members are in a list of their own. */
async function compareMembers(
  reader: Reader,
  comparing: Comparisons,
  { address, kind, owner, seen: { claims: _, ...seen } }: FirstWrite,
): Promise<readonly Diagnostic[]> {
  const members = Object.entries(kind.fields).flatMap(([name, { membership }]) => {
    const paths = Object.entries(seen.fields).filter(([path]) => splitPath(path).name === name);
    return membership === undefined || paths.length === 0 ? [] : [{ name, membership, paths }];
  });
  const { id } = seen;
  if (id === null) return [];
  const live = standIn(kind.name, id, owner.organization);
  const found = members.map(async ({ name, membership, paths }) => {
    const roles = await rolesOf(reader, membership, { ...owner, parent: live }, kind);
    const now = comparing.ofLive([{ ...live, memberships: { [name]: roles } }]);
    return now(address, { kind: kind.name, id, fields: Object.fromEntries(paths) });
  });
  return (await Promise.all(found)).flat();
}

interface Comparisons {
  readonly ofList: (kind: Kind, owner: Owner, answers: readonly JsonObject[]) => StaleAt;
  readonly ofLive: (resources: readonly LiveResource[]) => StaleAt;
}

/** Comparisons by list: many addresses share one read of the same list. */
function comparisons(secrets: Plan["secrets"]): Comparisons {
  const known = new WeakMap<readonly JsonObject[], StaleAt>();
  const nowhere = { sourceOf: () => undefined, addressOf: () => undefined };
  const ofLive = (resources: readonly LiveResource[]): StaleAt =>
    staleAt({ live: { resources, requests: 0 }, kinds: index, mask, secrets, ...nowhere });
  const ofList = (kind: Kind, owner: Owner, answers: readonly JsonObject[]): StaleAt => {
    const one = known.get(answers) ?? ofLive(asLive(kind, owner, answers));
    known.set(answers, one);
    return one;
  };
  return { ofLive, ofList };
}
