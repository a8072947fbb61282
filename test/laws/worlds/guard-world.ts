import fc from "fast-check";
import type { Edition } from "../../../src/contract/edition.ts";
import type { GuardSettings } from "../../../src/planner/guards/guard.ts";
import { anyEdition, asWrittenIn } from "./world.ts";

const people = ["p0", "p1", "p2"];
const email = (name: string): string => `${name}@acme.example`;

/** An organization, and a plan for it that guards may have something to say about. */
export interface GuardWorld {
  readonly edition: Edition;
  /** In the edition gitbook: is the token's user in the access of a space, and does a site get its first access? */
  readonly access: { readonly live: boolean; readonly wanted: boolean; readonly first: boolean };
  /** Do the manifests declare nothing, with teams that are exact? */
  readonly empty: boolean;
  /** May the token only read? */
  readonly reader: boolean;
  /** Of each team: is it declared, and is it protected? */
  readonly teams: readonly ("kept" | "left out" | "renamed" | "absent" | "protected")[];
  /** The owners of the first team, before and afterwards. */
  readonly owner: { readonly live: boolean; readonly wanted: boolean };
  /** Of each person: admin before, and afterwards. */
  readonly admins: readonly { readonly live: boolean; readonly wanted: boolean | "gone" }[];
  readonly links: readonly { readonly live: boolean; readonly wanted: boolean }[];
  readonly settings: GuardSettings;
}

const flips = fc.record({ live: fc.boolean(), wanted: fc.boolean() });

export const guardWorld: fc.Arbitrary<GuardWorld> = fc.record({
  empty: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  reader: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  teams: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant("left out" as const) },
      fc.constantFrom("kept" as const, "renamed" as const, "absent" as const, "protected" as const),
    ),
    { minLength: 1, maxLength: 10 },
  ),
  owner: flips,
  admins: fc.array(fc.record({ live: fc.boolean(), wanted: fc.constantFrom(true, false, "gone" as const) }), {
    minLength: people.length,
    maxLength: people.length,
  }),
  links: fc.array(flips, { maxLength: 3 }),
  settings: fc.record({
    minAdmins: fc.integer({ min: 0, max: 3 }),
    requiredAdmins: fc.subarray(people.map(email)),
    exposure: fc.constantFrom("show" as const, "hold" as const),
  }),
  access: fc.record({ live: fc.boolean(), wanted: fc.boolean(), first: fc.boolean() }),
  edition: anyEdition,
});

/** The organization as it is, and a token that may do everything, or only read. */
export function seedOfGuards({ edition, reader, teams, owner, admins, links, access }: GuardWorld): object {
  const role = (isOwner: boolean): string => (isOwner ? "owner" : "member");
  return {
    tokens: { "docform-admin": { user: email("p0"), rights: reader ? "read" : "admin" } },
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        members: people.map((name, at) => ({
          id: name,
          email: email(name),
          role: admins[at]?.live === true ? "admin" : "read",
        })),
        teams: [
          { title: "First", members: { p0: role(owner.live) } },
          ...teams.map((_, at) => ({ title: `Team ${at}` })),
        ],
        ...(edition === "gitbook"
          ? { spaces: [{ title: "Page", access: { users: access.live ? { p0: "edit" } : {} } }] }
          : {}),
        sites: [
          { title: "Hub", shareLinks: links.map(({ live }, at) => ({ name: `Link ${at}`, active: live })) },
        ],
      },
    ],
  };
}

/** Two organizations, each as a world says, with the same people: a person has one id in all of them. */
export function seedOfBoth(acme: GuardWorld, globex: GuardWorld): object {
  const [first, second] = [acme, globex].map((drawn) => seedOfGuards(drawn) as { organizations: object[] });
  const beside = second?.organizations.map((one) => ({ ...one, id: "org_globex", title: "Globex" })) ?? [];
  return { ...first, organizations: [...(first?.organizations ?? []), ...beside] };
}

/** The manifest of what is wanted. */
export function manifestOfGuards(drawn: GuardWorld): object {
  const { edition, empty, teams, owner, admins, links, access } = drawn;
  const isGitbook = edition === "gitbook";
  const head = { organization: "acme", manage: { teams: "exact" } };
  if (empty) return { ...head, teams: {} };
  const declared = teams.flatMap((how, at) => (how === "left out" ? [] : [[`t${at}`, teamOf(how, at)]]));
  // Sometimes the list names somebody who is not there.
  const others = links.length > 1 ? { [email("stranger")]: "member" } : {};
  const member = ({ wanted }: GuardWorld["admins"][number]): object =>
    wanted === "gone" ? { absent: true } : { role: wanted ? "admin" : "read" };
  const first =
    isGitbook && access.first && admins[1]?.wanted !== "gone" ? { access: { users: { p1: "read" } } } : {};
  return asWrittenIn(edition, {
    ...head,
    ...(isGitbook ? { spaces: { page: pageOf(drawn) } } : {}),
    members: Object.fromEntries(admins.map((one, at) => [email(people[at] ?? ""), member(one)])),
    teams: {
      first: {
        title: "First",
        members: admins[0]?.wanted === "gone" ? others : { p0: owner.wanted ? "owner" : "member" },
      },
      ...Object.fromEntries(declared),
    },
    sites: {
      hub: {
        title: "Hub",
        ...first,
        shareLinks: Object.fromEntries(
          links.map(({ wanted }, at) => [`l${at}`, { name: `Link ${at}`, active: wanted }]),
        ),
      },
    },
  });
}

/** A person who leaves the organization has no entry either. */
function pageOf({ access, admins }: GuardWorld): object {
  const isThere = access.wanted && admins[0]?.wanted !== "gone";
  return { title: "Page", access: { users: isThere ? { p0: "edit" } : {} } };
}

function teamOf(how: "kept" | "renamed" | "absent" | "protected", at: number): object {
  if (how === "renamed") return { title: `Team ${at} renamed` };
  const gone = how === "kept" ? {} : { absent: true };
  return { title: `Team ${at}`, ...gone, ...(how === "protected" ? { protect: true } : {}) };
}
