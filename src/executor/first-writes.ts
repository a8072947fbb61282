import { mask } from "../io/hash.ts";
import { type Address, organizationOf } from "../model/address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Observation } from "../model/documents/document-parts.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { keyAt, type LiveResource } from "../model/live.ts";
import { entryCalls } from "../model/membership.ts";
import type { Plan } from "../planner/plan.ts";
import { splitPath } from "../planner/preconditions/snapshot.ts";
import { type StaleAt, staleAt } from "../planner/preconditions/stale.ts";
import type { RecentReads } from "../refresh/cached-reader.ts";
import { readRestorable } from "../refresh/read-deleted.ts";
import { asLive, type Owner, readAnswers, readMemberships } from "../refresh/read-live.ts";
import type { Reader } from "../refresh/reader.ts";
import type { JsonObject } from "../text/json.ts";
import { messageOf } from "../text/message-of.ts";
import type { CallFailure, Execution } from "./execution.ts";

/** An address that is about to be written for the first time in a run. */
interface FirstWrite {
  readonly address: Address;
  readonly kind: Kind;
  readonly owner: Owner;
  /** The expected fingerprint. Orders are left out, because other steps of the run change them. */
  readonly seen: Observation;
  /** Ids of objects that steps of the run created. */
  readonly own: ReadonlySet<string>;
  /** The list whose items its call wraps (A21). */
  readonly wraps?: string;
}

/**
 * Checks the preconditions of an address before the first call to it in a run. An object is read again when
 * its last read is older than a few seconds. Later steps of the address share the result, since later
 * differences are made by the run itself.
 */
export function firstWrites(
  { document, kinds, secrets }: Pick<Plan, "document" | "kinds" | "secrets">,
  recent: RecentReads,
): Required<Pick<Execution, "check" | "readAhead">> {
  const { observed = {}, organizations, steps } = document;
  const results = new Map<Address, Promise<CallFailure | undefined>>();
  const compare = comparing(kinds, secrets);
  const deleted = deletedIn(kinds, steps);
  const operations = operationsIn(steps);
  const wrapping = new Set<string>();
  const firstOf = ({ address, operation }: Step, own: ReadonlySet<string>): FirstWrite | undefined => {
    const observation = observed[address];
    if (observation?.kind === undefined) return undefined;
    const kind = kinds.get(observation.kind);
    const alias = organizationOf(address);
    const owner = ownerOf(kind, observation, alias, organizations[alias] ?? "");
    const list = `${alias} ${kind.name} ${owner.parent?.id}`;
    const wraps = kind.sequence?.wraps !== undefined && operation === kind.operations.create?.name;
    const { claims = [], ...seen } = withOwnFields(kind, observation, operations.get(address));
    const by = deleted.get(keyAt({ address, kind: kind.name, id: seen.id ?? undefined }));
    // A step of another address deletes the object, perhaps before this one.
    const id = by === undefined || by === address ? seen.id : null;
    const first = {
      address,
      kind,
      owner,
      own,
      seen: { ...seen, id, claims: wrapping.has(list) ? [] : claims },
    };
    return wraps ? { ...first, wraps: list } : first;
  };
  return {
    check: (step, own) => {
      const first = firstOf(step, own);
      if (first === undefined) return Promise.resolve(undefined);
      // The platform moves the items of a site into a section of its own (A21). That section is not an edit by
      // somebody else.
      if (first.wraps !== undefined) wrapping.add(first.wraps);
      const result = results.get(step.address) ?? confirmed(recent, (reader) => compare(reader, first));
      results.set(step.address, result);
      return result;
    },
    readAhead: (step) => {
      const first = results.has(step.address) ? undefined : firstOf(step, new Set());
      // The check finds what is wrong.
      if (first !== undefined) void compare(recent, first).catch(() => {});
    },
  };
}

/** The operations of the steps of each address. */
function operationsIn(steps: readonly Step[]): ReadonlyMap<Address, ReadonlySet<string>> {
  const groups = groupBy(steps, ({ address }) => address);
  return new Map(
    [...groups].map(([address, own]) => [address, new Set(own.map(({ operation }) => operation))]),
  );
}

/** An observation with the fields that no step of another address changes. A value of its own may show that of the parent. */
function withOwnFields(
  kind: Kind,
  seen: Observation,
  operations: ReadonlySet<string> = new Set(),
): Observation {
  const isOwn = (name: string): boolean => {
    if (name === kind.tree?.restore?.deletedAt) return true;
    const field = kind.fields[name];
    if (field?.membership !== undefined)
      return entryCalls(field.membership).some((call) => operations.has(call.name));
    const { defaultChild, tree, ownCalls } = field ?? {};
    return field !== undefined && [defaultChild, tree, ownCalls].every((trait) => trait === undefined);
  };
  const fields = Object.entries(seen.fields).filter(([path]) => isOwn(splitPath(path).name));
  return { ...seen, fields: Object.fromEntries(fields) };
}

/** Addresses whose steps delete an object, by its `liveKey`. */
function deletedIn(kinds: KindIndex, steps: readonly Step[]): ReadonlyMap<string, Address> {
  const kindDeletedBy = new Map(kinds.all.map((kind) => [kind.operations.delete?.name, kind]));
  const deleted = steps.flatMap(({ address, operation, params }): [string, Address][] => {
    const kind = kindDeletedBy.get(operation);
    const id = kind === undefined ? undefined : params[kind.idParam];
    return kind === undefined || typeof id !== "string"
      ? []
      : [[keyAt({ address, kind: kind.name, id }), address]];
  });
  return new Map(deleted);
}

function ownerOf(kind: Kind, { parent }: Observation, organization: string, id: string): Owner {
  if (parent === undefined || kind.parent === undefined) return { organization, id };
  return { organization, id, parent: standIn(kind.parent, parent, organization) };
}

/** An object of which only the id is known. */
function standIn(kind: string, id: string, organization: string): LiveResource {
  return { kind, id, organization, answer: { id }, memberships: {} };
}

type Changes = Promise<readonly Diagnostic[]>;

/**
 * An object that looks changed is read once more at once, because the known answer may be older than the
 * plan.
 */
async function confirmed(
  recent: RecentReads,
  compareWith: (reader: Reader) => Changes,
): Promise<CallFailure | undefined> {
  try {
    if ((await compareWith(recent)).length === 0) return undefined;
    const changes = await compareWith(recent.fresh);
    if (changes.length === 0) return undefined;
    // Every output shows the address next to the message, so the message leaves it out.
    const message = changes.map((one) => one.message.slice(one.message.indexOf(": ") + 2)).join("; ");
    return { outcome: "stale", message, next: "plan again and review what it shows" };
  } catch (problem) {
    const message = `not sent: its values could not be read again before the call: ${messageOf(problem)}`;
    return { outcome: "failed", message, next: "run again once reading works" };
  }
}

/** Reads an object and compares it with its fingerprint. Many addresses share the index of one read of a list. */
function comparing(
  kinds: KindIndex,
  secrets: Plan["secrets"],
): (reader: Reader, first: FirstWrite) => Changes {
  const known = new WeakMap<readonly JsonObject[], StaleAt>();
  const nowhere = { sourceOf: () => undefined, addressOf: () => undefined };
  const among = (resources: readonly LiveResource[]): StaleAt =>
    staleAt({ live: { resources, requests: 0 }, kinds, mask, secrets, ...nowhere });
  return async (reader, { address, kind, owner, seen, own }) => {
    const { id, claims = [] } = seen;
    if (id === null && claims.length === 0) return [];
    const deletedAt = kind.tree?.restore?.deletedAt ?? "";
    if (id !== null && typeof seen.fields[deletedAt] === "string")
      return among(await readRestorable(reader, kind, owner.organization, id))(address, seen);
    const answers = await readAnswers(reader, kind, owner, owner.parent && kinds.get(owner.parent.kind));
    const stale = known.get(answers) ?? among(asLive(kind, owner, answers));
    known.set(answers, stale);
    const { fields, members } = splitFields(kind, seen);
    const changes = stale(address, { ...seen, fields }, own);
    if (changes.length > 0 || id === null || Object.keys(members).length === 0) return changes;
    const live = standIn(kind.name, id, owner.organization);
    const isSeen = (field: string): boolean =>
      Object.keys(members).some((path) => splitPath(path).name === field);
    const memberships = await readMemberships(reader, kind, { ...owner, parent: live }, isSeen);
    return among([{ ...live, memberships }])(address, { kind: kind.name, id, fields: members });
  };
}

/** Members are in a list of their own. */
function splitFields(
  kind: Kind,
  { fields }: Observation,
): { readonly fields: Observation["fields"]; readonly members: Observation["fields"] } {
  const isMember = (path: string): boolean => kind.fields[splitPath(path).name]?.membership !== undefined;
  const only = (is: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([path]) => isMember(path) === is));
  return { fields: only(false), members: only(true) };
}
