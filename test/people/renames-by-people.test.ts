import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, manifest, quietly, settings } from "../support/processes/cli-fixture.ts";

const people = { "ana@acme.example": "owner", "li@acme.example": "member" };

/** Plans a new team with the people of an undeclared one called "Partners", beside so many other undeclared teams. */
async function planBeside(others: number, manage: string) {
  const members = Object.keys(people).map((email) => ({ email, role: "admin" }));
  const teams = [
    { id: "team_partners", title: "Partners", members: people },
    ...Array.from({ length: others }, (_, at) => ({ id: `team_${at}`, title: `Guild of ${at}` })),
  ];
  const { env } = await startTestPlatform({
    organizations: [{ id: "org_acme", title: "Acme", members, teams }],
  });
  const block = `{ title: Alliances, members: ${JSON.stringify(people)} }`;
  const body = `manage: { teams: ${manage} }\nteams:\n  new: ${block}\n`;
  const cwd = folderWith({ "docform.yaml": settings, ...manifest(body) });
  return JSON.parse((await quietly("plan --format json", { cwd, env })).stdout);
}

test.each([
  [0, true],
  [19, true],
  [20, false],
])(
  "a new team with the people of an undeclared one, beside %i others: is it a rename? %s",
  async (others, isFound) => {
    const line = 'previously: "Partners"';
    const listed = await planBeside(others, "listed");
    expect(listed.changes[0].hint).toBe(isFound ? line : undefined);
    const exact = await planBeside(others, "exact");
    const held = exact.guards.filter(({ rule }: { rule: string }) => rule === "probable-rename");
    expect(held.map(({ address }: { address: string }) => address)).toEqual(
      isFound ? ["acme/teams.new"] : [],
    );
  },
);
