import { expect, test } from "vitest";
import { manifest, mutations, project } from "./cli-fixture.ts";

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
