import { expect, test } from "vitest";
import { line, load } from "../../../test/support/projects/load-manifests.ts";

const organizations = [
  "organizations:",
  "  acme: { id: org_1, labels: { ring: canary } }",
  "  press: { id: org_2, labels: { ring: early } }",
  "  labs: { id: org_3 }",
  "",
].join("\n");

/** The waves of a project in words, and what is wrong in its rollout. */
async function rolloutOf(text: string) {
  const { rollout, diagnostics } = await load({
    "docform.yaml": `${organizations}rollout: ${text}\n`,
    "manifests/a.yaml": "organization: acme\nteams: {}\n",
  });
  return {
    waves: rollout?.waves.map(({ name }) => name),
    stopAfter: rollout?.stopAfter,
    wrong: diagnostics.map(line).map((one) => one.replace(/(:5):\d+/, "$1")),
  };
}

test("waves are named, else called by their labels", async () => {
  const waves = "[{ name: first, select: { ring: canary } }, { select: { ring: { not: canary } } }, {}]";
  expect(await rolloutOf(`{ waves: ${waves}, stopAfterFailures: 5% }`)).toEqual({
    waves: ["first", "ring!=canary", "rest"],
    stopAfter: { percent: 5 },
    wrong: [],
  });
  expect((await rolloutOf("{ waves: [{}], stopAfterFailures: 3 }")).stopAfter).toEqual({ count: 3 });
});

test.each([
  ["{}", "DF1006 docform.yaml:5 rollout.waves is missing"],
  ["{ waves: [] }", "DF1005 docform.yaml:5 rollout.waves must not be empty"],
  ["{ waves: [{}, {}] }", 'DF1005 docform.yaml:5 two waves of the rollout are called "rest"'],
  [
    "{ waves: [{ name: all }, { select: { ring: canary } }] }",
    'DF1005 docform.yaml:5 the wave "ring=canary" comes after one that takes all that are left',
  ],
  [
    "{ waves: [{ select: { ring: canary } }] }",
    "DF1005 docform.yaml:5 no wave of the rollout is for labs, press",
  ],
  [
    "{ waves: [{ select: { ring: canery } }, {}] }",
    'DF2021 docform.yaml:5 no organization has the label ring "canery" | did you mean "canary"?',
  ],
  ["{ waves: [{ select: { tier: gold } }, {}] }", 'DF2021 docform.yaml:5 no organization has a label "tier"'],
  ["{ waves: [{}], stopAfterFailures: 0 }", "DF1005 docform.yaml:5 rollout.stopAfterFailures"],
  ["{ waves: [{}], stopAfterFailures: 500% }", "DF1005 docform.yaml:5 rollout.stopAfterFailures"],
])("rollout: %s", async (text, wrong) => {
  const found = (await rolloutOf(text)).wrong;
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(wrong);
});

test("waves of many choices among many organizations are too much", async () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `o${at},org_${at},gold`);
  const values = Array.from({ length: 10_000 }, (_, at) => `v${at}`);
  const { diagnostics } = await load({
    "docform.yaml": `organizations: { from: all.csv }\nrollout: { waves: [{ select: { tier: [${values.join()}] } }, {}] }\n`,
    "all.csv": `alias,id,tier\n${lines.join("\n")}\n`,
    "manifests/a.yaml": "organization: o1\nteams: {}\n",
  });
  expect(diagnostics.map(line)).toEqual([
    "DF1003 docform.yaml:2:1 the project expands to more than 10000000 looks at labels",
  ]);
});
