import type { Draft } from "../draft.ts";

/**
 * Things that move out of what leaves, to what arrives, wait for each other in a circle when two organizations
 * exchange collections. One of them goes to the root first: one more call for a circle. Undefined when nothing does.
 */
export function stepAside(drafts: readonly Draft[], stuck: readonly Draft[]): readonly Draft[] | undefined {
  const byKey = new Map(stuck.map((draft) => [draft.key, draft]));
  const mover = stuck.find(
    (draft) => draft.aside !== undefined && letsGo(draft, stuck) && isInCircle(draft, byKey),
  );
  const aside = mover?.aside;
  if (mover === undefined || aside === undefined) return undefined;
  const { aside: _, ...rest } = mover;
  return drafts.flatMap((draft) => {
    if (draft === mover) return [aside, { ...rest, after: [...rest.after, aside.key] }];
    if (draft.deletes === undefined || !draft.after.includes(mover.key)) return [draft];
    return [{ ...draft, after: draft.after.map((key) => (key === mover.key ? aside.key : key)) }];
  });
}

/** Does something wait for it to be out, so that it can leave? */
function letsGo({ key }: Draft, stuck: readonly Draft[]): boolean {
  return stuck.some(({ deletes, after }) => deletes !== undefined && after.includes(key));
}

function isInCircle(start: Draft, byKey: ReadonlyMap<string, Draft>): boolean {
  const seen = new Set<string>();
  const left = [...start.after];
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    if (key === start.key) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(...(byKey.get(key)?.after ?? []));
  }
  return false;
}
