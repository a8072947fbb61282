import { slugOf, uniqueSlug } from "../store/slug.ts";
import type { State } from "../store/state.ts";
import { entry } from "../store/table.ts";
import { toIso, toMilliseconds } from "../store/time.ts";

/** A problem of a seed with its path: `organizations.0.teams.2.members`. */
export interface SeedProblem {
  readonly path: string;
  readonly message: string;
}

/** A seed on its way to a state. Mistakes are collected, so that all are shown at once. */
export interface SeedBuild {
  readonly state: State;
  /** Start of the clock, ISO 8601. */
  readonly now: string;
  readonly problems: SeedProblem[];
  /** All ids written in the seed. No generated id equals one of them. */
  readonly written: ReadonlySet<string>;
  /** Ids given so far. */
  readonly used: Set<string>;
  /** User ids by email in lower case. */
  readonly usersByEmail: Map<string, string>;
}

/** Notes a mistake. */
export function problem(build: SeedBuild, path: string, message: string): void {
  build.problems.push({ path, message });
}

/** A written time in UTC; the start of the clock by default. */
export function timeOf(build: SeedBuild, time: string | undefined): string {
  return time === undefined ? build.now : toIso(toMilliseconds(time));
}

/** A minute before the start: processing that began then has ended at the start (A36). */
export function beforeStart({ now }: SeedBuild): string {
  return toIso(toMilliseconds(now) - 60_000);
}

/** The id of a user in the seed, by email or id; a problem when there is none. */
export function personIn(build: SeedBuild, person: string, path: string): string {
  const user = entry(build.state.users, person)?.id ?? build.usersByEmail.get(person.toLowerCase());
  if (user === undefined) problem(build, path, `there is no person ${person} in the seed`);
  return user ?? person;
}

/** The written id, or a readable one from the title: `team_docs`, `team_docs-2`. */
export function idFor(
  build: SeedBuild,
  path: string,
  prefix: string,
  title: string,
  given: string | undefined,
): string {
  if (given !== undefined && build.used.has(given))
    problem(build, `${path}.id`, `two objects have the id ${given}`);
  const isTaken = (id: string) => build.written.has(id) || build.used.has(id);
  const id = given ?? uniqueSlug(`${prefix}_${readable(title)}`, isTaken);
  build.used.add(id);
  return id;
}

function readable(title: string): string {
  return slugOf(title, "x").replaceAll(/[^a-z0-9-]/g, "") || "x";
}

/** Every `id` that is written in the seed. */
export function writtenIds(data: unknown, ids = new Set<string>()): Set<string> {
  if (typeof data !== "object" || data === null) return ids;
  for (const [key, value] of Object.entries(data)) {
    if (key === "id" && typeof value === "string") ids.add(value);
    else writtenIds(value, ids);
  }
  return ids;
}

/** The first number for new ids that does not clash with an id of the seed. */
export function firstNumber(ids: Iterable<string>): number {
  let last = 0;
  for (const id of ids) last = Math.max(last, Number(/_(\d{1,12})$/.exec(id)?.[1] ?? 0));
  return last + 1;
}
