import type { Draft } from "./draft.ts";

/**
 * What takes a unique value waits for what gives it up. When those wait in a circle (two sections that swap
 * their paths), the first of them goes through a temporary value: one more call for each circle.
 */
export function breakCircles(drafts: readonly Draft[]): readonly Draft[] {
  const givers = new Map<string, string>();
  for (const { key, frees } of drafts) for (const value of frees ?? []) givers.set(value, key);
  const waitsFor = new Map<string, string[]>();
  for (const { key, takes } of drafts) {
    const before = (takes ?? [])
      .flatMap(({ slot }) => givers.get(slot) ?? [])
      .filter((giver) => giver !== key);
    if (before.length > 0) waitsFor.set(key, before);
  }
  const broken = new Set(circleHeads(waitsFor));
  return drafts.flatMap((draft) => {
    const before = (waitsFor.get(draft.key) ?? []).map((key) => (broken.has(key) ? temporaryKey(key) : key));
    const waiting = { ...draft, after: [...draft.after, ...before] };
    return broken.has(draft.key)
      ? [temporary(draft), { ...waiting, after: [...waiting.after, temporaryKey(draft.key)] }]
      : [waiting];
  });
}

/** One key of each circle: the first of it in the plan. */
function circleHeads(waitsFor: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const heads: string[] = [];
  const done = new Set<string>();
  for (const start of waitsFor.keys()) {
    const path: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && !done.has(at) && !path.includes(at)) {
      path.push(at);
      at = waitsFor.get(at)?.[0];
    }
    if (at !== undefined && path.includes(at)) heads.push(at);
    for (const key of path) done.add(key);
  }
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
