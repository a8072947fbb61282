import { describe, expect, test } from "vitest";
import { childItem, exampleManifest } from "../../scripts/kind-docs/example-manifest.ts";
import type { JsonObject } from "../../src/core/json.ts";
import {
  allListed,
  type Form,
  isManageable,
  type Listed,
  type Meaning,
  meaningOfListed,
} from "../../src/manifest/omitted-empty-null.ts";
import { applyAllowed, index, type World, withValue, worldFor } from "./world.ts";

/** A manifest with something in the collection, and the way to what holds it. */
function filled({ name, slot, owner }: Listed) {
  if (slot.type === "children") {
    const example = exampleManifest(index, slot.kind);
    const depth = slot.kind.shape === "singleton" ? 1 : 2;
    return { example, path: example.path.slice(0, -depth) };
  }
  const [kind] = slot.type === "items" ? [slot.kind] : slot.kinds;
  if (owner === undefined || kind === undefined) throw new Error(`${name} has no items`);
  // Items of an order are names of what is declared elsewhere.
  const items =
    slot.type === "order" ? [] : [childItem(index, kind.name, kind === owner ? "inner" : undefined)];
  const values = { ...owner.example, [name]: items };
  const example = exampleManifest(index, owner, values);
  return { example, path: example.path };
}

type Cell = Listed & { readonly form: Form; readonly isExact: boolean };

const cells = allListed(index).flatMap((listed) => {
  const ways: readonly (readonly [Form, boolean])[] = [
    ["omitted", false],
    ["empty", false],
    ...(isManageable(listed) ? [["empty", true] as const] : []),
    ["null", false],
  ];
  return ways.map(([form, isExact]) => {
    const meaning = meaningOfListed(listed, form, isExact);
    return { ...listed, form, isExact, of: listed.owner?.name ?? "a manifest", meaning };
  });
});

describe("a collection, a list of items", () => {
  test.each(cells)("$name of $of, $form (exact: $isExact): $meaning.type", async (cell) => {
    const { example, path } = filled(cell);
    const world = await worldFor(example);
    await world.apply();
    world.write(emptied(example.manifest, path, cell));
    if (cell.meaning.type === "refused") return expect(await world.problems()).toEqual([cell.meaning.code]);
    expect(await world.problems()).toEqual([]);
    await expectMeaning(world, cell.meaning);
  });
});

function emptied(
  manifest: JsonObject,
  path: readonly (string | number)[],
  { name, slot, form, isExact }: Cell,
) {
  const empty = slot.type === "children" ? {} : [];
  const value = form === "omitted" ? undefined : form === "null" ? null : empty;
  const without = withValue(manifest, [...path, name], value);
  return isExact ? withValue(without, [...path, "manage"], { [name]: "exact" }) : without;
}

async function expectMeaning(world: World, meaning: Meaning): Promise<void> {
  const { changes, steps, unmanaged, guards } = await world.plan();
  const actions = new Set(changes.map(({ action }) => action));
  switch (meaning.type) {
    case "left alone":
      return expect({ changes, steps, unmanaged }).toEqual({ changes: [], steps: [], unmanaged: [] });
    case "reported":
      expect({ changes, steps }).toEqual({ changes: [], steps: [] });
      return expect(unmanaged).not.toEqual([]);
    case "blocked":
      expect(actions).toEqual(new Set(["blocked"]));
      return expect(changes[0]?.reason).toContain(meaning.reason);
    case "removed":
      expect(actions).toEqual(new Set(["delete"]));
      await applyAllowed(world, guards);
      return expect(await world.plan()).toMatchObject({ changes: [], steps: [] });
    default:
      throw new Error(`a collection cannot be ${meaning.type}`);
  }
}
