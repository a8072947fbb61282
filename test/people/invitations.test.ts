import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitbookSettings, peopleProject } from "../support/gitbook/people-project.ts";
import type { TestPlatform } from "../support/platform/start-platform.ts";
import { editOn } from "../support/processes/cli-fixture.ts";

const members = (more: string) => `members: { ana@acme.example: { role: admin }${more} }\n`;
const idOf = ({ state }: TestPlatform, email: string) =>
  Object.values(state.users).find((user) => user.email === email)?.id;
const bo = ", bo@acme.example: { role: edit }";

test("who is declared once there is a record is invited once, waits, and joins", async () => {
  const { docform, mails, accept, declare } = await peopleProject(members(""));
  expect((await docform("apply --yes")).code).toBe(0);
  declare(`${members(bo)}teams: { docs: { title: Docs, members: { bo@acme.example: member } } }\n`);
  expect((await docform("plan")).stdout).not.toContain("waited for");
  declare(members(bo));
  const plan = (await docform("plan")).stdout;
  expect(plan).toContain("bo@acme.example");
  expect(plan).toContain("sends a mail to the person");
  expect(mails("bo@acme.example")).toBe(0);
  const applied = await docform("apply --yes");
  expect([applied.code, mails("bo@acme.example")]).toEqual([0, 1]);
  expect(applied.stdout).toContain("has not joined yet: bo@acme.example");
  const again = await docform("plan --detailed-exitcode");
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("invited")]);
  expect((await docform("apply --yes --invite")).code).toBe(0);
  expect(mails("bo@acme.example")).toBe(1);
  expect(accept("bo@acme.example")).toBe(true);
  expect((await docform("plan --detailed-exitcode")).stdout).toContain("No changes");
});

test("without a record nobody knows who is invited: --invite sends", async () => {
  const { docform, mails } = await peopleProject(members(bo));
  expect((await docform("plan")).stdout).toContain("--invite");
  expect((await docform("apply --yes")).code).toBe(0);
  expect((await docform("apply --yes")).code).toBe(0);
  expect(mails("bo@acme.example")).toBe(0);
  expect((await docform("apply --yes --invite")).code).toBe(0);
  expect((await docform("apply --yes --invite")).code).toBe(0);
  expect(mails("bo@acme.example")).toBe(1);
});

test("the journal of a first run that broke off is no record: still only --invite sends", async () => {
  const { docform, folder, mails } = await peopleProject(`${members(bo)}teams: { docs: { title: Docs } }\n`);
  expect((await docform("apply --yes")).code).toBe(0);
  rmSync(join(folder, ".docform/record.json"));
  const [run = ""] = readdirSync(join(folder, ".docform/runs"));
  const journal = join(folder, ".docform/runs", run);
  const lines = readFileSync(journal, "utf8").split("\n");
  writeFileSync(journal, lines.filter((line) => !line.includes('"type":"end"')).join("\n"));
  expect((await docform("plan")).stdout).toContain("--invite");
  expect((await docform("apply --yes")).code).toBe(0);
  expect(mails("bo@acme.example")).toBe(0);
  expect((await docform("apply --yes --invite")).code).toBe(0);
  expect(mails("bo@acme.example")).toBe(1);
});

test("a lost answer is unknown, and nobody gets a second mail", async () => {
  const faults = [{ fault: "reset-after-commit", operation: "inviteMembers", calls: 1 }];
  const { docform, mails } = await peopleProject(members(bo), { faults });
  const { code, stdout } = await docform("apply --yes --invite");
  expect(code).toBe(5);
  expect(stdout).toContain("unknown");
  expect(mails("bo@acme.example")).toBe(1);
  expect((await docform("apply --yes --invite")).code).toBe(0);
  expect(mails("bo@acme.example")).toBe(1);
});

test.each([
  [14, undefined],
  [3, "guards: { inviteAgainAfter: 3 }"],
])("after %i days without joining, a person is invited once more (%s)", async (days, setting) => {
  const { docform, mails, declare, folder } = await peopleProject(members(""));
  if (setting !== undefined)
    writeFileSync(join(folder, "docform.yaml"), gitbookSettings.replace(/guards: .*/, setting));
  const start = 1_800_000_000_000;
  const onDay = (line: string, day: number) => docform(line, { now: () => start + day * 24 * 3_600_000 });
  await onDay("apply --yes", 0);
  declare(members(bo));
  const counts: number[] = [];
  for (const day of [0, days - 0.1, days, days + 1, 2 * days - 0.1, 2 * days + 0.1]) {
    expect(await onDay("apply --yes --invite", day)).toMatchObject({ code: 0 });
    counts.push(mails("bo@acme.example"));
  }
  expect(counts).toEqual([1, 1, 2, 2, 2, 3]);
});

test("who has left is invited by --invite alone, and once", async () => {
  const { docform, mails, platform } = await peopleProject(members(", li@acme.example: { role: edit }"));
  await docform("apply --yes");
  await editOn(platform, ["DELETE", `/orgs/org_acme/members/${idOf(platform, "li@acme.example")}`]);
  expect((await docform("apply --yes")).code).toBe(3);
  for (let run = 0; run < 2; run++) expect((await docform("apply --yes --invite")).code).toBe(0);
  expect(mails("li@acme.example")).toBe(1);
  expect((await docform("plan --detailed-exitcode")).stdout).toContain("invited");
});

test("a saved plan that is applied twice without a record sends its mails once, unless --invite is given again", async () => {
  const { docform, mails, folder } = await peopleProject(members(bo));
  const forgetful = async (line: string): Promise<number> => {
    rmSync(join(folder, ".docform"), { recursive: true, force: true });
    return (await docform(line)).code;
  };
  await docform("plan --invite --out plan.json");
  expect([await forgetful("apply plan.json --yes"), mails("bo@acme.example")]).toEqual([4, 0]);
  expect([await forgetful("apply plan.json --yes --invite"), mails("bo@acme.example")]).toEqual([0, 1]);
  const again = await docform("apply plan.json --yes --invite");
  expect([again.code, again.stderr]).toEqual([4, expect.stringContaining("was invited on")]);
  expect([await forgetful("apply plan.json --yes"), mails("bo@acme.example")]).toEqual([4, 1]);
});

test("a refused invitation fails, its siblings go on, and the next apply sends it", async () => {
  const faults = [
    {
      fault: "answer",
      operation: "inviteMembers",
      calls: 1,
      status: 400,
      body: { error: { message: "no" } },
    },
  ];
  const two = `${bo}, cy@acme.example: { role: read }`;
  const { docform, mails } = await peopleProject(members(two), { faults });
  const sent = () => mails("bo@acme.example") + mails("cy@acme.example");
  const refused = await docform("apply --yes --invite");
  expect([refused.code, sent()]).toEqual([5, 1]);
  expect(refused.stdout).toContain("A second plan is not empty");
  expect((await docform("apply --yes")).code).toBe(0);
  expect([mails("bo@acme.example"), mails("cy@acme.example")]).toEqual([1, 1]);
});

test("by single sign-on a person is there at once, unless another organization has them", async () => {
  const sso = ", cy@acme.example: { sso: true, role: read }, mo@acme.example: { sso: true, role: read }";
  const { docform, mails } = await peopleProject(members(sso));
  const { code, stdout, stderr } = await docform("apply --yes --invite");
  expect(code).toBe(5);
  expect(stdout + stderr).toContain("another organization has this person");
  expect([mails("cy@acme.example"), mails("mo@acme.example")]).toEqual([0, 1]);
  expect((await docform("apply --yes --invite")).code).toBe(0);
  expect(mails("mo@acme.example")).toBe(1);
});

test("undo and a rehearsal send nothing", async () => {
  const { docform, mails, declare } = await peopleProject(members(""));
  await docform("apply --yes");
  declare(members(bo));
  expect((await docform("plan --rehearse")).code).toBe(0);
  expect((await docform("apply --yes --rehearse")).code).toBe(0);
  expect(mails("bo@acme.example")).toBe(1);
  declare(`${members("")}teams: { docs: { title: Docs } }\n`);
  await docform("apply --yes");
  expect((await docform("undo --yes")).stdout).not.toContain("inviteMembers");
  expect(mails("bo@acme.example")).toBe(1);
});

test("a removal that administrators decide on is waited for, and requested once", async () => {
  const exact = "manage: { members: exact }\n";
  const { docform, platform } = await peopleProject(exact + members(""), {
    organization: { removals: "requested" },
  });
  const first = await docform("apply --yes --allow-deletes 1");
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("requested from administrators")]);
  expect(first.stdout).toContain("apart from what administrators decide on, the platform is as");
  expect(first.stdout).not.toContain("everything that was applied is on the platform");
  const again = await docform("plan --detailed-exitcode");
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("requested")]);
  for (const line of ["plan --format markdown", "plan --format html", "drift --format markdown"]) {
    const { stdout } = await docform(line);
    expect(stdout).toContain("Still there, as administrators decide on the removal");
    expect(stdout).not.toContain("Not in the organization yet");
  }
  await docform("apply --yes --allow-deletes 1");
  const requests = platform.takeRequests().filter(({ operation }) => operation === "removeMember");
  expect(requests.map(({ status }) => status)).toEqual([202]);
});
