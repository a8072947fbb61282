import { type Address, ownersOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { apiName } from "../model/kind-index.ts";
import { keyAt } from "../model/live.ts";
import type { Creator, LastApply, Protection } from "../planner/match/recorded-ids.ts";
import type { Plan } from "../planner/plan.ts";
import type { Agreed, Known } from "../state/record.ts";
import { equalJson, isObject } from "../text/json.ts";
import type { Created } from "../undo/created-objects.ts";

/** The facts about a finished apply that the record needs. */
export interface Applied {
  readonly desired: Desired;
  readonly plan: Plan;
  /** The plan after the run; undefined when it could not be made. */
  readonly second?: Plan | undefined;
  /** The steps whose call reached the platform. */
  readonly sent: readonly Step[];
  /** The objects that it deleted, each by its `liveKey`; all that the plan deletes when left out. */
  readonly gone?: ReadonlySet<string>;
  /** The requests to people that it sent by calls that are in doubt, or that administrators decide on. */
  readonly requests?: readonly string[];
  /** The run, when it has no call in doubt; undefined without calls. */
  readonly run?: string | undefined;
  /** The objects that the calls created. */
  readonly created?: readonly Created[];
  /** Whether the run was an undo. Its desired state covers fewer addresses than the manifests. */
  readonly isUndo?: boolean;
  /** The commit, when its apply ended whole in a pipeline. */
  readonly wholeCommit?: string | undefined;
  /** Whether it did all that can be done of the manifests; undefined for one that says nothing of the others. */
  readonly converged?: boolean | undefined;
  /** Whether a pull made it: its plan does not look for lost copies. */
  readonly isPulled?: boolean;
  /** The apply that protects; undefined when the run leaves all protection as it is. */
  readonly protection?: Protection;
  /** The run, as the creator of what it created; undefined for an undo. */
  readonly creator?: Creator;
}

/** An address, and the object that is known to be there. */
type Fact = readonly [address: Address, known: Known];

/**
 * The known facts about declared addresses after a run. Without a second plan, recorded facts stay. So does that of an
 * address that is still declared and that nobody found: its object was deleted elsewhere, and was not made again.
 * Created objects are known by their answers, because a list of the second plan may be old and lack them.
 */
export function knownAfter(last: LastApply | undefined, applied: Applied): ReadonlyMap<Address, Known> {
  const { desired, plan, second, isUndo = false } = applied;
  const gone = applied.gone ?? deletedBy(plan);
  const isThere = (fact: Fact): boolean => !gone.has(objectOf(fact));
  const created = createdBy(applied);
  // The live state of the plan is that before the run.
  const found = second === undefined ? foundIn(applied).filter(isThere) : foundIn(applied);
  const kept = isUndo ? [] : [...(second ?? plan).recordedUndeclared()];
  const recorded = [...(last?.resources ?? [])];
  const isStaying = second === undefined || isUndo ? () => true : isDeclaredIn(desired);
  const before = [...recorded.filter(([address]) => isStaying(address)), ...kept];
  const all = before.map(([address, { kind, id }]): Fact => [address, { kind, id }]);
  const old = all.filter(isThere);
  // The same id at two addresses would contradict itself: somebody gave an object the name of another one.
  const owners = new Map([...old, ...found, ...created].map((fact) => [objectOf(fact), fact[0]]));
  const seen = [...created, ...found].filter((fact) => owners.get(objectOf(fact)) === fact[0]);
  if (!isUndo) return new Map([...old.filter((fact) => owners.get(objectOf(fact)) === fact[0]), ...seen]);
  const known = new Set(before.map(([address]) => address));
  // An undo covers a few addresses, some of them undeclared; the recorded addresses stay known.
  return new Map([...old, ...seen.filter(([address]) => known.has(address))]);
}

/** The objects that a plan deletes, each by its `liveKey`; without those of steps that are not done. */
export function deletedBy(
  { document: { changes, steps } }: Pick<Plan, "document">,
  isDone: (step: Step) => boolean = () => true,
): ReadonlySet<string> {
  // An object that is made again has a create at its address, too.
  const deletes = steps.filter((step) => step.method === "DELETE" && !isDone(step));
  const undone = new Set(deletes.map(({ address }) => address));
  const deleted = changes.filter(({ action, address }) => action === "delete" && !undone.has(address));
  return new Set(deleted.map(keyAt));
}

/** Is an address declared to be there, and every parent of it? */
function isDeclaredIn({ resources }: Desired): (address: Address) => boolean {
  const declared = new Map(resources.map(({ address, absent }) => [address, absent]));
  return (address) =>
    declared.has(address) && ownersOf(address).every((owner) => declared.get(owner) !== true);
}

function objectOf([address, { kind, id }]: Fact): string {
  return keyAt({ address, kind, id });
}

/** The declared addresses that the run created. */
function createdBy({ desired, created = [] }: Applied): readonly Fact[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  return created.flatMap(({ address, kind, id }) =>
    declared.has(address) ? [[address, { kind, id }] as const] : [],
  );
}

/** The facts that the second plan found. */
function foundIn(applied: Applied): readonly Fact[] {
  const { liveByAddress } = applied.second ?? applied.plan;
  const fieldsOf = fieldsAfter(applied);
  return [...liveByAddress()].map(([address, live]) => {
    const fields = fieldsOf(address);
    return [address, { kind: live.kind, id: live.id, ...(fields === undefined ? {} : { fields }) }];
  });
}

/**
 * The agreed fields after a run. A field that differs keeps its recorded values, unless the run called the
 * platform for its address. Then nobody knows who changed it. The same holds for fields that an undo reset,
 * and without a second plan.
 */
function fieldsAfter({ second, sent, isUndo }: Applied): (address: string) => Known["fields"] {
  const reached = new Set(sent.map(({ address }) => address));
  return (address) => {
    const isReached = reached.has(address);
    if (second === undefined || isUndo === true) return isReached ? new Map() : undefined;
    return new Map(
      [...second.compared(address)].flatMap(([path, sides]): [string, Agreed | "as kept"][] => {
        if (sides.isSame) return [[path, sides]];
        return isReached && sides.isUnresolved !== true ? [] : [[path, "as kept"]];
      }),
    );
  };
}

/** Hashes of the values that cannot be read back and have reached the platform, by address and field. */
export function sentValues({ desired, plan, sent }: Applied, hash: LastApply["hash"]) {
  const byAddress = new Map<string, Record<string, string>>();
  const [planned, reached] = [plan.document.steps, sent].map((steps) => groupBy(steps, (one) => one.address));
  const byName = new Map(plan.kinds.all.map((kind) => [kind.name, kind]));
  for (const { address, kind: name, values } of desired.resources) {
    if (reached?.has(address) !== true) continue;
    for (const [field, traits] of Object.entries(byName.get(name)?.fields ?? {})) {
      const value = values[field];
      if (value === undefined || traits.unverifiable?.holds(value) !== true) continue;
      const carries = ({ body }: Step): boolean =>
        isObject(body) && Object.hasOwn(body, apiName(field, traits));
      if (![planned, reached].every((steps) => steps?.get(address)?.some(carries) === true)) continue;
      byAddress.set(address, { ...byAddress.get(address), [field]: hash(value, `${address} ${field}`) });
    }
  }
  return byAddress;
}

/** Hashes of declared values that the plan neither compares nor sends. An undo declares what was there before. */
export function unsentValues({ desired, plan, isUndo }: Applied, hash: LastApply["hash"]) {
  const byAddress = new Map<string, Record<string, string>>();
  if (isUndo === true) return byAddress;
  const declared = new Map(desired.resources.map(({ address, values }) => [address, values]));
  for (const { address, kind, field } of plan.document.unverifiable ?? []) {
    const value = declared.get(address)?.[field];
    if (value === undefined || plan.kinds.get(kind).fields[field]?.unverifiable === undefined) continue;
    byAddress.set(address, { ...byAddress.get(address), [field]: hash(value, `${address} ${field}`) });
  }
  return byAddress;
}

/**
 * By address: hashes of declared values that the platform answered well to and did not keep, each with what it has instead.
 * An address that is not in it keeps those of before.
 */
export function unkeptValues({ desired, second, sent, plan, isUndo }: Applied, hash: LastApply["hash"]) {
  const byAddress = new Map<Address, Record<string, string>>();
  if (isUndo === true) return byAddress;
  // Nobody has looked yet at what was sent.
  if (second === undefined) for (const { address } of sent) byAddress.set(address, {});
  if (second === undefined || plan.document.partial !== undefined) return byAddress;
  const reached = new Set(sent.map(({ address }) => address));
  const byName = new Map(plan.kinds.all.map((kind) => [kind.name, kind]));
  for (const { address, kind } of desired.resources) {
    const fields = Object.entries(byName.get(kind)?.fields ?? {});
    byAddress.set(address, {});
    for (const [field] of fields.filter(([, { mayBeDropped }]) => mayBeDropped !== undefined)) {
      const sides = second.compared(address).get(field);
      if (sides === undefined || equalJson(sides.declared, sides.live)) continue;
      if (!sides.isSame && !reached.has(address)) continue;
      const pair = hash([sides.declared, sides.live], `${address} ${field}`);
      byAddress.set(address, { ...byAddress.get(address), [field]: pair });
    }
  }
  return byAddress;
}
