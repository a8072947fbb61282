import { expect, test } from "vitest";
import { hash } from "../../io/hash.ts";
import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { bytesOf } from "../../text/bytes.ts";
import { type DriftPeriod, driftIssueText, historyIn, historyWith } from "./drift-issue.ts";
import { adoptedIn, proposalBranch, proposalText } from "./proposal.ts";

const base = { kind: "team", attribution: "platform" } as const;

function drift(drifted: number, missing = 0): DriftDocument {
  return {
    formatVersion: 1,
    drifted: Array.from({ length: drifted }, (_, at) => ({
      ...base,
      address: `acme/teams.t${at}`,
      fields: [],
      impact: "low" as const,
    })),
    missing: Array.from({ length: missing }, (_, at) => ({
      ...base,
      address: `acme/teams.m${at}`,
      impact: "low" as const,
    })),
    unmanaged: [],
    inStep: 0,
  };
}

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();
const scope = { project: ".", environment: "production" };
const issueOf = (history: readonly DriftPeriod[]) =>
  driftIssueText({
    scope,
    history,
    link: "https://a.example/1",
    render: () => "<!-- docform drift acme -->\n\n### 1 drifted\n",
  });

test("the history goes through the text of the issue: a row goes on while its counts stay", () => {
  const first = historyWith([], drift(1), day(1));
  const same = historyWith(historyIn(issueOf(first)), drift(1), day(2));
  const more = historyWith(historyIn(issueOf(same).replaceAll("\n", "\r\n")), drift(2, 1), day(3));
  expect(historyIn(issueOf(more))).toEqual([
    { since: day(1), lastSeen: day(2), drifted: 1, missing: 0, unmanaged: 0 },
    { since: day(3), lastSeen: day(3), drifted: 2, missing: 1, unmanaged: 0 },
  ]);
});

test("it keeps 20 rows: the first, which says when drift began, and the newest", () => {
  let history: readonly DriftPeriod[] = [];
  for (let at = 1; at <= 100; at += 1) history = historyWith(historyIn(issueOf(history)), drift(at), day(at));
  expect(history.map(({ drifted }) => drifted)).toEqual([
    1,
    ...Array.from({ length: 19 }, (_, at) => at + 82),
  ]);
});

test("of a table that somebody broke, or wrote, only whole rows are taken", () => {
  const text = issueOf(historyWith([], drift(1), day(1)));
  expect(historyIn(text.replace("| 1 | 0 | 0 |", "| <b> | 0 | 0 |"))).toEqual([]);
  expect(historyIn("no table")).toEqual([]);
});

test("the issue fits, however much drifted", () => {
  const history = Array.from({ length: 20 }, (_, at) => ({
    since: day(at + 1),
    lastSeen: day(at + 1),
    drifted: 999_999_999,
    missing: 999_999_999,
    unmanaged: 999_999_999,
  }));
  const render = (limit: number) => `${"x".repeat(limit - 1)}\n`;
  const text = driftIssueText({ scope, history, link: `https://a.example/${"x".repeat(500)}`, render });
  expect(bytesOf(text)).toBeLessThanOrEqual(60_000);
  expect(text.split("\n", 1)[0]).toBe("<!-- docform ci-drift . production -->");
});

test("a proposal adopts what was done by hand, and lists what could not be written", () => {
  const found = drift(1, 2);
  const document: DriftDocument = {
    ...found,
    drifted: [
      ...found.drifted,
      ...(["manifests", "both", "unknown"] as const).map((attribution) => ({
        ...base,
        address: `acme/teams.${attribution}`,
        attribution,
        fields: [],
        impact: "low" as const,
      })),
    ],
    missing: found.missing.map((one, at) => (at === 0 ? { ...one, attribution: "manifests" } : one)),
  };
  expect(adoptedIn(document)).toEqual({
    addresses: ["acme/teams.t0", "acme/teams.m1"],
    others: [
      { address: "acme/teams.both", why: expect.stringContaining("the platform and the manifests") },
      { address: "acme/teams.unknown", why: expect.stringContaining("does not tell") },
    ],
    isPruned: true,
  });
  expect(adoptedIn(drift(0))).toEqual({ addresses: [], others: [], isPruned: false });
  const many = Array.from({ length: 5000 }, (_, at) => `acme/teams.t${at}`);
  const leftOut = [{ address: "acme/teams.x", why: "@all <b>" }];
  const text = proposalText({ mark: "<!-- docform x -->", addresses: many, leftOut, link: undefined });
  expect(bytesOf(text)).toBeLessThan(60_000);
  expect(text).toContain("- … and 4900 more");
  expect(text).toContain("- `acme/teams.x`: `@all` &lt;b&gt;");
  const branches = [
    { project: "." },
    { project: "docs", environment: "prod" },
    { project: "docs/prod" },
    { project: "docs-prod" },
  ].map((one) => proposalBranch(one, hash));
  expect(branches).toEqual([
    "docform/drift",
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^docform\/drift-docs-prod-[0-9a-f]{6}$/)),
  ]);
  expect(new Set(branches).size).toBe(4);
});
