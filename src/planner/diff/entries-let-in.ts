import { groupBy } from "../../model/group-by.ts";
import { entryAt, type Membership } from "../../model/membership.ts";
import { type Entry, type EntryDifference, isWider } from "./membership-calls.ts";

/** The number of people behind an entry, where that is known. */
export type PeopleBehind = (entry: Entry) => number | undefined;

/** Whom added entries and wider roles let in, and how many people are behind a team. */
export function whomEntriesLetIn(
  behind: PeopleBehind,
  membership: Membership,
  { added, changed }: EntryDifference,
): readonly string[] {
  if (membership.widestFirst === undefined) return [];
  const wider = changed.filter(({ before, role }) => isWider(membership, before, role));
  const byRole = groupBy([...added, ...wider], ({ role }) => role);
  return [...byRole].map(([role, entries]) => {
    const names = entries.slice(0, mostNamed).map((entry) => whoIs(behind, membership, entry));
    const more = entries.length - names.length;
    const all = more === 0 ? names : [...names, `${more} more`];
    return `${all.join(", ")} ${entries.length === 1 ? "gets" : "get"} "${role}"`;
  });
}

/** Names in one risk; a plan shows every entry beside it. */
const mostNamed = 5;

/** An entry in words: a team with the number of people behind it. */
export function whoIs(behind: PeopleBehind, membership: Membership, entry: Entry): string {
  const { sort, name } = entryAt(membership, entry.name);
  if (sort.isReference !== true) return name;
  const count = behind(entry);
  const people = count === undefined ? "" : ` (${count} ${count === 1 ? "person" : "people"})`;
  return `${sort.of} ${name}${people}`;
}
