import type { Draft } from "./draft.ts";

/**
 * What takes a unique value waits for what gives it up. When those wait in a circle (two sections that swap
 * their paths), one of them goes through a temporary value: one more call for each circle.
 */
export function breakCircles(drafts: readonly Draft[]): readonly Draft[] {
  const givers = new Map<string, string[]>();
  for (const { key, frees } of drafts)
    for (const slot of frees ?? []) givers.set(slot, [...(givers.get(slot) ?? []), key]);
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
      ? [temporary(draft), { ...waiting, after: [...waiting.after, temporaryKey(draft.key)] }]
      : [waiting];
  });
}

/** One key of each circle, so that no circle is left without them. */
function circleHeads(waitsFor: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const heads = new Set<string>();
  const done = new Set<string>();
  const path = new Set<string>();
  const visit = (key: string): void => {
    if (path.has(key)) heads.add(key);
    if (done.has(key) || heads.has(key) || path.has(key)) return;
    path.add(key);
    for (const giver of waitsFor.get(key) ?? []) visit(giver);
    path.delete(key);
    done.add(key);
  };
  for (const key of waitsFor.keys()) visit(key);
  return heads;
}

function temporaryKey(key: string): string {
  return `${key} temporary`;
}

/** The same call with nothing but a value that is free, so that others can take the one it gives up. */
function temporary(draft: Draft): Draft {
  const { takes, releases: _, ...rest } = draft;
  const values = (takes ?? []).map(({ field, value }) => [field, temporaryText(value)]);
  return { ...rest, key: temporaryKey(draft.key), body: Object.fromEntries(values) };
}

function temporaryText(value: string): string {
  return `docform-swap-${value}`.slice(0, 100);
}
