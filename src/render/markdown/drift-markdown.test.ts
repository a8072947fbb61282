import { expect, test } from "vitest";
import { expectGolden } from "../../../test/support/golden.ts";
import { everyDrift, inStep } from "../../../test/support/plans/drift-fixture.ts";
import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { renderDriftMarkdown } from "./drift-markdown.ts";

const golden = (name: string) => new URL(`../golden/${name}`, import.meta.url);

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** So many drifted spaces, and at their end as many teams that somebody joined. */
function manyDrifted(spaces: number, teams: number): DriftDocument {
  const item = { attribution: "platform", impact: "low" } as const;
  const space = (at: number) => ({
    ...item,
    address: `acme/spaces.space-${at}`,
    kind: "space",
    fields: [
      { path: "title", desired: `Space ${at}`, live: `Räume ${at}`, attribution: "platform" as const },
    ],
  });
  const team = (at: number) => ({
    ...item,
    address: `acme/teams.team-${at}`,
    kind: "team",
    impact: "high" as const,
    fields: [{ path: "members.eve@acme.example", live: "owner", attribution: "platform" as const }],
  });
  const drifted = [...Array.from({ length: spaces }, (_, at) => space(at))];
  return { ...inStep, drifted: [...drifted, ...Array.from({ length: teams }, (_, at) => team(at))] };
}

test("drift is shown by side, access first, with the remedies", () => {
  const text = renderDriftMarkdown(everyDrift, { environment: "production", commit: "4f2c1a9" });
  expectGolden(golden("drift.md.txt"), text);
});

test("in step says so, below the mark", () => {
  expect(renderDriftMarkdown(inStep, { organizations: ["acme"], environment: "production" })).toBe(
    "<!-- docform drift acme production -->\n\n### In step: 409 resources are as the manifests say.\n\n`acme` · environment `production`\n",
  );
});

test("much drift fits: the commands go first, and everything of access stays", () => {
  const text = renderDriftMarkdown(manyDrifted(5000, 100));
  expect(bytes(text)).toBeLessThanOrEqual(60_000);
  expect(bytes(text)).toBeGreaterThan(55_000);
  expect(text.match(/\*\*access\*\*/g)).toHaveLength(100);
  expect(text).toContain("### 5100 drifted, 409 in sync\n");
  expect(text).toContain("**They: changed on the platform** (5100)\n");
  expect(text).not.toContain("--target");
  const [, left = ""] =
    /Shortened to fit: (\d+) left out\. `docform drift` shows everything\./.exec(text) ?? [];
  expect(text.match(/^- .*`(space|team)s\./gm)).toHaveLength(5100 - Number(left));
  expect(text).toContain("- To write what is live into a manifest: `docform drift --accept ADDRESS`\n");
});

test("without room, the counts stay", () => {
  const text = renderDriftMarkdown(manyDrifted(50, 1), { limit: 100 });
  expect(text).toContain("### 51 drifted, 409 in sync\n");
  expect(text).not.toContain("spaces.space-1");
});
