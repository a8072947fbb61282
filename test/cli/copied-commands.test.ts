import { expect, test } from "vitest";
import { manifest, mutations, type Project, project, settings } from "../support/processes/cli-fixture.ts";

/** A project whose manifests are of one environment, and name a variable. */
const ofProduction = {
  "docform.yaml":
    "organizations: { acme: { id: org_elsewhere } }\n" +
    "variables: { writers: Writers }\n" +
    "environments:\n  production: { organizations: { acme: { id: org_acme } } }\n",
  ...manifest('teams:\n  docs: { id: team_docs, title: "${var:writers}" }\n  new: { title: New }\n'),
};

const given = "--env production --var writers=Authors";

/** The command that a line of the output proposes, without the name of the program. */
function proposed({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }, before: string) {
  const [, command] = new RegExp(`${before}docform (.*)$`, "m").exec(stdout + stderr) ?? [];
  return command ?? "";
}

function projectOf(files: Readonly<Record<string, string>>): Promise<Project> {
  return project({ "docform.yaml": settings, ...files });
}

test("a command that is printed runs as it is: of the same environment, with the same variables", async () => {
  const { docform, platform } = await projectOf(ofProduction);
  const planned = await docform(`plan ${given}`);
  const apply = proposed(planned, "Apply exactly this: ");
  expect(apply).toMatch(/^apply --expect \w+ --env production --var writers=Authors$/);
  const refused = await docform(apply);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("error[DF5002]") });
  const applied = await docform(proposed(refused, "same command with --yes, or "));
  expect(applied).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error") });
  expect(mutations(platform)).toHaveLength(2);
  const undone = await docform(`${proposed(applied, "Undo it with: ")} --yes`);
  expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining("Undo: 2 done.") });
});

test("a page proposes the command of its environment, without the file of somebody's token", async () => {
  const { docform } = await projectOf(ofProduction);
  const { stdout } = await docform(`plan ${given} --format html`);
  expect(stdout).toMatch(/<code>docform apply --expect \w+ --env production --var writers=Authors<\/code>/);
});

test("the command of a plan asks for what the plan was asked for", async () => {
  const { docform } = await projectOf(
    manifest(
      "openapi:\n  petstore: { source: { text: 'openapi: 3.1.0' } }\nteams:\n  docs: { id: team_docs, title: Docs }\n",
    ),
  );
  await docform("apply --yes");
  const planned = await docform("plan --resend openapi.petstore");
  const apply = proposed(planned, "Apply exactly this: ");
  expect(apply).toContain("--resend openapi.petstore");
  expect(await docform(`${apply} --yes`)).toMatchObject({ code: 0 });
});

test("runs are listed with their environment, and an undo elsewhere says where", async () => {
  const { docform } = await projectOf(ofProduction);
  await docform(`apply --yes ${given}`);
  expect((await docform("runs")).stdout).toMatch(/ apply +production /);
  const refused = await docform("undo");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("error[DF5035]") });
  expect(refused.stderr).toMatch(/in the environment production: docform undo \S+ --env production/);
});

test("a run that did nothing proposes no way back", async () => {
  const { docform } = await project(manifest("teams:\n  new: { title: New }\n"), [
    { operation: "createTeam", fault: "answer", status: 403 },
  ]);
  const run = await docform("apply --yes");
  expect(run.stdout).toContain("Apply: 0 done, 1 failed.");
  expect(run.stdout).toMatch(/^Run \S+\.$/m);
});
