import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { foldAlike, mostAlike } from "../fold.ts";
import { namesSentence, type Sentence } from "../safe-text.ts";
import { countedKind, listed } from "../words.ts";
import { factsOf, type MemberFact } from "./field-facts.ts";

/** The text of an alert about one address, or of the whole plan. */
export interface AlertItem {
  readonly address?: string;
  readonly title?: string | undefined;
  readonly said: Sentence;
}

/** Openings come first, then other risks, then people who leave: an output may cut the list at its end. */
export function accessItems(changes: readonly Change[]): readonly AlertItem[] {
  const kept = changes.filter(({ action }) => action !== "delete");
  const risksOf = ({ address, risks: all = [], exposes = [] }: Change, opens: boolean) =>
    all.filter((risk) => exposes.includes(risk) === opens).map((text) => ({ address, said: [{ text }] }));
  return [
    ...kept.flatMap((change) => risksOf(change, true)),
    ...kept.flatMap((change) => risksOf(change, false)),
    ...kept.flatMap(joinerItems),
    ...leaverItems(kept),
  ];
}

/** People who come to a team that gives access, which is there. */
function joinerItems(change: Change): readonly AlertItem[] {
  const { address, action } = change;
  const joiners = entriesThat(change, "joins");
  if (action !== "update" || joiners.length === 0) return [];
  const names = namesSentence(joiners.map((member) => [{ code: member }]));
  const verb = joiners.length === 1 ? "joins" : "join";
  return givesAccess(change).map((text) => ({
    address,
    said: [...names, ` ${verb}, and the team `, { text }],
  }));
}

/** The addresses of changes that open or remove access. Deletes have an alert of their own. */
export function accessChanges({ changes }: PlanDocument): readonly string[] {
  const isRisky = (change: Change): boolean =>
    (change.risks ?? []).length + leavers(change).length + joinerItems(change).length > 0;
  const risky = changes.filter((change) => change.action !== "delete" && isRisky(change));
  return [...new Set(risky.map(({ address }) => address))];
}

/** People who leave many teams have an item for each, which folds by person; of the others, a team has one item. */
function leaverItems(changes: readonly Change[]): readonly AlertItem[] {
  const all = changes.flatMap((change) => leavers(change).map((member) => ({ change, member })));
  const byPerson = foldAlike(all, ({ member }) => member);
  const many = new Set(byPerson.flatMap(([{ member }, ...others]) => (others.length > 0 ? [member] : [])));
  return changes.flatMap((change) => {
    const left = leavers(change);
    const together = left.filter((member) => !many.has(member));
    const groups = [...left.filter((member) => many.has(member)).map((member) => [member]), together];
    return groups
      .filter((group) => group.length > 0)
      .map((group) => ({ address: change.address, said: leaveSentence(group, change) }));
  });
}

function leaveSentence(members: readonly string[], change: Change): Sentence {
  const names = namesSentence(members.map((member) => [{ code: member }]));
  const isAccess = factsOf(change).members.some(({ list }) => list === "access");
  const [all, one, many] = isAccess
    ? ["entries", "loses access", "lose access"]
    : ["people", "leaves", "leave"];
  if (members.length > mostAlike) return [`${members.length} ${all} ${many}: `, ...names];
  return [...names, ` ${members.length === 1 ? one : many}`];
}

/** People who lose their place in a team, unless a risk names them. */
function leavers(change: Change): readonly string[] {
  return entriesThat(change, "leaves").filter(
    (member) => !(change.risks ?? []).some((risk) => risk.includes(member)),
  );
}

function entriesThat(change: Change, does: MemberFact["mark"]): readonly string[] {
  const { members } = factsOf(change);
  return members.filter(({ mark }) => mark === does).map(({ member }) => member);
}

/** How much a team has access to whose people change: `gives access to 14 spaces and 1 site`. */
export function givesAccess({ givesAccess: given = {} }: Change): readonly string[] {
  const counts = Object.entries(given).map(([kind, count]) => countedKind(count, kind));
  return counts.length === 0 ? [] : [`gives access to ${listed(counts)}`];
}
