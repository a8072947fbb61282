import { type Act, type Arrangement, type ArrangementPlan, mapAct, oldMark } from "./arrangement.ts";
import { callsLeft, type Goal, isGoing } from "./calls-left.ts";
import { containersIn, type Forest, rootNumber } from "./forest.ts";
import { type Numbered, numberedOf } from "./numbered.ts";
import { afterAct } from "./search-acts.ts";

/** What comes of acts. */
interface Followed {
  readonly reaches: boolean;
  /** Were there ever an item and the one that comes in its place, and nobody could tell which is which? */
  readonly confuses: boolean;
}

/** Does a plan lead to what is wanted? */
export function reaches(input: Arrangement, { acts, rebuild }: ArrangementPlan): boolean {
  return follow(numberedOf(input, new Set(rebuild)), acts, []).reaches;
}

/** Could a run that breaks off somewhere in a plan leave what nobody can tell apart? */
export function confuses(input: Arrangement, { acts, rebuild }: ArrangementPlan): boolean {
  const numbered = numberedOf(input, new Set(rebuild));
  return follow(numbered, acts, couplesIn(input, numbered)).confuses;
}

/** Two items of one name: the old one, which goes, and the one that comes in its place. */
export type Couple = readonly [old: number, renewed: number];

/** Those of which an old one is there. */
export function couplesIn(input: Arrangement, { goal, names }: Numbered): readonly Couple[] {
  return names.flatMap((name, number): Couple[] => {
    if (!isGoing(goal, number)) return [];
    const renewed = name.endsWith(oldMark) ? name.slice(0, -oldMark.length) : input.renewed?.(name);
    const other = renewed === undefined ? -1 : names.indexOf(renewed);
    return other < 0 ? [] : [[number, other]];
  });
}

function follow(
  { start, goal, names }: Numbered,
  acts: readonly Act[],
  couples: readonly Couple[],
): Followed {
  const numbers = new Map(names.map((name, number) => [name, number]));
  const numbered = acts.map((act) => mapAct(act, (name) => numbers.get(name) ?? rootNumber));
  let isUnclear = false;
  const ends = start.map((forest) =>
    numbered.reduce((before, act) => {
      const after = afterAct(before, act, goal);
      isUnclear ||= couples.some((couple) => areAlike(after, couple, goal));
      return after;
    }, forest),
  );
  return { reaches: ends.every((forest) => callsLeft(forest, goal) === 0), confuses: isUnclear };
}

/**
 * Could nobody tell which of two items of one name is meant, if a run broke off now? One of them is, when it alone
 * stands in the container in which it shall, and that one can be told itself.
 */
export function areAlike(forest: Forest, [old, renewed]: Couple, { containers }: Goal): boolean {
  const now = containersIn(forest);
  if (now[old] === undefined || now[renewed] === undefined) return false;
  const wanted = containers[renewed];
  const isInPlace = (item: number | undefined): boolean =>
    item === rootNumber ||
    (item !== undefined && now[item] === containers[item] && isInPlace(containers[item]));
  return !isInPlace(wanted) || (now[old] === wanted) === (now[renewed] === wanted);
}

/** Most work that is worth an order that visitors like better: acts, each followed at every place. */
const mostFollowed = 2_000_000;

/**
 * Dissolves each holder as late as it can be, so that what moves to another one is in one of them at all times.
 * What is built anew is dissolved first where nobody could tell it from the one that comes in its place, if a run
 * broke off between the two.
 */
export function dissolveLate(input: Arrangement, plan: ArrangementPlan): ArrangementPlan {
  const numbered = numberedOf(input, new Set(plan.rebuild));
  const couples = couplesIn(input, numbered);
  const dissolves = plan.acts.filter(({ type }) => type === "dissolve");
  if (dissolves.length * plan.acts.length ** 2 * numbered.names.length > mostFollowed) return plan;
  const acts = dissolves.reduceRight<readonly Act[]>((all, act) => {
    const others = all.filter((other) => other !== act);
    for (let at = others.length; at >= 0; at--) {
      const moved = [...others.slice(0, at), act, ...others.slice(at)];
      const followed = follow(numbered, moved, couples);
      if (followed.reaches && !followed.confuses) return moved;
    }
    return all;
  }, plan.acts);
  return { ...plan, acts };
}
