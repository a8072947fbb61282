import { expect, test } from "vitest";
import { line, load } from "../../../test/support/projects/load-manifests.ts";

const postgres = "state: { postgres: {} }\n";

/** The schedule of a project, and what is wrong in it. */
async function scheduleOf(text: string, others = postgres) {
  const { schedule, diagnostics } = await load({
    "docform.yaml": `schedule: ${text}\norganizations: { acme: { id: org_1 } }\n${others}`,
    "manifests/a.yaml": "organization: acme\nteams: {}\n",
  });
  return { schedule, wrong: diagnostics.map(line) };
}

test.each([
  ['"17 * * * *"', postgres],
  ["0 5 * * MON-FRI", `environments: { production: { ${postgres.trim()} } }\n`],
])("schedule: %s", async (text, others) => {
  expect(await scheduleOf(text, others)).toEqual({ schedule: text.replaceAll('"', ""), wrong: [] });
});

test.each([
  ['"17"', "DF1005 docform.yaml:1:11 schedule must be five fields of cron"],
  ['"@hourly"', "DF1005 docform.yaml:1:11 schedule must be five fields of cron"],
  ['"*/5 * * * * *"', "DF1005 docform.yaml:1:11 schedule must be five fields of cron"],
  ['"61 * * * *"', "DF1005 docform.yaml:1:11 schedule is no time of cron: Constraint error, got value 61"],
])("schedule: %s", async (text, wrong) => {
  const found = await scheduleOf(text);
  expect(found.wrong).toHaveLength(1);
  expect(found.wrong[0]).toContain(wrong);
});

test.each(["", "state: local\n", "state: { git: { ref: docform-state } }\n"])(
  "a schedule without workers is a mistake: %j",
  async (others) => {
    const { wrong } = await scheduleOf('"17 * * * *"', others);
    expect(wrong).toEqual([
      "DF1006 docform.yaml:1:11 schedule is for workers, which need the state in PostgreSQL",
    ]);
  },
);
