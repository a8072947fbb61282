import { expect, test } from "vitest";
import { planFor, read, simulate } from "../laws/harness/simulation.ts";

/** The plan for an organization in which two people have one email but for case. */
async function planned(manifest: object) {
  const person = (id: string, role: string) => ({ id, email: `${id}@acme.example`, role });
  const simulation = simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        members: [person("ana", "admin"), person("sam", "edit"), person("sam_2", "edit")],
        teams: [{ id: "team_docs", title: "Docs", members: { ana: "owner", sam: "member" } }],
      },
    ],
  });
  const { users } = simulation.platform.state;
  users.sam_2!.email = "Sam@acme.example";
  const desired = await read({ "acme.yaml": { organization: "acme", ...manifest } });
  return (await planFor(simulation, desired)).document;
}

const cases: readonly (readonly [string, object, string, string])[] = [
  [
    "one person by two names gets no role",
    { "ana@acme.example": "owner", ana: "member", sam: "member" },
    "ana@acme.example",
    "this is the same person as ana; write them once",
  ],
  [
    "an email that two people have means neither of them",
    { "ana@acme.example": "owner", "sam@acme.example": "owner" },
    "sam@acme.example",
    "2 people have this email: sam, sam_2; write the id of the one who is meant",
  ],
];

test.each(cases)("%s, and nobody who may be meant leaves", async (_, members, key, reason) => {
  const { steps, changes } = await planned({ teams: { docs: { title: "Docs", members } } });
  expect(steps).toEqual([]);
  expect(changes).toMatchObject([{ action: "blocked", address: `acme/teams.docs.members.${key}`, reason }]);
});

test("an email that two people have blocks a rule that asks for them", async () => {
  const rules = [{ rule: "require_specific_reviewers", users: ["sam@acme.example"] }];
  const { steps, changes } = await planned({ settings: { mergeRules: { type: "rules", rules } } });
  expect(steps).toEqual([]);
  expect(changes).toMatchObject([
    { action: "blocked", reason: expect.stringContaining("2 people have this email: sam, sam_2") },
  ]);
});
