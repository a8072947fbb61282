import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { type ApplyLine, applyLine } from "../../src/model/documents/apply-document.ts";
import { validateDocument } from "../../src/model/documents/checks/validate-document.ts";
import { driftDocument } from "../../src/model/documents/drift-document.ts";
import { planDocument } from "../../src/model/documents/plan-document.ts";
import { manifest, project, twoSteps } from "../support/processes/cli-fixture.ts";

/** The one document that stdout holds, held against its schema. */
function documentIn<S extends z.ZodType>(schema: S, stdout: string): z.output<S> {
  expect(stdout.endsWith("\n")).toBe(true);
  return schema.parse(JSON.parse(stdout));
}

/** The events that stdout holds, one a line, each held against its schema. */
function eventsIn(stdout: string): readonly ApplyLine[] {
  expect(stdout.endsWith("\n")).toBe(true);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => applyLine.parse(JSON.parse(line)));
}

const wrong = manifest("teams:\n  docs: { titel: Docs }\n");

describe("--format json prints one document of the published form:", () => {
  const documents = [
    { command: "validate", schema: validateDocument },
    { command: "plan", schema: planDocument },
    { command: "drift", schema: driftDocument },
  ] as const;

  test.each(documents)("$command", async ({ command, schema }) => {
    const { docform } = await project(twoSteps);
    const run = await docform(`${command} --format json`);
    documentIn(schema, run.stdout);
    expect(run.stderr).toBe("");
  });

  test.each(documents)("$command, of mistakes in the manifests", async ({ command }) => {
    const { docform } = await project(wrong);
    const run = await docform(`${command} --format json`);
    expect(documentIn(validateDocument, run.stdout)).toMatchObject({
      valid: false,
      diagnostics: [
        { code: "DF1004", severity: "error", source: { file: "manifests/all.yaml", line: 3, column: 11 } },
      ],
    });
    expect(run).toMatchObject({ code: 1, stderr: "" });
  });

  test.each(["plan", "drift"])("%s, of a token that is refused", async (command) => {
    const { docform, platform } = await project(twoSteps);
    const env = { ...platform.env, DOCFORM_TOKEN: "canary-4711-wrong" };
    const run = await docform(`${command} --format json`, { env });
    expect(documentIn(validateDocument, run.stdout)).toMatchObject({
      valid: false,
      diagnostics: [{ code: "DF4002" }],
    });
    expect(run).toMatchObject({ code: 1, stderr: "" });
  });

  test.each(["plan", "drift", "validate"])("%s, of wrong usage", async (command) => {
    const { docform } = await project(twoSteps);
    const run = await docform(`${command} --format json --bogus`);
    expect(documentIn(validateDocument, run.stdout)).toMatchObject({
      valid: false,
      diagnostics: [{ code: "DF5001" }],
    });
    expect(run).toMatchObject({ code: 1, stderr: "" });
  });

  test("the same plan twice is the same bytes", async () => {
    const { docform } = await project(twoSteps);
    expect(await docform("plan --format json")).toEqual(await docform("plan --format json"));
  });
});

describe("apply --format json prints one event a line of the published form:", () => {
  const typesIn = (stdout: string): readonly string[] => eventsIn(stdout).map(({ type }) => type);

  test("of an apply that succeeds", async () => {
    const { docform } = await project(twoSteps);
    const run = await docform("apply --yes --format json --concurrency 1");
    expect(typesIn(run.stdout)).toEqual([
      "version",
      "planned",
      "step_started",
      "step_done",
      "step_started",
      "step_done",
      "summary",
    ]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
  });

  test("of steps that fail", async () => {
    // The platform refuses what its permissions allow: nothing could tell that before.
    const refused = { fault: "answer", status: 403 };
    const faults = ["createTeam", "updateTeam"].map((operation) => ({ operation, ...refused }));
    const { docform } = await project(twoSteps, faults);
    const run = await docform("apply --yes --format json");
    const events = eventsIn(run.stdout);
    expect(events.filter(({ type }) => type === "step_failed")).toMatchObject([
      { status: 403 },
      { status: 403 },
    ]);
    expect(events.at(-1)).toMatchObject({
      type: "summary",
      summary: { done: 0, failed: 2, converged: false },
    });
    expect(run).toMatchObject({ code: 5, stderr: "" });
  });

  const ends = [
    { name: "mistakes in the manifests", files: wrong, line: "--yes", code: 1, says: "DF1004" },
    { name: "nobody to ask", files: twoSteps, line: "", code: 1, says: "DF5002", isPlanned: true },
    { name: "a stale plan", files: twoSteps, line: "--expect 0123456789abcdef", code: 4, says: "DF3006" },
  ];
  test.each(ends)("of an end before any step: $name", async ({ files, line, code, says, isPlanned }) => {
    const { docform } = await project(files);
    const run = await docform(`apply --format json ${line}`);
    const events = eventsIn(run.stdout);
    expect(events.map(({ type }) => type)).toEqual([
      "version",
      ...(isPlanned ? ["planned"] : []),
      "diagnostic",
      "summary",
    ]);
    expect(events.at(-1)?.["@message"]).toMatch(/^Nothing was changed: /);
    expect(events.at(-2)).toMatchObject({
      diagnostic: { code: says, severity: "error", hint: expect.any(String) },
    });
    expect(run).toMatchObject({ code, stderr: "" });
  });

  test("of a plan that a guard holds", async () => {
    const { docform } = await project(
      manifest("teams:\n  docs: { id: team_docs, absent: true, protect: true }\n"),
    );
    const run = await docform("apply --yes --format json");
    expect(eventsIn(run.stdout).slice(-2)).toMatchObject([
      { type: "planned", summary: { held: 1 } },
      {
        type: "summary",
        "@message": "Nothing was changed: held by protect.",
        summary: { notRun: "held", heldBy: ["protect"] },
      },
    ]);
    expect(run).toMatchObject({ code: 3, stderr: "" });
  });

  test("of wrong usage", async () => {
    const { docform } = await project(twoSteps);
    const run = await docform("apply --format=json --bogus");
    expect(eventsIn(run.stdout)).toMatchObject([{ type: "diagnostic", diagnostic: { code: "DF5001" } }]);
  });
});
