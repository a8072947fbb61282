import fc from "fast-check";

const roles = ["admin", "create", "review", "edit", "comment", "read"];
const names = { teams: ["team_docs", "team_a", "team_b"], users: ["usr_ana", "usr_li", "usr_bo"] } as const;

/** The things that have access: their key in manifests and seeds, their id, and their path on the platform. */
const owners = [
  { key: "spaces", id: "sp_one", path: "/v1/spaces/sp_one" },
  { key: "collections", id: "col_one", path: "/v1/collections/col_one" },
  { key: "sites", id: "site_one", path: "/v1/orgs/org_acme/sites/site_one" },
] as const;

/** Role by `sort id`. */
export type Entries = Readonly<Record<string, string>>;

const keys = Object.entries(names).flatMap(([sort, ids]) => ids.map((id) => `${sort} ${id}`));
const entries: fc.Arbitrary<Entries> = fc
  .tuple(...keys.map((key) => fc.option(fc.constantFrom(...roles).map((role) => [key, role] as const))))
  .map((drawn) => Object.fromEntries(drawn.filter((one) => one !== null)));
const level = fc.constantFrom("inherit", "read", "edit");

/** The live and the declared entries and level of an owner, and whether entries that are not declared stay. */
export const entriesWorld = fc.record({
  owner: fc.constantFrom(...owners),
  live: entries,
  declared: entries,
  isListed: fc.boolean(),
  liveLevel: level,
  declaredLevel: fc.option(level, { nil: undefined }),
});

export type EntriesWorld = typeof entriesWorld extends fc.Arbitrary<infer World> ? World : never;

function bySort(all: Entries, write: (id: string) => string): object {
  const ofSort = (sort: string) =>
    Object.entries(all).flatMap(([key, role]) => {
      const [own, id = ""] = key.split(" ");
      return own === sort ? [[write(id), role] as const] : [];
    });
  return { teams: Object.fromEntries(ofSort("teams")), users: Object.fromEntries(ofSort("users")) };
}

/** The end, and the fewest calls, by arithmetic of its own: one for each role and sort of entry that comes. */
export function endOfEntries({
  live,
  declared,
  isListed,
  liveLevel,
  declaredLevel = liveLevel,
}: EntriesWorld) {
  const wanted = Object.entries(declared);
  const added = wanted.filter(([key]) => live[key] === undefined);
  const groups = new Set(added.map(([key, role]) => `${key.split(" ")[0]} ${role}`));
  const changed = wanted.filter(([key, role]) => live[key] !== undefined && live[key] !== role);
  const removed = isListed ? [] : Object.keys(live).filter((key) => declared[key] === undefined);
  const leveled = liveLevel === declaredLevel ? 0 : 1;
  return {
    calls: groups.size + changed.length + removed.length + leveled,
    end: { entries: isListed ? { ...live, ...declared } : declared, level: declaredLevel },
  };
}

/** The organization as a seed of the platform. */
export function seedOfEntries({ owner, live, liveLevel }: EntriesWorld): object {
  const own = { access: bySort(live, (id) => id), defaultLevel: liveLevel };
  const members = Object.entries({ ana: "admin", li: "read", bo: "edit" }).map(([name, role]) => ({
    ...{ id: `usr_${name}`, email: `${name}@acme.example`, role },
  }));
  const teams = names.teams.map((id, at) => ({
    ...{ id, title: id, members: at === 0 ? { usr_li: "owner", usr_bo: "member" } : {} },
  }));
  const things = owners.map(({ key, id }) => [
    key,
    [{ title: "One", id, ...(key === owner.key ? own : {}) }],
  ]);
  return {
    organizations: [{ id: "org_acme", title: "Acme", members, teams, ...Object.fromEntries(things) }],
  };
}

/** The manifest that declares what is wanted. */
export function manifestOfEntries({ owner, declared, isListed, declaredLevel }: EntriesWorld): object {
  const one = {
    id: owner.id,
    access: bySort(declared, (id) => `id:${id}`),
    manage: { access: isListed ? "listed" : "exact" },
    ...(declaredLevel === undefined ? {} : { defaultLevel: declaredLevel }),
    ...(owner.key === "sites" ? { title: "One", type: "basic" } : {}),
  };
  return { organization: "acme", [owner.key]: { one } };
}
