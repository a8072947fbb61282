import type { CallFailure, Execution } from "../../executor/execution.ts";
import { mask } from "../../io/hash.ts";
import { kinds } from "../../kinds/kinds.ts";
import { type Address, organizationOf } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import type { Kind, Membership } from "../../model/kind.ts";
import { indexKinds } from "../../model/kind-index.ts";
import { keyAt, type LiveResource } from "../../model/live.ts";
import type { Plan } from "../../planner/plan.ts";
import { type FirstWrite, firstWriteOf } from "../../planner/preconditions/first-write.ts";
import type { Observation } from "../../planner/preconditions/observation.ts";
import { type StaleAt, staleAt } from "../../planner/preconditions/stale.ts";
import { asLive, type Owner, type Reader, readAnswers, rolesOf } from "../../refresh/read-live.ts";
import type { RecentReads } from "../../refresh/recent-reads.ts";
import type { JsonObject } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";

const index = indexKinds(kinds);

/** What is looked at before an address is written. */
interface Subject {
  readonly address: string;
  readonly kind: Kind;
  readonly owner: Owner;
  readonly seen: FirstWrite;
  /** What other steps made or used is no intruder. */
  readonly own: ReadonlySet<string>;
}

/**
 * Looks at each address just before the first write to it in a run: has somebody else changed what its steps rest
 * on? Later steps of the address share the answer, since what is different then is the run's own doing.
 */
export function firstWrites(
  plan: Pick<Plan, "document" | "secrets">,
  recent: RecentReads,
): NonNullable<Execution["check"]> {
  const { observed = {}, organizations } = plan.document;
  const looked = new Map<string, Promise<CallFailure | undefined>>();
  const tellerOf = tellers(plan);
  const deleted = deletedIn(plan.document.steps);
  const wrapping = new Set<string>();
  const once = (
    key: string,
    look: () => Promise<CallFailure | undefined>,
  ): Promise<CallFailure | undefined> => {
    const answer = looked.get(key) ?? look();
    looked.set(key, answer);
    return answer;
  };
  return async (step, own) => {
    const { address } = step;
    const observation = observed[address];
    if (observation?.kind === undefined) return undefined;
    const kind = index.get(observation.kind);
    const alias = organizationOf(address);
    const owner = ownerOf(kind, observation, alias, organizations[alias] ?? "");
    // What is built anew goes by a step of another address, perhaps before this one.
    const goes = isDeletedBeside(deleted, address, observation);
    const subject: Subject = { address, kind, owner, seen: firstWriteOf(kind, observation), own };
    const list = `${alias} ${kind.name} ${owner.parent?.id}`;
    const isWrapped = wrapping.has(list);
    if (kind.sequence?.wraps !== undefined && step.operation === kind.operations.create?.name)
      wrapping.add(list);
    const membership = membershipIn(kind, step);
    const [object, members] = await Promise.all([
      once(address, () =>
        confirmed(recent, (reader) => lookAtObject(reader, tellerOf, subject, { isWrapped, goes })),
      ),
      membership === undefined
        ? undefined
        : once(`${address} members`, () =>
            confirmed(recent, (reader) => lookAtMembers(reader, tellerOf, subject, membership)),
          ),
    ]);
    return object ?? members;
  };
}

/** Addresses whose steps delete something, by its `liveKey`. */
function deletedIn(steps: readonly Step[]): ReadonlyMap<string, ReadonlySet<string>> {
  const deleted = new Map<string, Set<string>>();
  for (const { address, operation, params } of steps) {
    const kind = kinds.find(({ operations }) => operations.delete?.name === operation);
    const id = kind === undefined ? undefined : params[kind.idParam];
    if (kind === undefined || typeof id !== "string") continue;
    const key = keyAt({ address, kind: kind.name, id });
    deleted.set(key, (deleted.get(key) ?? new Set()).add(address));
  }
  return deleted;
}

/** Does a step of another address delete what an address was seen to be? */
function isDeletedBeside(
  deleted: ReturnType<typeof deletedIn>,
  address: Address,
  { kind, id }: Observation,
): boolean {
  if (kind === undefined || id === null) return false;
  return deleted.get(keyAt({ address, kind, id }))?.has(address) === false;
}

function ownerOf(kind: Kind, { parent }: Observation, organization: string, id: string): Owner {
  if (parent === undefined || kind.parent === undefined) return { organization, id };
  return { organization, id, parent: standIn(kind.parent, parent, organization) };
}

/** Something that is known by its id only. */
function standIn(kind: string, id: string, organization: string): LiveResource {
  return { kind, id, organization, answer: { id }, memberships: {} };
}

function membershipIn(kind: Kind, { operation }: Step): readonly [string, Membership] | undefined {
  for (const [name, { membership }] of Object.entries(kind.fields))
    if (membership?.set.name === operation) return [name, membership];
  return undefined;
}

type Look = (reader: Reader) => Promise<readonly Diagnostic[]>;

/** What looks changed is looked at again, at once: what was read may be older than what the plan saw. */
async function confirmed(recent: RecentReads, look: Look): Promise<CallFailure | undefined> {
  try {
    if ((await look(recent)).length === 0) return undefined;
    const changes = await look(recent.fresh);
    return changes.length === 0 ? undefined : staleFor(changes);
  } catch (problem) {
    const message = `it was not sent, as it could not be read whether it is still as planned: ${messageOf(problem)}`;
    return { outcome: "failed", message, next: "run again once reading works" };
  }
}

function staleFor(changes: readonly Diagnostic[]): CallFailure {
  // The address stands beside it in every output.
  const message = changes.map((one) => one.message.slice(one.message.indexOf(": ") + 2)).join("; ");
  return { outcome: "stale", message, next: "plan again and review what it shows" };
}

/** Looks at the object and its names. One that is to be restored is in no list. */
async function lookAtObject(
  reader: Reader,
  tellerOf: TellerOf,
  { address, kind, owner, seen, own }: Subject,
  { isWrapped, goes }: { readonly isWrapped: boolean; readonly goes: boolean },
): Promise<readonly Diagnostic[]> {
  const { object, claims } = seen;
  const isNamed = (claims.claims ?? []).length > 0 && !isWrapped;
  if ((object.id === null || goes) && !isNamed) return [];
  const restore = kind.tree?.restore;
  if (restore !== undefined && object.id !== null && typeof object.fields[restore.deletedAt] === "string") {
    const found = await reader.find(restore.find, { [kind.idParam]: object.id });
    const isDeleted = typeof found?.[restore.deletedAt] === "string";
    const lives = asLive(kind, owner, found === undefined ? [] : [found]);
    return tellerOf.ofLive(lives.map((live) => (isDeleted ? { ...live, deleted: true } : live)))(
      address,
      object,
    );
  }
  const parentKind = owner.parent === undefined ? undefined : index.get(owner.parent.kind);
  const tell = tellerOf(kind, owner, await readAnswers(reader, kind, owner, parentKind));
  return [...(goes ? [] : tell(address, object)), ...(isNamed ? tell(address, claims, own) : [])];
}

async function lookAtMembers(
  reader: Reader,
  tellerOf: TellerOf,
  { address, kind, owner, seen }: Subject,
  [name, membership]: readonly [string, Membership],
): Promise<readonly Diagnostic[]> {
  const { id, fields } = seen.members;
  if (id === null || Object.keys(fields).length === 0) return [];
  const live = standIn(kind.name, id, owner.organization);
  const roles = await rolesOf(reader, membership, { ...owner, parent: live }, kind);
  return tellerOf.ofLive([{ ...live, memberships: { [name]: roles } }])(address, seen.members);
}

interface TellerOf {
  (kind: Kind, owner: Owner, answers: readonly JsonObject[]): StaleAt;
  readonly ofLive: (resources: readonly LiveResource[]) => StaleAt;
}

/** Tells what differs in an answer: made once for each, as many addresses ask about one list. */
function tellers({ document, secrets }: Pick<Plan, "document" | "secrets">): TellerOf {
  const known = new WeakMap<readonly JsonObject[], StaleAt>();
  const ofLive = (resources: readonly LiveResource[]): StaleAt =>
    staleAt(document.observed ?? {}, {
      live: { resources, requests: 0 },
      kinds: index,
      mask,
      secrets,
      sourceOf: () => undefined,
      addressOf: () => undefined,
    });
  const tellerOf = (kind: Kind, owner: Owner, answers: readonly JsonObject[]): StaleAt => {
    const tell = known.get(answers) ?? ofLive(asLive(kind, owner, answers));
    known.set(answers, tell);
    return tell;
  };
  return Object.assign(tellerOf, { ofLive });
}
