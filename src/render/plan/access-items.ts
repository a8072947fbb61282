import { role } from "../../contract/resource.ts";
import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { foldAlike, mostAlike } from "../fold.ts";
import { namesSentence, type Sentence } from "../safe-text.ts";
import { countedKind, listed, peopleBehindText } from "../words.ts";
import { factsOf, type MemberFact } from "./field-facts.ts";

/** The text of an alert about one address, or of the whole plan. */
export interface AlertItem {
  readonly address?: string;
  readonly title?: string | undefined;
  readonly said: Sentence;
}

/** Openings come first, then other risks, then who loses something: an output may cut the list at its end. */
export function accessItems(changes: readonly Change[]): readonly AlertItem[] {
  const kept = changes.filter(({ action }) => action !== "delete");
  const risksOf = ({ address, risks: all = [], exposes = [] }: Change, opens: boolean) =>
    all.filter((risk) => exposes.includes(risk) === opens).map((text) => ({ address, said: [{ text }] }));
  return [
    ...kept.flatMap((change) => risksOf(change, true)),
    ...kept.flatMap((change) => risksOf(change, false)),
    ...kept.flatMap(joinerItems),
    ...leaverItems(kept),
    ...kept.flatMap(narrowedItems),
  ];
}

/** People who come to a team that gives access, which is there. */
function joinerItems(change: Change): readonly AlertItem[] {
  const { address, action } = change;
  const joiners = entriesThat(change, "joins");
  if (action !== "update" || joiners.length === 0) return [];
  const names = namesSentence(joiners.map(nameOf));
  const verb = joiners.length === 1 ? "joins" : "join";
  return givesAccess(change).map((text) => ({
    address,
    said: [...names, ` ${verb}, and the team `, { text }],
  }));
}

/** The addresses of changes that open or remove access. Deletes have an alert of their own. */
export function accessChanges({ changes }: PlanDocument): readonly string[] {
  const isRisky = (change: Change): boolean => {
    const entries = [...leavers(change), ...narrowed(change)].length;
    return (change.risks ?? []).length + entries + joinerItems(change).length > 0;
  };
  const risky = changes.filter((change) => change.action !== "delete" && isRisky(change));
  return [...new Set(risky.map(({ address }) => address))];
}

/** People who leave many teams have an item for each, which folds by person; of the others, a team has one item. */
function leaverItems(changes: readonly Change[]): readonly AlertItem[] {
  const all = changes.flatMap((change) => leavers(change).map(({ member }) => member));
  const byPerson = foldAlike(all, (member) => member);
  const many = new Set(byPerson.flatMap(([member, ...others]) => (others.length > 0 ? [member] : [])));
  return changes.flatMap((change) => {
    const left = leavers(change);
    const together = left.filter(({ member }) => !many.has(member));
    const alone = left.filter(({ member }) => many.has(member)).map((fact) => leaveSentence([fact], change));
    const more = givesAccess(change).flatMap((text): Sentence => [", and the team ", { text }]);
    const said = together.length === 0 ? alone : [...alone, [...leaveSentence(together, change), ...more]];
    return said.map((one) => ({ address: change.address, said: one }));
  });
}

function leaveSentence(members: readonly MemberFact[], change: Change): Sentence {
  const names = namesSentence(members.map(nameOf));
  const isAccess = factsOf(change).members.some(({ list }) => list === "access");
  const [all, one, many] = isAccess
    ? ["entries", "loses access", "lose access"]
    : ["people", "leaves", "leave"];
  if (members.length > mostAlike) return [`${members.length} ${all} ${many}: `, ...names];
  return [...names, ` ${members.length === 1 ? one : many}`];
}

/** People and teams that keep access with a narrower role: an item for those who go from one role to another. */
function narrowedItems(change: Change): readonly AlertItem[] {
  const groups = groupBy(
    narrowed(change),
    ({ before, after }) => `${roleText(before)} to ${roleText(after)}`,
  );
  return [...groups].map(([roles, facts]) => {
    const verb = facts.length === 1 ? "goes" : "go";
    return {
      address: change.address,
      said: [...namesSentence(facts.map(nameOf)), ` ${verb} from `, { text: roles }],
    };
  });
}

function narrowed(change: Change): readonly MemberFact[] {
  return unnamed(change, "changes").filter(
    ({ list, before, after }) =>
      list === "access" && widestFirst.indexOf(after) > widestFirst.indexOf(before),
  );
}

const widestFirst: readonly MemberFact["after"][] = [...role.options, null];

function roleText(given: MemberFact["after"]): string {
  return given === null ? "no role" : JSON.stringify(given);
}

/** A person, or a team with the number of people in it. */
function nameOf({ member, people }: MemberFact): Sentence {
  return [{ code: member }, peopleBehindText(people)];
}

/** Those who lose their place in a team, or access. */
function leavers(change: Change): readonly MemberFact[] {
  return unnamed(change, "leaves");
}

/** Those to whom something happens that no risk tells. */
function unnamed(change: Change, happens: MemberFact["mark"]): readonly MemberFact[] {
  const words = ` ${(change.risks ?? []).join(" ").replaceAll(",", " ")} `;
  return entriesThat(change, happens).filter(({ member }) => !words.includes(` ${member} `));
}

function entriesThat(change: Change, does: MemberFact["mark"]): readonly MemberFact[] {
  return factsOf(change).members.filter(({ mark }) => mark === does);
}

/** How much a team has access to whose people change: `gives access to 14 spaces and 1 site`. */
export function givesAccess({ givesAccess: given = {} }: Change): readonly string[] {
  const counts = Object.entries(given).map(([kind, count]) => countedKind(count, kind));
  return counts.length === 0 ? [] : [`gives access to ${listed(counts)}`];
}
