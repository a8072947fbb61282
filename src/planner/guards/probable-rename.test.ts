import { expect, test } from "vitest";
import { planFor, read, simulate } from "../../../test/laws/harness/simulation.ts";
import type { LastApply } from "../match/recorded-ids.ts";

const members = ["ana", "li"].map((name) => ({ id: `usr_${name}`, email: `${name}@acme.example` }));
const fake = (): string => "0";

/** The rules that hold a plan for one new team, beside which one undeclared team is live, and the hint that it has. */
async function planOf(
  live: string,
  title: string,
  manage: "exact" | "listed",
  recorded: boolean,
  deletes?: number,
) {
  const teams = [{ id: "team_old", title: live }];
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", members, teams }] });
  const manifest = { organization: "acme", manage: { teams: manage }, teams: { new: { title } } };
  const entries = recorded
    ? [["acme/teams.old", { kind: "team", id: "team_old", unverifiable: {} }] as const]
    : [];
  const lastApply: LastApply = { resources: new Map(entries), hash: fake, seal: fake };
  const scope = { lastApply, allowed: deletes === undefined ? {} : { deletes } };
  const { document } = await planFor(simulation, await read({ "acme.yaml": manifest }), scope);
  const held = document.guards.filter((one) => one.rule === "probable-rename" && one.held);
  return { hint: document.changes.find(({ action }) => action === "create")?.hint, held };
}

test.each([
  ["a near name", "Help Center", "Help Centre", false],
  ["a name that contains the other one", "Status", "Status page", false],
  ["a name that is part of the other one", "Platform team", "Platform", false],
  ["the only block that the record knows to be gone", "Partners", "Alliances", true],
])("%s: the hint names the line, and the delete is held", async (_, live, title, recorded) => {
  const line = `previously: "${live}"`;
  expect(await planOf(live, title, "listed", recorded)).toEqual({ hint: line, held: [] });
  const { hint, held } = await planOf(live, title, "exact", recorded);
  expect([hint, held]).toEqual([
    line,
    [expect.objectContaining({ address: "acme/teams.new", allow: "--allow-deletes 1" })],
  ]);
  for (const word of [`"${live}"`, "team_old", line]) expect(held[0]?.message).toContain(word);
  expect((await planOf(live, title, "exact", recorded, 1)).held).toEqual([]);
});

test("what is not similar, and what no record knows, is no rename", async () => {
  expect(await planOf("Partners", "Alliances", "exact", false)).toEqual({ hint: undefined, held: [] });
});

test("one finding for each new object, whatever it may be", async () => {
  const teams = ["Squad 1", "Squad 2"].map((title, at) => ({ id: `team_${at}`, title }));
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", teams }] });
  const manifest = { organization: "acme", manage: { teams: "exact" }, teams: { new: { title: "Squad 3" } } };
  const { document } = await planFor(simulation, await read({ "acme.yaml": manifest }));
  expect(document.guards.filter(({ rule }) => rule === "probable-rename")).toMatchObject([
    {
      address: "acme/teams.new",
      message:
        'it may be the live team "Squad 1" (team_0) or "Squad 2" (team_1), which this plan deletes; to rename that one, write previously: "Squad 1" or previously: "Squad 2"',
    },
  ]);
});
