import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { editionOf, exampleIndex } from "../../scripts/kind-docs/example-index.ts";
import { exampleManifest } from "../../scripts/kind-docs/example-manifest.ts";
import { exampleOnPage, kindsByName, withValue, worldFor } from "./world.ts";

describe.each(kindsByName)("the example on the page of %s", (_, kind) => {
  const { path } = exampleManifest(exampleIndex(kind), kind);

  test("comes back from the platform when it is pulled", async () => {
    const world = await worldFor({ manifest: parse(exampleOnPage(kind)), edition: editionOf(kind) });
    world.write(exampleOnPage(kind));
    await world.apply();
    expect(await world.docform("pull", "--declared")).toMatchObject({ code: 0, stderr: "" });
    expect(world.text()).toBe(exampleOnPage(kind));
    world.write({ organization: "acme" });
    // A look is whole on the platform, and a public site signs nobody in: only a full pull writes them.
    const isLeftOut = kind.operations.wholeBody !== undefined || kind.mattersIn !== undefined;
    const all = isLeftOut ? ["--full"] : [];
    expect(await world.docform("pull", ...all)).toMatchObject({ code: 0 });
    expect(await world.docform("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
    expect(world.text()).toContain(
      `${kind.parent === undefined ? kind.plural : (kind.sequence?.itemKey ?? kind.plural)}:`,
    );
  });

  test("says how a kind can go: with absent it is deleted, or blocked with the reason", async () => {
    const world = await worldFor({ manifest: parse(exampleOnPage(kind)), edition: editionOf(kind) });
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
