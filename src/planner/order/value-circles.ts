import { addTo } from "../../model/group-by.ts";
import type { Hash } from "../../text/hash.ts";
import { type StepDraft, type UniqueValue, withPrerequisites } from "../state/draft.ts";

/**
 * A call that takes a unique value waits for the call that frees it. Calls that wait in a circle (two sections that
 * swap their paths) need a temporary value for one of them: one more call for each circle.
 */
export function breakCircles(drafts: readonly StepDraft[], hash: Hash): readonly StepDraft[] {
  const givers = new Map<string, string[]>();
  for (const { key, frees } of drafts) for (const slot of frees ?? []) addTo(givers, slot, key);
  const waitsFor = new Map(
    drafts.map(({ key, claims }) => {
      const before = (claims ?? []).flatMap(({ slot }) => givers.get(slot) ?? []);
      return [key, before.filter((giver) => giver !== key)] as const;
    }),
  );
  const broken = circleHeads(waitsFor);
  return drafts.flatMap((draft) => {
    const before = (waitsFor.get(draft.key) ?? []).map((key) => (broken.has(key) ? temporaryKey(key) : key));
    const own = broken.has(draft.key) ? [temporaryKey(draft.key)] : [];
    const waiting = withPrerequisites(draft, [...before, ...own], "unique value");
    return broken.has(draft.key) ? [temporary(draft, hash), waiting] : [waiting];
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
function temporary(draft: StepDraft, hash: Hash): StepDraft {
  const { claims, releases: _, narrows: _narrows, narrowing: _in, widening: _out, ...rest } = draft;
  const values = (claims ?? []).map((taken) => [taken.field, temporaryText(draft.key, taken, hash)]);
  return { ...rest, key: temporaryKey(draft.key), body: Object.fromEntries(values) };
}

/** A cut text gets a hash at its end, so that it differs from others. */
function temporaryText(key: string, { value, maxLength }: UniqueValue, hash: Hash): string {
  const text = `docform-swap-${value}`;
  if (text.length <= maxLength) return text;
  const end = `-${hash(`${key} ${value}`).slice(0, 8)}`;
  return `${cutText(text, maxLength - end.length)}${end}`;
}

/** The beginning of a text in so many UTF-16 units, or one less: no character is cut in two. */
function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
