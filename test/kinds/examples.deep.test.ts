import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { pageOf } from "../../scripts/kind-docs/markdown.ts";
import { exampleManifest } from "../../src/explain/example-manifest.ts";
import type { Kind } from "../../src/model/kind.ts";
import { index, kindsByName, withValue, worldFor } from "./world.ts";

/** The manifest on a page, as a reader copies it. */
function exampleOn(file: string): string {
  const page = readFileSync(`docs/reference/manifests/${file}`, "utf8");
  const [, text] = /```yaml\n([\s\S]*?)```/.exec(page.slice(page.indexOf("## Example"))) ?? [];
  if (text === undefined) throw new Error(`${file} has no example`);
  return text;
}

const exampleOnPage = (kind: Kind): string => exampleOn(pageOf(kind));

describe.each(kindsByName)("the example on the page of %s", (_, kind) => {
  const { path } = exampleManifest(index, kind);

  test("applies, and then nothing is left to do", async () => {
    const text = exampleOnPage(kind);
    const world = await worldFor({ manifest: parse(text) });
    world.write(text);
    expect(await world.docform("validate")).toMatchObject({ code: 0, stderr: "" });
    const isThere = kind.operations.create === undefined;
    expect((await world.plan()).summary.calls).toBeGreaterThanOrEqual(isThere ? 0 : 1);
    await world.apply();
    expect((await world.plan()).changes).toEqual([]);
    expect(await world.docform("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
  });

  test("comes back from the platform when it is pulled", async () => {
    const world = await worldFor({ manifest: parse(exampleOnPage(kind)) });
    world.write(exampleOnPage(kind));
    await world.apply();
    expect(await world.docform("pull", "--declared")).toMatchObject({ code: 0, stderr: "" });
    expect(world.text()).toBe(exampleOnPage(kind));
    world.write({ organization: "acme" });
    expect(await world.docform("pull")).toMatchObject({ code: 0 });
    expect(await world.docform("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(world.text()).toContain(
      `${kind.parent === undefined ? kind.plural : (kind.sequence?.itemKey ?? kind.plural)}:`,
    );
  });

  test("says how a kind can go: with absent it is deleted, or blocked with the reason", async () => {
    const world = await worldFor({ manifest: parse(exampleOnPage(kind)) });
    await world.apply();
    world.write(withValue(parse(exampleOnPage(kind)), [...path, "absent"], true));
    expect(await world.problems()).toEqual([]);
    const changes = (await world.plan()).changes.filter((change) => change.kind === kind.name);
    const deletes = kind.operations.delete !== undefined;
    expect(changes).toMatchObject([
      { action: deletes ? "delete" : "blocked", reason: expect.stringMatching(/\w/) },
    ]);
    expect(await world.docform("apply", "--yes")).toMatchObject({ code: deletes ? 0 : 3 });
    expect((await world.plan()).steps).toEqual([]);
  });
});

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
