import type { Address } from "../../model/address.ts";
import { groupBy } from "../../model/group-by.ts";
import type { StepDraft } from "../state/draft.ts";

type Drafts = ReadonlyMap<string, StepDraft>;

/**
 * Sends what `joins` in the other call of its operation on the same object, unless something has to be done between the
 * two. Example: a section gets a title and goes into a group. A call that shuts people out goes alone, as early as it can.
 */
export function withJoinedCalls(drafts: readonly StepDraft[]): readonly StepDraft[] {
  if (drafts.every(({ joins }) => joins === undefined)) return drafts;
  const all = new Map(drafts.map((draft) => [draft.key, draft]));
  const byAddress = groupBy(drafts, ({ address }): Address => address);
  for (const { key, address } of drafts.filter(({ joins }) => joins === true)) {
    // As they are by now: a call that they wait for may have been joined already.
    const own = byAddress.get(address)?.flatMap((one) => all.get(one.key) ?? []) ?? [];
    const draft = own.find((one) => one.key === key);
    const other = draft && own.find((one) => takes(one, draft));
    if (draft && other && !leadsTo(all, draft, other) && !leadsTo(all, other, draft)) join(all, draft, other);
  }
  return [...all.values()];
}

/** Sends a call in another one, for which all wait that waited for either. */
function join(all: Map<string, StepDraft>, draft: StepDraft, other: StepDraft): void {
  all.delete(draft.key);
  all.set(other.key, joined(other, draft));
  for (const one of all.values()) all.set(one.key, withKey(one, draft.key, other.key));
}

/** Can a call take the body of another one as well? */
function takes(one: StepDraft, { operation, body = {}, key }: StepDraft): boolean {
  const { narrowing = [], body: own } = one;
  if (one.key === key || one.operation.name !== operation.name || own === undefined) return false;
  return narrowing.length === 0 && Object.keys(body).every((name) => !Object.hasOwn(own, name));
}

/** Does one call wait for another one by way of a third? */
function leadsTo(all: Drafts, { after }: StepDraft, { key: goal }: StepDraft): boolean {
  const waiting = after.flatMap(({ key }) => (key === goal ? [] : [key]));
  const seen = new Set(waiting);
  for (const key of seen) {
    if (key === goal) return true;
    for (const before of all.get(key)?.after ?? []) seen.add(before.key);
  }
  return false;
}

function joined(one: StepDraft, other: StepDraft): StepDraft {
  const after = [...one.after, ...other.after].filter(({ key }) => key !== one.key && key !== other.key);
  return { ...one, body: { ...one.body, ...other.body }, after };
}

function withKey(draft: StepDraft, from: string, to: string): StepDraft {
  if (draft.after.every(({ key }) => key !== from)) return draft;
  return { ...draft, after: draft.after.map((one) => (one.key === from ? { ...one, key: to } : one)) };
}
