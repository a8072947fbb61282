import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

const teams = [
  { id: "team_one", title: "One" },
  { id: "team_two", title: "Two" },
];

test("teams that exchange their titles take one call more, as a title is of one team only", async () => {
  const swapped = "teams: { one: { id: team_one, title: Two }, two: { id: team_two, title: One } }\n";
  const { docform, platform } = await peopleProject(swapped, { organization: { teams } });
  const plan = await docform("plan");
  expect(plan.stdout).toContain("3 API calls");
  expect(plan.stdout).not.toContain("links");
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  const { byId } = platform.state.organizations.byId.org_acme?.teams ?? {};
  expect([byId?.team_one?.title, byId?.team_two?.title]).toEqual(["Two", "One"]);
});

test("two teams of one title are one error", async () => {
  const { docform } = await peopleProject("teams: { one: { title: One }, two: { title: One } }\n");
  const { stdout } = await docform("validate");
  expect(stdout.match(/error\[/g)).toHaveLength(1);
  expect(stdout).toContain("give each its own title");
});
