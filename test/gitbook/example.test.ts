import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type PlanDocument, planDocument } from "../../src/model/documents/plan-document.ts";
import { get, rows } from "../../src/platform/store/table.ts";
import { editOn, folderWith } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";
import { startExample } from "../support/projects/example-projects.ts";

const folder = join(import.meta.dirname, "../../examples/gitbook");
const absent = ["emil@kestrel.example", "farah@partner.example"];

/** The example on a platform of its own: commands in a new copy of it, or in another folder. */
async function startGitbook() {
  const started = await startExample(folder);
  const { platform, url, env, sleep } = started;
  // Changes count since the last apply, so both have one clock.
  const now = platform.clock;
  const docform = (cwd: string, line: string) => runDocform(line.split(" "), { cwd, env, sleep, now });
  const plan = async (cwd: string): Promise<PlanDocument> =>
    planDocument.parse(JSON.parse((await docform(cwd, "plan --format json")).stdout));
  const invitations = () => rows(platform.state.organizations)[0]?.invitations ?? {};
  const edit = (id: string, body: object) =>
    editOn(started, ["PATCH", `/orgs/org_kestrel/teams/${id}`, body]);
  const teams = () => rows(get(platform.state.organizations, "org_kestrel").teams);
  return { url, docform, plan, invitations, edit, teams, project: copyOfProject(folder) };
}

test("an organization with nothing but people converges, invites each once, is written as manifests, and is taken back by undo", async () => {
  const started = await startGitbook();
  const { url, docform, plan, invitations, project } = started;
  const before = await plan(project);
  expect(await docform(project, "apply --yes --invite")).toMatchObject({ code: 0 });
  expect(await plan(project)).toMatchObject({
    changes: [],
    steps: [],
    waiting: absent.map((email) => ({ address: `kestrel/members.${email}` })),
  });
  expect(await docform(project, "apply --yes")).toMatchObject({ code: 0 });
  expect(Object.values(invitations()).map(({ email, sentAt }) => [email, sentAt.length])).toEqual(
    absent.map((email) => [email, 1]),
  );
  await expectWrittenAgain(docform, url);
  await expectDriftNames("Ana Ruiz", started);

  expect(await docform(project, "undo --yes --allow-deletes 20")).toMatchObject({ code: 0 });
  // A copy without a record plans as on the first day.
  expect((await plan(copyOfProject(folder))).changes).toEqual(before.changes);
});

test("its rule and its test pass, and the test sends no mail", async () => {
  const { docform, project, invitations } = await startGitbook();
  expect(await docform(project, "policy test")).toMatchObject({ code: 0 });
  expect(await docform(project, "test")).toMatchObject({ code: 0, stdout: "1 passed, 0 failed\n" });
  expect(invitations()).toEqual({});
});

/** Drift says who changed a team, and sees it changed back. */
async function expectDriftNames(
  name: string,
  { docform, project, teams, edit }: Awaited<ReturnType<typeof startGitbook>>,
): Promise<void> {
  const support = teams().find(({ title }) => title === "Support");
  await edit(support?.id ?? "", { title: "Help desk" });
  const { code, stdout } = await docform(project, "drift");
  expect([code, stdout]).toEqual([2, expect.stringContaining(`last changed by ${name}`)]);
  await edit(support?.id ?? "", { title: "Support" });
  expect(await docform(project, "drift")).toMatchObject({ code: 0 });
}

/** Manifests that are written of what it made have an empty plan. */
async function expectWrittenAgain(
  docform: Awaited<ReturnType<typeof startGitbook>>["docform"],
  url: string,
): Promise<void> {
  const written = folderWith({});
  const line = `init --from-platform --api gitbook --organization kestrel=org_kestrel --base-url ${url} --ci none`;
  expect(await docform(written, line)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("The plan is empty"),
  });
  expect(await docform(written, "plan --detailed-exitcode")).toMatchObject({ code: 0 });
  const texts = readdirSync(join(written, "manifests")).map((name) =>
    readFileSync(join(written, "manifests", name), "utf8"),
  );
  for (const said of [/access:\s+teams:\s+\S+: (read|edit|admin)/, /defaultLevel: /])
    expect(texts.join()).toMatch(said);
}
