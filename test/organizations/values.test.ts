import { expect, test } from "vitest";
import type { ValuesDocument } from "../../src/model/documents/origin-document.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";

const files = {
  "docform.yaml": `organizations: { from: all.csv }
overlays: [layers/tiers, layers/single]
defaults: { site: { protect: true } }
`,
  "all.csv": "alias,id,tier,name\nacme,org_1,gold,Acme\nbeta,org_2,silver,Beta\n",
  "manifests/base.yaml": `organization: beta
teams: {}
---
organizations: { select: {} }
sites: { help: { title: 'Help of \${label:name}', basename: '\${organization}' } }
`,
  "layers/tiers/gold.yaml":
    "organizations: { select: { tier: gold } }\nsites: { help: { visibility: public } }\n",
  "layers/single/acme.yaml": "organizations: [acme]\nsites: { help: { basename: docs } }\n",
};

test("docform values says which layer each value is from, and for whom its document is", async () => {
  const cwd = folderWith(files);
  const lines = async (address: string) => {
    const { stdout, stderr, code } = await runDocform(["values", address], { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    return stdout.split("\n").map((one) => one.replace(/ {2,}/g, " ").trim());
  };
  expect(await lines("acme/sites.help")).toEqual([
    "acme/sites.help manifests/base.yaml:5",
    "",
    'title "Help of Acme" manifests/base.yaml:5 for all organizations, label name (all.csv:2)',
    'basename "docs" layers/single/acme.yaml:2 overlay layers/single, for acme',
    'visibility "public" layers/tiers/gold.yaml:2 overlay layers/tiers, for tier=gold',
    "protect true docform.yaml:3 default",
    "",
  ]);
  expect((await lines("beta/sites.help"))[3]).toBe(
    'basename "beta" manifests/base.yaml:5 for all organizations, organization beta',
  );
});

test("as JSON, layer and organizations are fields of their own", async () => {
  const { stdout } = await runDocform(["values", "acme/sites.help", "--format", "json"], {
    cwd: folderWith(files),
  });
  const { values } = JSON.parse(stdout) as ValuesDocument;
  const visibility = values.find(({ path }) => path === "visibility");
  expect(visibility).toMatchObject({ from: "overlay", layer: "layers/tiers", organizations: "tier=gold" });
});
