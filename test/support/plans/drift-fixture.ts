import type { DriftDocument, Drifted } from "../../../src/model/documents/drift-document.ts";
import { hostile } from "./plan-fixture.ts";

/** Nothing drifted. */
export const inStep: DriftDocument = {
  formatVersion: 1,
  drifted: [],
  unmanaged: [],
  missing: [],
  inStep: 409,
};
const source = (file: string, line: number) => ({
  source: { file: `manifests/${file}.yaml`, line, column: 3 },
});

const changedBy = {
  type: "user",
  source: "api",
  action: "update",
  at: "2026-11-24T10:02:03.000Z",
  others: 0,
};

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
    by: { ...changedBy, name: hostile.bidi, source: "ui", others: 2 },
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

/** Drift with one of each thing in it. */
export const everyDrift: DriftDocument = {
  ...inStep,
  audit: { asked: 20, notAsked: 3 },
  drifted: [...drifted],
  unmanaged: [
    { kind: "space", id: "sp_93", title: "Experiments", parent: "acme", impact: "low" },
    { kind: "shareLink", id: "sl_1", title: hostile.escape, parent: "acme/sites.hub", impact: "high" },
  ],
  noLongerDeclared: [
    {
      address: "acme/teams.support",
      kind: "team",
      id: "team_7",
      title: "Support",
      inside: 0,
      createdBy: { run: "20261121-104500123-7f3a", pull: "#12" },
    },
  ],
  missing: [
    {
      address: "acme/spaces.faq",
      kind: "space",
      attribution: "platform",
      impact: "low",
      by: { ...changedBy, name: "Sync", type: "integration", source: "integration" },
      ...source("spaces", 9),
    },
    {
      address: "acme/spaces.quickstart",
      kind: "space",
      attribution: "manifests",
      impact: "low",
      ...source("spaces", 5),
    },
    {
      address: "acme/members.jo@acme.example",
      kind: "member",
      attribution: "unknown",
      impact: "high",
      reason: "nothing in the API invites (A7)",
    },
  ],
};

/** A document in which every text that comes from outside is one of those given. */
export function driftOfTexts(texts: readonly string[]): DriftDocument {
  let at = 0;
  const next = () => texts[at++ % texts.length] ?? "";
  const place = () => ({ source: { file: `m/${next()}`, line: 3, column: 1 } });
  const sides = ["platform", "manifests", "both", "unknown"] as const;
  return {
    ...inStep,
    audit: { asked: 1, notAsked: 0, problem: next() },
    drifted: sides.flatMap((attribution, index) => {
      const by = { ...changedBy, name: next(), source: next() };
      const base = { address: `acme/sites.s${index}${next()}`, kind: next(), attribution, by, ...place() };
      const fields = [
        { path: next(), desired: next(), live: next(), attribution },
        { path: `members.${next()}`, live: { [next()]: next() }, attribution: "both" as const },
        { path: "certificate", desired: next(), sensitive: true, attribution },
      ];
      return [
        { ...base, fields, impact: "high" as const },
        { ...base, address: `${base.address}x`, fields: [], impact: "low" as const },
      ];
    }),
    unmanaged: sides.map(() => ({
      kind: next(),
      id: next(),
      title: next(),
      parent: `acme/${next()}`,
      impact: "high",
    })),
    missing: sides.map((attribution, index) => ({
      address: `acme/spaces.m${index}${next()}`,
      kind: next(),
      attribution,
      impact: "low",
      reason: next(),
      ...place(),
    })),
  };
}
