import { type Arrangement, type ArrangementPlan, root } from "./arrangement.ts";
import { isFixed, isUnseen, oldMark, settle, type Work } from "./settle.ts";

/**
 * Plans the acts that turn one order into another. Every order can be reached: at worst, all that is fixed is
 * built anew. As little as possible is: a group that is built anew gets a new id, so saved calls are no reason.
 */
export function arrange(input: Arrangement): ArrangementPlan {
  const first = attempt(input, new Set());
  // One of those in each other's way may be enough: what it held then stands where it shall.
  const others = first.rebuild.length < 2 ? [] : first.rebuild.map((item) => attempt(input, new Set([item])));
  return others.reduce((best, other) => (costOf(other) < costOf(best) ? other : best), first);
}

/** Groups built anew count for more than any number of calls. */
function costOf({ rebuild, acts }: ArrangementPlan): number {
  return rebuild.length * 1_000_000 + acts.length;
}

/** Tries with these items built anew, and with more of them each time that what moves gets stuck. */
function attempt(input: Arrangement, rebuild: ReadonlySet<string>): ArrangementPlan {
  const work = startOf(input, rebuild);
  dissolveUnwanted(work);
  const stuck = misplaced(work);
  if (stuck.length === 0) {
    for (const container of input.wanted.keys()) if (!work.settled.has(container)) settle(work, container);
    stuck.push(...work.stuck);
  }
  return stuck.length === 0
    ? { acts: work.acts, rebuild: [...rebuild] }
    : attempt(input, new Set([...rebuild, ...stuck]));
}

/** What is to be built anew is an item that is not wanted, beside a new one of the same name. */
function startOf(input: Arrangement, rebuild: ReadonlySet<string>): Work {
  const old = (item: string): string => (rebuild.has(item) ? oldName(item) : item);
  const state = new Map([...input.current].map(([name, items]) => [old(name), items.map(old)]));
  if (!state.has(root)) state.set(root, []);
  const where = new Map([...state].flatMap(([name, items]) => items.map((item) => [item, name] as const)));
  const wanted = new Set([...input.wanted.values()].flat());
  return { input, state, where, wanted, acts: [], settled: new Set(), stuck: new Set() };
}

function oldName(item: string): string {
  return `${item}${oldMark}`;
}

/** What is not wanted goes first: what it holds then stands where others can be put next to it. */
function dissolveUnwanted(work: Work): void {
  for (const item of [...work.where.keys()]) {
    if (!isFixed(work, item) || work.wanted.has(item)) continue;
    const holder = work.where.get(item) ?? root;
    const inner = work.state.get(item) ?? [];
    const outer = work.state.get(holder) ?? [];
    outer.splice(outer.indexOf(item), 1, ...inner);
    for (const child of inner) work.where.set(child, holder);
    work.state.delete(item);
    work.where.delete(item);
    work.acts.push({ type: "dissolve", item });
  }
}

/** Fixed items that are there but cannot stay: in another container, in another order, or behind what is new. */
function misplaced(work: Work): string[] {
  return [...work.input.wanted].flatMap(([container, wanted]) => {
    const standing = work.state.get(container) ?? [];
    const hasMovable = wanted.some((item) => !isFixed(work, item));
    let last = -1;
    let isBehindNew = false;
    return wanted.filter((item) => {
      if (!isFixed(work, item)) return false;
      if (!work.where.has(item)) {
        isBehindNew = true;
        return false;
      }
      if (work.where.get(item) !== container) return true;
      if (isUnseen(work, item)) return false;
      const place = standing.indexOf(item);
      if (isBehindNew || place < last || (hasMovable && work.input.isUnplaced(item))) {
        isBehindNew = true;
        return true;
      }
      last = place;
      return false;
    });
  });
}
