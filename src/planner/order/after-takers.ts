import { addTo, groupBy } from "../../model/group-by.ts";
import type { JsonObject } from "../../text/json.ts";
import { type Draft, sourcesOf } from "../draft.ts";
import type { MadeUp, OtherValue } from "./made-up-value.ts";

/** Drafts in which no made-up value is in the way, and what had to get another one. */
export interface Apart {
  readonly drafts: readonly Draft[];
  readonly instead: readonly OtherValue[];
}

/**
 * What keeps a value that the platform makes up comes after the call that takes that value, and so gets another one.
 * Where that call has to wait for it, what has the value until then gives it up only afterwards. Where nothing has it, or
 * that cannot be either, it is given another value: one more call, unless one changes it anyway.
 */
export function afterTakers(drafts: readonly Draft[], madeUp: readonly MadeUp[]): Apart {
  if (madeUp.length === 0) return { drafts, instead: [] };
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const takers = new Map<string, string>();
  const givers = new Map<string, string[]>();
  for (const { key, takes, frees } of drafts) {
    for (const { slot } of takes ?? []) takers.set(slot, key);
    for (const slot of frees ?? []) addTo(givers, slot, key);
  }
  const wait = (key: string, before: readonly string[]): void => {
    const draft = byKey.get(key);
    if (draft !== undefined) byKey.set(key, { ...draft, after: [...draft.after, ...before] });
  };
  const instead: OtherValue[] = [];
  for (const [slot, all] of groupBy(madeUp, (one) => one.slot)) {
    const taker = takers.get(slot) ?? "";
    const before = earlier(byKey, [taker], new Set(all.map(({ by }) => by)));
    for (const { by } of all) if (!before.has(by)) wait(by, [taker]);
    const [first, ...others] = all.filter(({ by }) => before.has(by));
    if (first === undefined) continue;
    const keys = [first, ...others].map(({ by }) => by);
    const holding = (givers.get(slot) ?? []).filter((key) => key !== taker);
    if (canWait(byKey, holding, keys)) for (const key of holding) wait(key, keys);
    else {
      const other = first.other();
      wait(taker, [changed(byKey, other.instead, slot, taker)]);
      instead.push(other);
    }
  }
  return { drafts: [...byKey.values()], instead };
}

/** Can all that has a value wait for some calls? What is new itself has it only for a while. */
function canWait(
  byKey: ReadonlyMap<string, Draft>,
  holding: readonly string[],
  keys: readonly string[],
): boolean {
  const isNew = (key: string): boolean => byKey.get(key)?.isNew === true;
  if (holding.length === 0 || holding.some(isNew)) return false;
  return earlier(byKey, keys, new Set(holding)).size === 0;
}

/** Gives it the other value, with the call that changes it anyway, where that does not wait for the taker. */
function changed(byKey: Map<string, Draft>, instead: Draft, slot: string, taker: string): string {
  const own = byKey.get(instead.key);
  const frees = [...(own?.frees ?? []), slot];
  if (own !== undefined && earlier(byKey, [own.key], new Set([taker])).size === 0) {
    byKey.set(own.key, { ...own, body: { ...own.body, ...instead.body }, frees });
    return own.key;
  }
  const key = `${instead.key} instead`;
  byKey.set(key, { ...instead, key, frees, after: sourcesOf(instead.params as JsonObject) });
  return key;
}

/** Which of the calls that are asked for are some calls, or come before them. The nearest are looked at first. */
function earlier(
  byKey: ReadonlyMap<string, Draft>,
  keys: readonly string[],
  asked: ReadonlySet<string>,
): ReadonlySet<string> {
  const seen = new Set(keys);
  const found = new Set<string>();
  for (const key of seen) {
    if (asked.has(key)) found.add(key);
    if (found.size === asked.size) break;
    for (const before of byKey.get(key)?.after ?? []) seen.add(before);
  }
  return found;
}
