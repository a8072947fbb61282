import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifest, mutations, project } from "../support/processes/cli-fixture.ts";

const before = manifest("teams:\n  docs: { title: Docs }\n  web: { title: Web }\n");
const exchanged =
  "organization: acme\nteams:\n  docs: { title: Web, previously: Docs }\n  web: { title: Docs, previously: Web }\n";

test("names are exchanged once: the record tells who is who, and without it docform asks instead of guessing", async () => {
  const { docform, folder, platform } = await project(before);
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  writeFileSync(join(folder, "manifests/all.yaml"), exchanged);
  platform.takeRequests();
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(mutations(platform)).toHaveLength(2);
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  rmSync(join(folder, ".docform"), { recursive: true });
  const run = await docform("apply --yes");
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("error[DF3001]: acme/teams.docs fits 2 live objects");
  expect(run.stderr).toMatch(/manifests\/all\.yaml:3:/);
  expect(run.stderr).toContain("write the id of the right one into the manifest");
  expect(mutations(platform)).toEqual([]);
  expect((await docform("explain DF3001")).stdout).toContain("id");
});
