import { expect, test } from "vitest";
import { folderWith, manifest, quietly, settings } from "./cli-fixture.ts";
import { acmeSeed } from "./support/platform/acme-seed.ts";
import { startTestPlatform } from "./support/start-platform.ts";

const seed = acmeSeed({
  collections: [{ id: "col_outer", title: "Outer", collections: [{ id: "col_inner", title: "Inner" }] }],
});

/** `Fresh` is new in `Inner`, which stands in `Outer`, which shall stand in `Fresh`. */
const round = `manage: { collections: exact }
collections:
  outer: { title: Outer, parent: fresh }
  fresh: { title: Fresh, parent: "id:col_inner" }
`;

test("what would stand in itself stays, what is new comes to its place, and no place of it is deleted", async () => {
  const cwd = folderWith({ "docform.yaml": settings, ...manifest(round) });
  const { env, sleep } = await startTestPlatform(seed);
  const docform = (line: string) => quietly(line, { cwd, env, sleep });
  const first = await docform("apply --yes");
  expect(first.code).toBe(3);
  expect(first.stdout).toContain("blocked: it would stand in itself: acme/collections.fresh stands in it");
  expect(first.stdout).toContain(
    "Plan: 1 to add, 0 to change, 0 to delete, 0 to move. 2 blocked. 1 API call.",
  );
  const second = await docform("plan");
  expect(second.stdout).toContain("No changes to make. 2 blocked.");
});
