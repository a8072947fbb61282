import { describe, expect, test } from "vitest";
import { editionOf, exampleIndex } from "../../scripts/kind-docs/example-index.ts";
import { childItem, exampleManifest } from "../../scripts/kind-docs/example-manifest.ts";
import { allListed, isManageable, type Listed, meaningOfListed } from "../../scripts/kind-docs/listed.ts";
import { orderExample } from "../../scripts/kind-docs/order-page.ts";
import type { Form, Meaning } from "../../src/manifest/schema/omitted-empty-null.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { applyAllowed, index, type World, withValue, worldFor } from "./world.ts";

/** A manifest with something in the collection, and the way to what holds it. */
function filled({ name, slot, owner }: Listed) {
  if (slot.type === "children") {
    const example = { ...exampleManifest(exampleIndex(slot.kind), slot.kind), edition: editionOf(slot.kind) };
    const depth = slot.kind.shape === "singleton" ? 1 : 2;
    return { example, path: example.path.slice(0, -depth) };
  }
  if (slot.type === "order")
    return {
      example: { manifest: orderExample, key: "", path: [] },
      path: owner === undefined ? [] : [owner.plural, "guides"],
    };
  const kind = slot.kinds.find(({ editions }) => editions === undefined) ?? slot.kinds[0];
  if (owner === undefined || kind === undefined) throw new Error(`${name} has no items`);
  const index = exampleIndex(kind);
  const values = {
    ...owner.example,
    [name]: [childItem(index, kind.name, kind.name === owner.name ? "inner" : undefined)],
  };
  const resolved = index.byName.get(owner.name) ?? owner;
  const example = {
    ...exampleManifest(index, resolved, { ...resolved.example, ...values }),
    edition: editionOf(kind),
  };
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
    await expectMeaning(world, cell);
  });
});

function emptied(
  manifest: JsonObject,
  path: readonly (string | number)[],
  { name, slot, form, isExact, meaning }: Cell & { readonly meaning: Meaning },
) {
  const empty = slot.type === "children" ? {} : [];
  const value = form === "omitted" ? undefined : form === "null" ? null : empty;
  const without = withValue(manifest, [...path, name], value);
  const mode = meaning.type === "removed" && meaning.butSso ? "exact-with-sso" : "exact";
  return isExact ? withValue(without, [...path, "manage"], { [name]: mode }) : without;
}

/** The kinds of its children. */
function kindsIn({ slot }: Listed): readonly string[] {
  return ("kinds" in slot ? slot.kinds : [slot.kind]).map(({ name }) => name);
}

async function expectMeaning(world: World, cell: Cell & { readonly meaning: Meaning }): Promise<void> {
  const { meaning } = cell;
  const { changes, steps, unmanaged: all, noLongerDeclared = [], guards } = await world.plan();
  // Something of another kind may be there, too: the space that a translation fills.
  const unmanaged = all.filter(({ kind }) => kindsIn(cell).includes(kind));
  const actions = new Set(changes.map(({ action }) => action));
  switch (meaning.type) {
    case "left alone":
      return expect({ changes, steps, unmanaged }).toEqual({ changes: [], steps: [], unmanaged: [] });
    case "reported":
      expect({ changes, steps }).toEqual({ changes: [], steps: [] });
      // An object that docform made is reported as no longer declared.
      return expect([...unmanaged, ...noLongerDeclared]).not.toEqual([]);
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
