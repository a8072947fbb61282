import { addTo } from "../../model/group-by.ts";
import { startOf } from "../diff/long-text.ts";
import type { Draft, UniqueValue } from "../draft.ts";
import type { Hash } from "../preconditions/plan-digest.ts";

/**
 * What takes a unique value waits for what gives it up. When those wait in a circle (two sections that swap
 * their paths), one of them goes through a temporary value: one more call for each circle.
 */
export function breakCircles(drafts: readonly Draft[], hash: Hash): readonly Draft[] {
  const givers = new Map<string, string[]>();
  for (const { key, frees } of drafts) for (const slot of frees ?? []) addTo(givers, slot, key);
  const waitsFor = new Map(
    drafts.map(({ key, takes }) => {
      const before = (takes ?? []).flatMap(({ slot }) => givers.get(slot) ?? []);
      return [key, before.filter((giver) => giver !== key)] as const;
    }),
  );
  const broken = circleHeads(waitsFor);
  return drafts.flatMap((draft) => {
    const before = (waitsFor.get(draft.key) ?? []).map((key) => (broken.has(key) ? temporaryKey(key) : key));
    const waiting = { ...draft, after: [...draft.after, ...before] };
    return broken.has(draft.key)
      ? [temporary(draft, hash), { ...waiting, after: [...waiting.after, temporaryKey(draft.key)] }]
      : [waiting];
  });
}

/** One key of each circle, so that no circle is left without them. With a stack: chains are as long as plans. */
function circleHeads(waitsFor: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const heads = new Set<string>();
  const done = new Set<string>();
  const path = new Map<string, Iterator<string>>();
  const stack: string[] = [];
  const enter = (key: string): void => {
    if (path.has(key)) heads.add(key);
    else if (!done.has(key)) {
      path.set(key, (waitsFor.get(key) ?? [])[Symbol.iterator]());
      stack.push(key);
    }
  };
  for (const start of waitsFor.keys()) {
    enter(start);
    for (let key = stack.at(-1); key !== undefined; key = stack.at(-1)) {
      const giver = path.get(key)?.next();
      if (giver?.done === false) enter(giver.value);
      else {
        path.delete(key);
        done.add(key);
        stack.pop();
      }
    }
  }
  return heads;
}

function temporaryKey(key: string): string {
  return `${key} temporary`;
}

/** The same call with nothing but a value that is free, so that others can take the one it gives up. */
function temporary(draft: Draft, hash: Hash): Draft {
  const { takes, releases: _, narrows: _narrows, widens: _widens, ...rest } = draft;
  const values = (takes ?? []).map((taken) => [taken.field, temporaryText(draft.key, taken, hash)]);
  return { ...rest, key: temporaryKey(draft.key), body: Object.fromEntries(values) };
}

/** What is cut off would tell it from others: a hash does so instead. */
function temporaryText(key: string, { value, maxLength }: UniqueValue, hash: Hash): string {
  const text = `docform-swap-${value}`;
  if (text.length <= maxLength) return text;
  const end = `-${hash(`${key} ${value}`).slice(0, 8)}`;
  return `${startOf(text, maxLength - end.length)}${end}`;
}
