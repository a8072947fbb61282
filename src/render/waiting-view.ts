import { comparablePerson, organizationOf } from "../model/address.ts";
import type { Waiting } from "../model/documents/waiting.ts";
import { groupBy } from "../model/group-by.ts";
import { type Sentence, terminalText } from "./safe-text.ts";
import { table } from "./text/columns.ts";
import type { Style } from "./text/style.ts";
import { counted, listed } from "./words.ts";

/** Rows of a list before it counts. */
const mostRows = 20;
/** Names in a sentence before it counts. */
const mostNames = 3;

/** Somebody who is waited for, once, with all places that wait. */
interface Person {
  readonly name: string;
  /** The day since when, as far as an apply recorded it. */
  readonly since: string | undefined;
  /** The day on which people were asked, with what for: `invited 2026-01-05`. */
  readonly asked: string | undefined;
  /** Nobody knows whether they are invited: docform may do it. */
  readonly mayInvite: boolean;
  /** Addresses of the organization's members, of teams, and of what they are to have access to. */
  readonly places: readonly string[];
}

type Listed = Pick<Waiting, "address"> & Partial<Waiting>;

function askedOf({ invited, requested }: Listed): string | undefined {
  if (requested !== undefined) return `removal requested from administrators ${requested.slice(0, 10)}`;
  return invited === undefined ? undefined : `invited ${invited.slice(0, 10)}`;
}

/** Each person once, at however many places they wait. */
function peopleIn(waiting: readonly Listed[]): readonly Person[] {
  const groups = groupBy(waiting, ({ address }) => {
    const name = comparablePerson(personAt(address).name);
    return `${organizationOf(address)} ${name}`;
  });
  return [...groups.values()].map((all) => {
    const [{ address: first } = { address: "" }] = all;
    const days = all.flatMap(({ since }) => (since === undefined ? [] : [since.slice(0, 10)])).sort();
    const places = all.map(({ address }) => personAt(address).place);
    const asked = all.flatMap((one) => askedOf(one) ?? [])[0];
    const name = all.find(({ requested }) => requested !== undefined)?.title ?? personAt(first).name;
    return {
      name,
      since: days[0],
      asked,
      mayInvite: all.some(({ mayInvite }) => mayInvite === true),
      places,
    };
  });
}

/** An address that ends in a person: that of a member, or `acme/spaces.api.access.users.li@acme.example`. */
function personAt(address: string): { readonly name: string; readonly place: string } {
  const [, place = address, list, name = address] =
    /^(.*[./])(members|access\.users)\.(.+)$/.exec(address) ?? [];
  const isInOwner = place.endsWith(".");
  return { name, place: isInOwner ? place.slice(0, -1) : `${place}${list ?? ""}` };
}

/** How many people wait; undefined for nobody. */
export function waitingCount(waiting: readonly Waiting[] = []): string | undefined {
  const { length } = peopleIn(waiting);
  return length === 0 ? undefined : `${counted(length, "person", "people")} waiting`;
}

/** `1 person has not joined yet: li@acme.example`, of addresses; empty for nobody. */
export function notJoinedText(addresses: readonly string[] = []): string {
  const people = peopleIn(addresses.map((address) => ({ address }))).map(({ name }) => name);
  if (people.length === 0) return "";
  const more = people.length > mostNames ? [`${people.length - mostNames} more`] : [];
  const shown = listed([...people.slice(0, mostNames).map(terminalText), ...more]);
  return `${people.length === 1 ? "1 person has" : `${people.length} people have`} not joined yet: ${shown}`;
}

/** People who are waited for in one state, for a list with a title. */
interface WaitingList {
  readonly title: string;
  /** Each person with the places that wait. */
  readonly sentences: readonly Sentence[];
}

/** A list for each state that somebody is in, with the next steps in its title. */
export function waitingLists(waiting: readonly Waiting[] = []): readonly WaitingList[] {
  return byState(waiting).map(({ state, people, next }) => ({
    title: `${state.slice(0, 1).toUpperCase()}${[state.slice(1), ...next].join("; ")}`,
    sentences: people.map(personSentence),
  }));
}

function personSentence({ name, since, asked, places }: Person): Sentence {
  return [
    { code: name },
    ...(asked === undefined ? [] : [` ${asked}`]),
    ...(since === undefined || asked !== undefined ? [] : [` since ${since}`]),
    ": ",
    ...places.flatMap((address, at) => [...(at === 0 ? [] : [", "]), { address }]),
  ];
}

/** The people in each state: those who have not joined yet, and those whose removal is only requested. */
function byState(waiting: readonly Waiting[]) {
  const isGoing = ({ requested }: Waiting): boolean => requested !== undefined;
  const coming = peopleIn(waiting.filter((one) => !isGoing(one)));
  const going = peopleIn(waiting.filter(isGoing));
  return [
    { state: "not in the organization yet, and waited for", people: coming, next: nextOf(coming) },
    { state: "still there, as administrators decide on the removal", people: going, next: [] },
  ].filter(({ people }) => people.length > 0);
}

/** All of them for a terminal, and what to do once. */
export function waitingLines(
  waiting: readonly Waiting[] = [],
  { nameOf, style }: { readonly nameOf: (address: string) => string; readonly style: Style },
): readonly string[] {
  return byState(waiting).flatMap(({ state, people, next }) => [
    style.dim(`… ${people.length === 1 ? "1 person is" : `${people.length} people are`} ${state}:`),
    ...[...peopleRows(people, nameOf), ...next].map((row) => `    ${row}`),
  ]);
}

function peopleRows(people: readonly Person[], nameOf: (address: string) => string): readonly string[] {
  const rows = people
    .slice(0, mostRows)
    .map(({ name, since, asked, places }) => [
      terminalText(name),
      asked ?? (since === undefined ? "" : `since ${since}`),
      places.map(nameOf).join(", "),
    ]);
  const more = people.length - rows.length;
  return [...table(rows), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** The next steps for people; none for those who are invited. */
function nextOf(people: readonly Person[]): readonly string[] {
  const open = people.filter(({ asked }) => asked === undefined);
  const others = open.filter(({ mayInvite }) => !mayInvite);
  return [
    ...(others.length < open.length
      ? ["whether they are invited is not known: --invite sends an invitation by mail"]
      : []),
    ...(others.length > 0 ? ["invite them on the platform, or correct the address"] : []),
  ];
}
