import { describe, expect, test } from "vitest";
import { manifest, mutations, project } from "./cli-fixture.ts";
import { planFor, read, simulate } from "./laws/simulation.ts";

const cases: readonly (readonly [string, string, string])[] = [
  ["is demoted", "members:\n  ana@acme.example: { role: edit }\n  li@acme.example: { role: admin }\n", ""],
  [
    "goes, where members are exact,",
    "members:\n  li@acme.example: { role: admin }\nmanage: { members: exact }\n",
    "--allow-deletes 2",
  ],
];

test.each(cases)("nobody who leads %s before who comes after them leads", async (_, members, allowed) => {
  const { docform, platform } = await project(manifest(members), [
    {
      operation: "updateMember",
      calls: 1,
      fault: "answer",
      status: 403,
      body: { error: { code: 403, message: "not allowed" } },
    },
  ]);
  expect(await docform(`apply --yes --concurrency 4 ${allowed}`)).toMatchObject({ code: 5 });
  const touched = mutations(platform).filter((call) => call.includes("usr_ana"));
  expect(touched).toEqual([]);
});

/** What the calls of a plan for people come after, by the id of who they are about; all have a role now. */
async function waits(
  now: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
  targets: readonly string[] = [],
) {
  const members = Object.entries(now).map(([id, role]) => ({ id, email: `${id}@acme.example`, role }));
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", members }] });
  const declared = Object.entries(wanted).map(([id, role]) => [`${id}@acme.example`, { role }]);
  const desired = await read({
    "acme.yaml": { organization: "acme", members: Object.fromEntries(declared) },
  });
  const { steps } = (await planFor(simulation, desired, { targets })).document;
  const names = new Map(steps.map(({ id, params }) => [id, params.userId]));
  return steps.map(({ params, after }) => [params.userId, after.map((id) => names.get(id))]);
}

describe("who loses the lead", () => {
  const exchanged = [
    { ana: "admin", li: "edit" },
    { ana: "edit", li: "admin" },
  ] as const;

  test("waits for who gets it, where nobody else has it", async () => {
    expect(await waits(...exchanged)).toEqual([
      ["li", []],
      ["ana", ["li"]],
    ]);
    expect(await waits(...exchanged, ["members.ana@acme.example"])).toHaveLength(2);
  });

  test("waits for nobody, and a target takes nobody along, where somebody else keeps it", async () => {
    const [now, wanted] = exchanged.map((people) => ({ ...people, boss: "admin" }));
    expect(await waits(now!, wanted!)).toEqual([
      ["ana", []],
      ["li", []],
    ]);
    expect(await waits(now!, wanted!, ["members.ana@acme.example"])).toEqual([["ana", []]]);
  });

  test("waits for one of those who get it, however many there are", async () => {
    const people = (from: string, to: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`p${at}`, at < 3 ? from : to]));
    const all = await waits(people("admin", "edit"), people("edit", "admin"));
    expect(all.map(([, after]) => after)).toEqual([[], ["p3"], ["p3"], ["p3"], [], []]);
  });
});
