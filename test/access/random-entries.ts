import fc from "fast-check";
import { expect } from "vitest";
import { type Edit, editOn, manifest, mutations, project } from "../support/processes/cli-fixture.ts";

const roles = ["admin", "create", "review", "edit", "comment", "read"];
const names = {
  teams: ["team_docs", "team_twin_a", "team_twin_b"],
  users: ["usr_ana", "usr_li", "usr_bo"],
} as const;

/** Role by `sort id`. */
type Entries = Readonly<Record<string, string>>;

const keys = Object.entries(names).flatMap(([sort, ids]) => ids.map((id) => `${sort} ${id}`));
const entries: fc.Arbitrary<Entries> = fc
  .tuple(...keys.map((key) => fc.option(fc.constantFrom(...roles).map((role) => [key, role] as const))))
  .map((drawn) => Object.fromEntries(drawn.filter((one) => one !== null)));

/** The live and the declared entries, and whether entries that are not declared stay. */
export const cases = fc.record({ live: entries, declared: entries, isListed: fc.boolean() });

type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never;

function ofSort(all: Entries, sort: string): readonly (readonly [string, string])[] {
  return Object.entries(all).flatMap(([key, role]) => {
    const [own, id = ""] = key.split(" ");
    return own === sort ? [[id, role] as const] : [];
  });
}

/** The entries afterwards, and the fewest calls: by a model of its own. */
function expected({ live, declared, isListed }: Case): { readonly end: Entries; readonly calls: number } {
  const wanted = Object.entries(declared);
  const added = wanted.filter(([key]) => live[key] === undefined);
  const groups = new Set(added.map(([key, role]) => `${key.split(" ")[0]} ${role}`));
  const changed = wanted.filter(([key, role]) => live[key] !== undefined && live[key] !== role);
  const removed = isListed ? [] : Object.keys(live).filter((key) => declared[key] === undefined);
  const end = isListed ? { ...live, ...declared } : declared;
  return { end, calls: groups.size + changed.length + removed.length };
}

function written(declared: Entries): string {
  const map = (sort: string): string =>
    ofSort(declared, sort)
      .map(([id, role]) => `id:${id}: ${role}`)
      .join(", ");
  return `{ teams: { ${map("teams")} }, users: { ${map("users")} } }`;
}

/** Applies a case: the entries are as the model says, by the fewest calls, and a second plan is empty. */
export async function holdsFor(drawn: Case): Promise<void> {
  const { live, declared, isListed } = drawn;
  const manage = `manage: { access: ${isListed ? "listed" : "exact"} }`;
  const body = `spaces: { one: { id: sp_one, access: ${written(declared)}, ${manage} } }\n`;
  const acme = await project(manifest(body), [], "gitbook");
  for (const sort of ["teams", "users"])
    for (const [id, role] of ofSort(live, sort)) {
      const give: Edit = ["POST", "/spaces/sp_one/permissions", { role, [sort]: [id] }];
      await editOn(acme.platform, give);
    }
  acme.platform.takeRequests();
  const { code } = await acme.docform("apply --yes --allow-ownerless");
  const sent = mutations(acme.platform);
  const { end, calls } = expected(drawn);
  const { access } = acme.platform.state.spaces.sp_one ?? {};
  const now = Object.entries(access ?? {}).flatMap(([sort, all]) =>
    Object.entries(all).map(([id, role]) => [`${sort} ${id}`, role]),
  );
  expect({ code, calls: sent.length, end: Object.fromEntries(now) }).toEqual({ code: 0, calls, end });
  acme.platform.takeRequests();
  expect((await acme.docform("plan --detailed-exitcode")).code).toBe(0);
}
