import { kinds } from "../kinds/kinds.ts";
import type { Address } from "../model/address.ts";
import type { ApplyEvent } from "../model/apply-event.ts";
import type { Desired } from "../model/desired.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { apiName } from "../model/kind-index.ts";
import { keyAt } from "../model/live.ts";
import type { LastApply } from "../planner/match/recorded-ids.ts";
import type { Plan } from "../planner/plan.ts";
import type { Agreed, Known } from "../state/record.ts";
import { isObject } from "../text/json.ts";
import type { Created } from "../undo/created-objects.ts";

/** The facts about a finished apply that the record needs. */
export interface Applied {
  readonly desired: Desired;
  readonly plan: Plan;
  /** The plan after the run; undefined when it could not be made. */
  readonly second?: Plan | undefined;
  /** The steps whose call reached the platform. */
  readonly sent: readonly Step[];
  /** The objects that the calls created. */
  readonly created?: readonly Created[];
  /** Whether the run was an undo. Its desired state covers fewer addresses than the manifests. */
  readonly isUndo?: boolean;
}

/**
 * The known facts about declared addresses after a run. Without a second plan, recorded facts stay. Created
 * objects are known by their answers, because a list of the second plan may be old and lack them.
 */
export function knownAfter(last: LastApply | undefined, applied: Applied): ReadonlyMap<Address, Known> {
  const { desired, plan, second, isUndo = false } = applied;
  const created = createdBy(applied);
  const seen = withoutCreated([...created, ...foundIn(applied)], created);
  const before = second === undefined || isUndo ? [...(last?.resources ?? [])] : [];
  const old = before.map(([address, { kind, id }]): [string, Known] => [address, { kind, id }]);
  if (!isUndo) return new Map([...withoutRenamed(desired, seen, old), ...seen]);
  const deleted = plan.document.changes.filter(({ action }) => action === "delete");
  const gone = new Set(deleted.map(keyAt));
  const known = new Set(before.map(([address]) => address));
  // An undo covers a few addresses, some of them undeclared; the recorded addresses stay known.
  return new Map([
    ...old.filter(([address, { kind, id }]) => !gone.has(keyAt({ address, kind, id }))),
    ...[...seen].filter(([address]) => known.has(address)),
  ]);
}

/**
 * Recorded facts, without those whose object is found at another address now. The same id at two addresses
 * would contradict itself.
 */
function withoutRenamed(
  { resources }: Desired,
  seen: ReadonlyMap<string, Known>,
  before: readonly (readonly [string, Known])[],
): readonly (readonly [string, Known])[] {
  const declared = new Set(resources.map(({ address }) => address));
  const keyIn = (address: string, { kind, id }: Known): string => keyAt({ address, kind, id });
  const found = new Set([...seen].map((entry) => keyIn(...entry)));
  return before.filter((entry) => declared.has(entry[0]) || !found.has(keyIn(...entry)));
}

/**
 * Found facts, without an object that the run created for another address. Somebody gave it this name
 * meanwhile. The same id at two addresses would contradict itself.
 */
function withoutCreated(
  seen: readonly (readonly [string, Known])[],
  created: readonly (readonly [string, Known])[],
): ReadonlyMap<string, Known> {
  const known = new Map(seen);
  const creators = new Map(
    created.flatMap(([address, { kind, id }]) =>
      known.get(address)?.id === id ? [[keyAt({ address, kind, id }), address] as const] : [],
    ),
  );
  const isOwn = (address: string, { kind, id }: Known): boolean =>
    (creators.get(keyAt({ address, kind, id })) ?? address) === address;
  return new Map([...known].filter((entry) => isOwn(...entry)));
}

/** The declared addresses that the run created. */
function createdBy({ desired, created = [] }: Applied): readonly (readonly [string, Known])[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  return created.flatMap(({ address, kind, id }) =>
    declared.has(address) ? [[address, { kind, id }] as const] : [],
  );
}

/** The facts that the second plan found. */
function foundIn(applied: Applied): readonly [string, Known][] {
  const { known } = applied.second ?? applied.plan;
  const fieldsOf = fieldsAfter(applied);
  return [...known()].map(([address, live]) => {
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
        return isReached ? [] : [[path, "as kept"]];
      }),
    );
  };
}

/** Hashes of the values that cannot be read back and have reached the platform, by address and field. */
export function sentValues({ desired, plan, sent }: Applied, hash: LastApply["hash"]) {
  const byAddress = new Map<string, Record<string, string>>();
  for (const { address, kind: name, values } of desired.resources) {
    const kind = kinds.find((one) => one.name === name);
    for (const [field, traits] of Object.entries(kind?.fields ?? {})) {
      const value = values[field];
      if (value === undefined || traits.unverifiable?.holds(value) !== true) continue;
      const carries = (step: Step): boolean =>
        step.address === address && isObject(step.body) && Object.hasOwn(step.body, apiName(field, traits));
      if (!plan.document.steps.some(carries) || !sent.some(carries)) continue;
      byAddress.set(address, { ...byAddress.get(address), [field]: hash(value, `${address} ${field}`) });
    }
  }
  return byAddress;
}

/** The steps whose calls reached the platform. */
export function reachedIn(events: readonly ApplyEvent[]): readonly Step[] {
  return events.flatMap((event) => (hasReached(event) ? [event.step] : []));
}

/** Whether the call of an event reached the platform. The processing afterwards may have failed. */
function hasReached(event: ApplyEvent): event is Extract<ApplyEvent, { readonly step: Step }> {
  if (event.type === "step_done") return true;
  return (event.type === "step_failed" || event.type === "step_unknown") && event.wasSent === true;
}
