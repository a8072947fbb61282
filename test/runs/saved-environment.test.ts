import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { folderWith, mutations, project, twoSteps } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";

// All of them are one organization, so that only the environment tells them apart.
const files = {
  ...twoSteps,
  "docform.yaml":
    "organizations: { acme: { id: org_acme } }\nenvironments:\n  production: { guards: { minAdmins: 1 } }\n  staging: { guards: { minAdmins: 1 } }\n",
};

/** A plan that was saved with these options, and what shows it, in a folder without a project. */
async function saved(options: string) {
  const made = await project(files);
  const { stdout } = await made.docform(`plan --out plan.json ${options}`);
  const file = join(made.folder, "plan.json");
  const shown = (line: string) =>
    runDocform(line.replace("FILE", file).split(" "), { cwd: folderWith({}), env: {} });
  return { ...made, planned: stdout, shown };
}

describe("a saved plan says which environment it is for:", () => {
  test.each(["", "--env production"])("plan %s", async (options) => {
    const { docform, planned, shown } = await saved(options);
    for (const again of ["", options].filter((one, at, all) => all.indexOf(one) === at)) {
      expect(await shown(`show FILE ${again}`.trim())).toEqual({ code: 0, stdout: planned, stderr: "" });
      const comment = await docform(`plan --format markdown ${options}`);
      expect((await shown(`show FILE --format markdown ${again}`.trim())).stdout).toBe(comment.stdout);
      expect((await shown(`graph FILE ${again}`.trim())).code).toBe(0);
    }
    const { environment } = JSON.parse((await shown("show FILE --format json")).stdout) as PlanDocument;
    expect(environment).toBe(options === "" ? undefined : "production");
  });

  test("it is no part of the digest", async () => {
    const { docform } = await saved("");
    const digestOf = async (options: string) => {
      const { stdout } = await docform(`plan --format json ${options}`);
      return (JSON.parse(stdout) as PlanDocument).digest;
    };
    expect(await digestOf("--env production")).toBe(await digestOf(""));
  });
});

describe("a saved plan is of no other environment:", () => {
  const cases = [
    ["", "--env production", "was made without --env", "make a new one with docform plan --env production"],
    ["--env production", "--env staging", "is for the environment production", "give --env production"],
    ["--env production", "--env typo", "is for the environment production", "give --env production"],
  ] as const;
  const commands = ["show FILE", "graph FILE", "apply FILE --yes"];

  test.each(cases.flatMap((one) => commands.map((command) => [command, ...one] as const)))(
    "%s of a plan made with %j, given %s",
    async (command, made, given, message, hint) => {
      const { docform, platform, shown } = await saved(made);
      const isApply = command.startsWith("apply");
      const run = isApply
        ? await docform(`${command.replace("FILE", "plan.json")} ${given}`)
        : await shown(`${command} ${given}`);
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain("error[DF5003]");
      expect(run.stderr).toContain(message);
      expect(run.stderr).toContain(hint);
      expect(mutations(platform)).toEqual([]);
    },
  );

  test("apply takes it with its own environment only", async () => {
    const { docform, platform } = await saved("--env production");
    const without = await docform("apply plan.json --yes");
    expect(without).toMatchObject({ code: 1, stdout: "" });
    expect(without.stderr).toContain("is for the environment production, and no --env was given");
    expect(mutations(platform)).toEqual([]);
    expect(await docform("apply plan.json --yes --env production")).toMatchObject({ code: 0 });
  });
});
