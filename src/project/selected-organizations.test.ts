import { expect, test } from "vitest";
import { load } from "../../test/support/projects/load-manifests.ts";
import { readRequirement } from "../model/labels.ts";
import { selectUnits } from "./units.ts";

const files = {
  "docform.yaml": `organizations:
  acme: { id: org_1, labels: { tier: gold, region: eu } }
  beta: { id: org_2, labels: { tier: silver } }
  core: { id: org_3, labels: { tier: gold } }
  idle: { id: org_4, labels: { tier: bronze } }
`,
  "manifests/a.yaml": "organizations: [acme, beta, core]\nteams: { docs: { title: Docs } }\n",
};

async function chosen(selects: readonly string[], target: readonly string[] = []) {
  const select = selects.flatMap((text) => readRequirement(text) ?? []);
  const { units, isSeveral } = selectUnits(await load(files), { select, target });
  expect(isSeveral).toBe(true);
  return units.map(({ name, targets = [] }) => [name, ...targets].join(" "));
}

test.each<[readonly string[], readonly string[], readonly string[]]>([
  [["tier=gold"], [], ["acme", "core"]],
  [["tier=gold,silver", "region!=eu"], [], ["beta", "core"]],
  [["tier!=gold"], [], ["beta"]],
  [["tier=gold"], ["beta", "core/teams.docs"], ["core core/teams.docs"]],
])("--select %j --target %j chooses %j", async (select, target, expected) => {
  expect(await chosen(select, target)).toEqual(expected);
});

test.each<[string, readonly string[], readonly string[], string]>([
  ["a label that nobody has", ["teir=gold"], [], '--select: no organization has a label "teir"'],
  ["a value that nobody has", ["tier=gild"], [], '--select: no organization has the label tier "gild"'],
  [
    "labels that fit nobody together",
    ["tier=silver", "region=eu"],
    [],
    "--select: no organization fits tier=silver region=eu",
  ],
  ["labels of one without manifests", ["tier=bronze"], [], "--select: no organization fits tier=bronze"],
  [
    "labels and another target",
    ["tier=silver"],
    ["acme"],
    "--select: no organization of --target fits tier=silver",
  ],
])("%s are an error, and not nothing to do", async (_, select, target, says) => {
  await expect(chosen(select, target)).rejects.toThrow(says);
});
