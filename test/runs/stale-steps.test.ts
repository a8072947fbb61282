import { describe, expect, test } from "vitest";
import { applyWhile } from "../support/processes/apply-while.ts";
import { type Edit, manifest, project } from "../support/processes/cli-fixture.ts";

const teams = manifest(`teams:
  a: { id: team_twin_a, title: First }
  b: { id: team_twin_b, title: Second, members: { ana@acme.example: owner } }
  c: { title: Third, members: { ana@acme.example: owner } }
`);

const stale: readonly (readonly [string, Record<string, string>, readonly Edit[], RegExp, string])[] = [
  [
    "a field that is to be changed",
    teams,
    [["PATCH", "/orgs/org_acme/teams/team_twin_b", { title: "Theirs" }]],
    /the title was "Twin", and is "Theirs" now/,
    "3 done, 2 stale",
  ],
  [
    "the object itself is deleted",
    teams,
    [["DELETE", "/orgs/org_acme/teams/team_twin_b"]],
    /it was there, with the id "team_twin_b", and is gone/,
    "3 done, 2 stale",
  ],
  [
    "what is to be created is made by them",
    teams,
    [["PUT", "/orgs/org_acme/teams", { title: "Third" }]],
    /it was not there, and now the team "\w+" has the title "Third"/,
    "3 done, 1 stale, 1 skipped",
  ],
  [
    "the members of a team",
    teams,
    [["PUT", "/orgs/org_acme/teams/team_twin_b/members", { add: ["li@acme.example"] }]],
    /in members was \(none\), and is "member" now/,
    "3 done, 2 stale",
  ],
];

describe("somebody else changes, while docform runs,", () => {
  test.each(stale)("%s: that step is not sent, the rest is", async (_, files, edits, why, counts) => {
    const acme = await project(files);
    const run = await applyWhile(acme, edits);
    expect(run.code).toBe(5);
    expect(run.stderr).toMatch(/^stale +teams\./m);
    expect(run.stderr).toMatch(why);
    expect(run.stdout).toContain(`Apply: ${counts}.`);
    // The journal knows of every step, also of one that ended before its call.
    expect((await acme.docform("runs")).stdout).toContain(`${counts}  `);
  });

  test("what no step rests on: all is done", async () => {
    const acme = await project(teams);
    const run = await applyWhile(acme, [
      ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Theirs" }],
      ["PUT", "/orgs/org_acme/teams", { title: "Fourth" }],
    ]);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("5 done") });
  });
});
