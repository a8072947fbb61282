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
import type { Made } from "../undo/undo-parts.ts";

/** How an apply went, as far as the record asks. */
export interface Applied {
  readonly desired: Desired;
  readonly plan: Plan;
  /** What a plan after the steps found; left out when there is none. */
  readonly second?: Plan | undefined;
  /** The steps whose call the platform has taken. */
  readonly sent: readonly Step[];
  /** What its calls are known to have made. */
  readonly made?: readonly Made[];
  /** It took back what another run did: the manifests say more than it speaks of. */
  readonly isUndo?: boolean;
}

/**
 * What is live of what is declared; without a second plan, what was known before, so that nothing is dropped. What the
 * run made is known by the answers, also where an old list of the second plan does not have it yet.
 */
export function knownAfter(last: LastApply | undefined, applied: Applied): ReadonlyMap<Address, Known> {
  const { desired, plan, second, isUndo = false } = applied;
  const made = madeBy(applied);
  const seen = withoutMade([...made, ...foundIn(applied)], made);
  const before = second === undefined || isUndo ? [...(last?.resources ?? [])] : [];
  const old = before.map(([address, { kind, id }]): [string, Known] => [address, { kind, id }]);
  if (!isUndo) return new Map([...withoutRenamed(desired, seen, old), ...seen]);
  const deleted = plan.document.changes.filter(({ action }) => action === "delete");
  const gone = new Set(deleted.map(keyAt));
  const known = new Set(before.map(([address]) => address));
  // An undo speaks of a few addresses, some of which no manifest has: those of the record count.
  return new Map([
    ...old.filter(([address, { kind, id }]) => !gone.has(keyAt({ address, kind, id }))),
    ...[...seen].filter(([address]) => known.has(address)),
  ]);
}

/** What was known before, without what is found under another key now: an id of two addresses says nothing. */
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
 * Without what was found at one address and made for another, which still has it: somebody gave it the name of the
 * first meanwhile. An id of two addresses says nothing, and the next plan could not warn that a name decides.
 */
function withoutMade(
  seen: readonly (readonly [string, Known])[],
  made: readonly (readonly [string, Known])[],
): ReadonlyMap<string, Known> {
  const known = new Map(seen);
  const makers = new Map(
    made.flatMap(([address, { kind, id }]) =>
      known.get(address)?.id === id ? [[keyAt({ address, kind, id }), address] as const] : [],
    ),
  );
  const isOwn = (address: string, { kind, id }: Known): boolean =>
    (makers.get(keyAt({ address, kind, id })) ?? address) === address;
  return new Map([...known].filter((entry) => isOwn(...entry)));
}

/** What a run made of what is declared. */
function madeBy({ desired, made = [] }: Applied): readonly (readonly [string, Known])[] {
  const declared = new Set(desired.resources.map(({ address }) => address));
  return made.flatMap(({ address, kind, id }) =>
    declared.has(address) ? [[address, { kind, id }] as const] : [],
  );
}

/** What the last plan has found. */
function foundIn(applied: Applied): readonly [string, Known][] {
  const { known } = applied.second ?? applied.plan;
  const fieldsOf = fieldsAfter(applied);
  return [...known()].map(([address, live]) => {
    const fields = fieldsOf(address);
    return [address, { kind: live.kind, id: live.id, ...(fields === undefined ? {} : { fields }) }];
  });
}

/**
 * What both sides agree on after a run. What they differ in stays as it was known, unless the run called the platform for
 * that address: then nobody knows who made it what it is. So it is of what an undo took back, and where no plan tells how
 * the run ended.
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

/** The steps whose calls the platform has taken. */
export function reachedIn(events: readonly ApplyEvent[]): readonly Step[] {
  return events.flatMap((event) => (hasReached(event) ? [event.step] : []));
}

/** Has the platform taken the call? What it did with it afterwards may have gone wrong all the same. */
function hasReached(event: ApplyEvent): event is Extract<ApplyEvent, { readonly step: Step }> {
  if (event.type === "step_done") return true;
  return (event.type === "step_failed" || event.type === "step_unknown") && event.wasSent === true;
}
