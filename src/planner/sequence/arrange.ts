import { type Arrangement, type ArrangementPlan, isUnseen, oldMark, root } from "./arrangement.ts";
import { callsLeft } from "./calls-left.ts";
import { confuses, dissolveLate, reaches } from "./follow-acts.ts";
import { costs, leastActs } from "./least-acts.ts";
import { narrow, widen } from "./narrow.ts";
import { withoutNeedless } from "./needless-moves.ts";
import { numberedOf } from "./numbered.ts";
import { isFixed, settle, type Work } from "./settle.ts";

/**
 * Plans the acts that turn one order into another. Every order can be reached: at worst, all that is fixed is
 * built anew. As little as possible is: a group that is built anew gets a new id, so saved calls are no reason.
 * A plan by rules is good, and often has no more calls than must be; else a search finds the least, where the part
 * that changes is small enough.
 */
export function arrange(input: Arrangement): ArrangementPlan {
  const first = attempt(input, new Set());
  const isFixedHere = [...input.current.values(), ...input.wanted.values()].some((items) =>
    items.some(input.isFixed),
  );
  if (!isFixedHere) return first;
  if (isLeast(input, first)) return dissolveLate(input, first);
  const best = dissolveLate(input, searched(input) ?? byRules(input, first));
  return confuses(input, best) ? clearer(input, best) : best;
}

/** A plan that costs no more, and leaves nothing unclear wherever it breaks off; the given one when there is none. */
function clearer(input: Arrangement, best: ArrangementPlan): ArrangementPlan {
  const clear = searched(input, true);
  return clear === undefined || costs(input, clear, best) > 0 ? best : dissolveLate(input, clear);
}

/** Has it no more calls than each item by itself needs? */
function isLeast(input: Arrangement, { acts, rebuild }: ArrangementPlan): boolean {
  if (rebuild.length > 0) return false;
  const { start, goal } = numberedOf(input, new Set());
  return start.some((forest) => callsLeft(forest, goal) === acts.length);
}

function searched(input: Arrangement, isClear = false): ArrangementPlan | undefined {
  const narrowed = narrow(input);
  const found = leastActs(narrowed.input, isClear);
  const plan = found === undefined ? undefined : widen(found, narrowed);
  return plan !== undefined && reaches(input, plan) ? withoutNeedless(input, plan) : undefined;
}

/** Of holders that are in each other's way, to build one anew may be enough: what it held then stands where it shall. */
function byRules(input: Arrangement, first: ArrangementPlan): ArrangementPlan {
  const few = first.rebuild.length < 2 ? [] : first.rebuild.slice(0, mostTried);
  const others = few.map((item) => attempt(input, new Set([item])));
  return others.reduce((best, other) => (costs(input, other, best) < 0 ? other : best), first);
}

/** Holders that are tried, each as the first that is built anew. */
const mostTried = 8;

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
      if (isUnseen(work.input, item)) return false;
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
