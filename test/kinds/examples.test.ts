import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { editionOf } from "../../scripts/kind-docs/example-index.ts";
import { pageOf } from "../../scripts/kind-docs/markdown.ts";
import { exampleOn, exampleOnPage, kindsByName, worldFor } from "./world.ts";

test.each(kindsByName)(
  "the example on the page of %s applies, and then nothing is left to do",
  async (_, kind) => {
    const text = exampleOnPage(kind);
    const world = await worldFor({ manifest: parse(text), edition: editionOf(kind) });
    world.write(text);
    expect(await world.docform("validate")).toMatchObject({ code: 0, stderr: "" });
    const isThere = kind.operations.create === undefined;
    expect((await world.plan()).summary.calls).toBeGreaterThanOrEqual(isThere ? 0 : 1);
    await world.apply();
    expect((await world.plan()).changes).toEqual([]);
    expect(await world.docform("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
  },
);

test("the example on the page of orders applies, and then nothing is left to do", async () => {
  const text = exampleOn("order.md");
  const manifest = parse(text);
  const world = await worldFor({ manifest });
  world.write(text);
  const calls = (await world.plan()).steps.map(({ operation }) => operation);
  expect(new Set(calls)).toEqual(new Set(["createCollection", "duplicateSpace", "updateSpace", "moveSpace"]));
  await world.apply();
  expect((await world.plan()).changes).toEqual([]);
  // Only the relative order counts: without its last item, an order says nothing that is not so.
  world.write({ ...manifest, order: manifest.order.slice(0, 1) });
  expect((await world.plan()).steps).toEqual([]);
  world.write({ ...manifest, order: manifest.order.toReversed() });
  expect((await world.plan()).steps).toHaveLength(1);
});

test.each(kindsByName)("every field of %s, and the kind itself, says what it is", (_, kind) => {
  expect(kind.doc).toMatch(/\w/);
  for (const [name, { doc }] of Object.entries(kind.fields)) expect(doc, name).toMatch(/\w/);
  expect(existsSync(`docs/reference/manifests/${pageOf(kind)}`)).toBe(true);
});
