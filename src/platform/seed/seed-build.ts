import { entry } from "../store/records.ts";
import { slugOf, uniqueSlug } from "../store/slug.ts";
import type { State } from "../store/state.ts";
import { toIso, toMilliseconds } from "../store/time.ts";

/** What is wrong with a seed, and where: `organizations.0.teams.2.members`. */
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
  /** Ids that are written anywhere in the seed: no id that is made up takes one. */
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

/** A time that is written, in UTC; the start of the clock when it is left out. */
export function timeOf(build: SeedBuild, time: string | undefined): string {
  return time === undefined ? build.now : toIso(toMilliseconds(time));
}

/** A minute before the start: what the platform works on from then has ended when it starts (A36). */
export function beforeStart({ now }: SeedBuild): string {
  return toIso(toMilliseconds(now) - 60_000);
}

/** The user id of somebody in the seed, by email or id; a mistake when there is nobody. */
export function personIn(build: SeedBuild, person: string, path: string): string {
  const user = entry(build.state.users, person)?.id ?? build.usersByEmail.get(person.toLowerCase());
  if (user === undefined) problem(build, path, `there is no person ${person} in the seed`);
  return user ?? person;
}

/** The id that is written, or a readable one made from a title: `team_docs`, `team_docs-2`. */
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

/** First number that new ids can take without meeting one of the seed. */
export function firstNumber(ids: Iterable<string>): number {
  let last = 0;
  for (const id of ids) last = Math.max(last, Number(/_(\d{1,12})$/.exec(id)?.[1] ?? 0));
  return last + 1;
}

/** Values that come more than once. */
export function repeated(values: readonly (string | undefined)[]): string[] {
  const seen = new Set<string>();
  const twice = values.filter((value) => value !== undefined && (seen.has(value) || !seen.add(value)));
  return [...new Set(twice)].filter((value) => value !== undefined);
}
