import { slugOf, uniqueSlug } from "../../text/slug.ts";
import type { State } from "../store/state.ts";
import { add, entry, find, type Table } from "../store/table.ts";
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

/** A place in a seed that is being built, such as `organizations.0.teams.2`. */
export class SeedPlace {
  readonly build: SeedBuild;
  readonly path: string;

  constructor(build: SeedBuild, path: string) {
    this.build = build;
    this.path = path;
  }

  get state(): State {
    return this.build.state;
  }

  /** Start of the clock. */
  get now(): string {
    return this.build.now;
  }

  /** A minute before the start: processing that began then has ended at the start (A36). */
  get beforeStart(): string {
    return toIso(toMilliseconds(this.now) - 60_000);
  }

  /** A place inside this one. */
  at(key: string | number): SeedPlace {
    return new SeedPlace(this.build, this.path === "" ? String(key) : `${this.path}.${key}`);
  }

  /** The result for each item of a list in this place. */
  each<Item, Result>(
    key: string,
    items: readonly Item[] | undefined,
    build: (place: SeedPlace, item: Item) => Result,
  ): Result[] {
    const list = this.at(key);
    return (items ?? []).map((item, index) => build(list.at(index), item));
  }

  /** Notes a mistake. */
  problem(message: string): void {
    this.build.problems.push({ path: this.path, message });
  }

  /** A written time in UTC; the start of the clock by default. */
  time(written: string | undefined): string {
    return written === undefined ? this.now : toIso(toMilliseconds(written));
  }

  /** The id of a user in the seed, by email or id; a problem when there is none. */
  person(written: string): string {
    const user = entry(this.state.users, written)?.id ?? this.build.usersByEmail.get(written.toLowerCase());
    if (user === undefined) this.problem(`there is no person ${written} in the seed`);
    return user ?? written;
  }

  /** The written id, or a readable one from the title: `team_docs`, `team_docs-2`. */
  id(prefix: string, title: string, written: string | undefined): string {
    const { used } = this.build;
    if (written !== undefined && used.has(written))
      this.at("id").problem(`two objects have the id ${written}`);
    const readable = slugOf(title, "x").replaceAll(/[^a-z0-9-]/g, "") || "x";
    const isTaken = (id: string) => this.build.written.has(id) || used.has(id);
    const id = written ?? uniqueSlug(`${prefix}_${readable}`, isTaken);
    used.add(id);
    return id;
  }
}

/** Adds a row, unless its id is there: then the second one is a problem already. */
export function addOnce<T extends { readonly id: string }>(table: Table<T>, row: T): void {
  if (find(table, row.id) === undefined) add(table, row);
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
