import { expect, test } from "vitest";
import { acmeSeed } from "../support/platform/acme-seed.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, manifest, quietly, settings } from "../support/processes/cli-fixture.ts";

const nested = { id: "col_outer", title: "Outer", collections: [{ id: "col_inner", title: "Inner" }] };

/** `Fresh` shall be in `Inner`, which is in `Outer`, which shall be in `Fresh`. */
const round = `manage: { collections: exact }
collections:
  outer: { title: Outer, parent: fresh }
  fresh: { title: Fresh, parent: "id:col_inner" }
`;

async function projectOn(collections: readonly object[], body = round) {
  const cwd = folderWith({ "docform.yaml": settings, ...manifest(body) });
  const { env, sleep } = await startTestPlatform(acmeSeed({ collections }));
  return (line: string) => quietly(line, { cwd, env, sleep });
}

test("what would be in itself stays, what is new comes to its place, and no place of it is deleted", async () => {
  const docform = await projectOn([nested]);
  const first = await docform("apply --yes");
  expect(first.code).toBe(3);
  expect(first.stdout).toContain(
    "blocked: it would be in itself: acme/collections.fresh is in it, or is to be",
  );
  expect(first.stdout).toContain(
    "Plan: 1 to add, 0 to change, 0 to delete, 0 to move. 2 blocked. 1 API call.",
  );
  expect((await docform("plan")).stdout).toContain("No changes to make. 2 blocked.");
});

test("what a manifest names as a place is not deleted while nothing can come to it", async () => {
  const docform = await projectOn([nested, { id: "col_fresh", title: "Fresh" }]);
  const { stdout } = await docform("plan");
  expect(stdout).toContain(
    'blocked: it would be in itself: collection "Inner" (col_inner) is in it, or is to be',
  );
  expect(stdout).toContain("blocked: it would be in itself: acme/collections.fresh is in it, or is to be");
  expect(stdout).toContain("and this is to stay: acme/collections.fresh");
  expect(stdout).toContain("No changes to make. 3 blocked.");
});

test("says of what would be in itself alone that nothing says where the other goes", async () => {
  const body = `collections:\n  outer: { title: Outer, parent: "id:col_inner" }\n`;
  const { stdout } = await (await projectOn([nested], body))("plan");
  expect(stdout).toContain(
    'it would be in itself: collection "Inner" (col_inner) is in it, or is to be; give that another parent',
  );
});
