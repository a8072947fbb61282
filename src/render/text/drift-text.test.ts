import { expect, test } from "vitest";
import { expectGolden } from "../../../test/golden.ts";
import { hostile } from "../../../test/plan-fixture.ts";
import { type DriftDocument, type Drifted, driftDocument } from "../../model/documents/drift-document.ts";
import { renderJson } from "../json/json-text.ts";
import { renderDriftText } from "./drift-text.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);
const inStep: DriftDocument = { formatVersion: 1, drifted: [], unmanaged: [], missing: [], inStep: 409 };
const source = (file: string, line: number) => ({
  source: { file: `manifests/${file}.yaml`, line, column: 3 },
});

const drifted: readonly Drifted[] = [
  {
    address: "acme/sites.developer-hub",
    kind: "site",
    fields: [
      { path: "title", desired: "Developer Hub", live: hostile.bidi, attribution: "both" },
      {
        path: "description",
        desired: "One\nTwo\nThree\n",
        live: "One\n2\nThree\n",
        attribution: "manifests",
      },
    ],
    attribution: "both",
    impact: "low",
    ...source("sites", 14),
  },
  {
    address: "acme/teams.docs",
    kind: "team",
    fields: [
      { path: "members.max@acme.example", desired: "member", live: "owner", attribution: "platform" },
      { path: "members.eve@acme.example", live: "member", attribution: "platform" },
    ],
    attribution: "platform",
    impact: "high",
    ...source("teams", 4),
  },
  {
    address: "acme/sites.hub.shareLinks.old",
    kind: "shareLink",
    fields: [],
    attribution: "unknown",
    impact: "high",
    ...source("sites", 41),
  },
];

const everything: DriftDocument = {
  ...inStep,
  drifted: [...drifted],
  unmanaged: [
    { kind: "space", id: "sp_93", title: "Experiments", parent: "acme" },
    { kind: "shareLink", id: "sl_1", title: hostile.escape, parent: "acme/sites.hub" },
  ],
  missing: [
    { address: "acme/spaces.faq", kind: "space", attribution: "platform", ...source("spaces", 9) },
    { address: "acme/spaces.quickstart", kind: "space", attribution: "manifests", ...source("spaces", 5) },
    {
      address: "acme/members.jo@acme.example",
      kind: "member",
      attribution: "unknown",
      reason: "nothing in the API invites (A7)",
    },
  ],
};

test("drift is shown by its weight, with the ways out", () => {
  expect(() => driftDocument.parse(everything)).not.toThrow();
  expectGolden(golden("drift.txt"), renderDriftText(everything));
});

test("in step says so", () => {
  expect(renderDriftText(inStep)).toBe("In step: 409 resources are as the manifests say.\n");
});

test("what is only unmanaged is not drift", () => {
  const text = renderDriftText({ ...everything, drifted: [], missing: [] });
  expect(text.split("\n")[0]).toBe("In step: 409 resources are as the manifests say. 2 unmanaged.");
});

test("its JSON is the document", () => {
  expect(JSON.parse(renderJson(everything))).toEqual(everything);
});
