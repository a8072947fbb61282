import { type Draft, sourcesOf } from "./draft.ts";
import { addTo, groupBy } from "./group-by.ts";
import type { JsonObject } from "./json.ts";
import type { MadeUp } from "./made-up-value.ts";

/** Drafts in which no made-up value is in the way, and what had to get another one. */
export interface Apart {
  readonly drafts: readonly Draft[];
  readonly instead: readonly MadeUp[];
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
  const instead: MadeUp[] = [];
  for (const [slot, all] of groupBy(madeUp, (one) => one.slot)) {
    const taker = takers.get(slot) ?? "";
    const before = earlier(byKey, [taker]);
    for (const { by } of all) if (!before.has(by)) wait(by, [taker]);
    const [first, ...others] = all.filter(({ by }) => before.has(by));
    if (first === undefined) continue;
    const keys = [first, ...others].map(({ by }) => by);
    const holding = (givers.get(slot) ?? []).filter((key) => key !== taker);
    if (canWait(byKey, holding, keys)) for (const key of holding) wait(key, keys);
    else {
      wait(taker, [changed(byKey, first, taker)]);
      instead.push(first);
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
  const before = earlier(byKey, keys);
  return holding.every((key) => !before.has(key));
}

/** Gives it the other value, with the call that changes it anyway, where that does not wait for the taker. */
function changed(byKey: Map<string, Draft>, { instead, slot }: MadeUp, taker: string): string {
  const own = byKey.get(instead.key);
  const frees = [...(own?.frees ?? []), slot];
  if (own !== undefined && !earlier(byKey, [own.key]).has(taker)) {
    byKey.set(own.key, { ...own, body: { ...own.body, ...instead.body }, frees });
    return own.key;
  }
  const key = `${instead.key} instead`;
  byKey.set(key, { ...instead, key, frees, after: sourcesOf(instead.params as JsonObject) });
  return key;
}

/** Keys of some calls, and of all that come before them. */
function earlier(byKey: ReadonlyMap<string, Draft>, keys: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const left = [...keys];
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(...(byKey.get(key)?.after ?? []));
  }
  return seen;
}
