import { expect, test } from "vitest";
import { canary, manifest } from "../support/processes/cli-fixture.ts";
import { pipelineWorld, serviceNames } from "../support/services/pipeline-world.ts";

const before = manifest("teams:\n  docs: { id: team_docs, title: Docs }\n");
const line = (stdout: string, name: string): string =>
  new RegExp(`^\\w+ +${name} +.*$`, "m").exec(stdout)?.[0] ?? "";

test.each(serviceNames)(
  "in a job of %s, doctor checks what the guide asks people to set by hand",
  async (name) => {
    const { repository, platform, run } = await pipelineWorld(name, before);
    const pull = repository.openPull("change");
    const { stdout: bare } = await run("doctor", { pull });
    expect(line(bare, "pins")).toMatch(/^warn .*DOCFORM_STATE is not set/);
    expect(line(bare, "tokens")).toMatch(/^warn .*DOCFORM_TOKEN is in the job of a pull request/);
    expect(line(bare, "owners")).toMatch(/^warn .*no CODEOWNERS/);
    expect(line(bare, "merge")).toMatch(/^warn .*no check is required for a merge into main/);
    repository.rules.needsCheck = true;
    expect(line((await run("doctor", { pull })).stdout, "merge")).toMatch(
      /^warn .*behind main may be merged/,
    );

    repository.rules.needsNewest = true;
    repository.push("change", { ".github/CODEOWNERS": "/docform.yaml @ana\n" });
    const env = { DOCFORM_TOKEN: "", DOCFORM_READ_TOKEN: canary.reader, DOCFORM_STATE: "local" };
    const { stdout, stderr } = await run("doctor", { pull, env });
    expect(stderr).toBe("");
    for (const one of ["pins", "tokens", "owners", "merge"]) expect(line(stdout, one)).toMatch(/^ok /);
    expect(line(stdout, "token")).toContain("from DOCFORM_READ_TOKEN");
    expect(stdout).not.toContain(canary.reader);
    platform.takeRequests();
  },
);

test("what the token of the job may not see is skipped, and says why", async () => {
  const { server, repository, run } = await pipelineWorld("github", before);
  server.fail("/rules/", { status: 403, body: { message: "Resource not accessible by integration" } });
  const { stdout } = await run("doctor", { pull: repository.openPull("change") });
  expect(line(stdout, "merge")).toMatch(/^skipped .*403 Resource not accessible/);
});
