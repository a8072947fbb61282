import { describe, expect, test } from "vitest";
import { childItem, exampleManifest } from "../../scripts/kind-docs/example-manifest.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { Kind } from "../../src/core/kind.ts";
import {
  type Form,
  type ListSlot,
  type Meaning,
  meaningOfSlot,
} from "../../src/manifest/omitted-empty-null.ts";
import { index, type World, withValue, worldFor } from "./world.ts";

/** A collection or list, in the organization or in a resource of a kind. */
interface Place {
  readonly name: string;
  readonly slot: ListSlot;
  readonly owner?: Kind;
}

const places: readonly Place[] = [
  ...index.roots.map((kind) => ({ name: kind.plural, slot: { type: "children", kind } as const })),
  ...[...index.byName.values()].flatMap((owner) =>
    [...index.slots(owner)].flatMap(([name, slot]) =>
      slot.type === "field" || slot.type === "meta" ? [] : [{ name, slot, owner }],
    ),
  ),
];

/** A manifest with something in the collection, and the way to what holds it. */
function filled({ name, slot, owner }: Place) {
  if (slot.type === "children") {
    const example = exampleManifest(index, slot.kind);
    const depth = slot.kind.shape === "singleton" ? 1 : 2;
    return { example, path: example.path.slice(0, -depth) };
  }
  const [kind] = slot.type === "items" ? [slot.kind] : slot.kinds;
  if (owner === undefined || kind === undefined) throw new Error(`${name} has no items`);
  const values = {
    ...owner.example,
    [name]: [childItem(index, kind.name, kind === owner ? "inner" : undefined)],
  };
  const example = exampleManifest(index, owner, values);
  return { example, path: example.path };
}

type Cell = Place & { readonly form: Form; readonly isExact: boolean };

const cells: readonly (Cell & { readonly of: string; readonly meaning: Meaning })[] = places.flatMap(
  (place) => {
    const manages = place.slot.type === "children" && place.slot.kind.shape === "collection";
    const ways: readonly (readonly [Form, boolean])[] = [
      ["omitted", false],
      ["empty", false],
      ...(manages ? [["empty", true] as const] : []),
      ["null", false],
    ];
    return ways.map(([form, isExact]) => {
      const meaning = meaningOfSlot(place.slot, form, isExact, place.owner);
      return { ...place, form, isExact, of: place.owner?.name ?? "a manifest", meaning };
    });
  },
);

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
  const { changes, steps, unmanaged } = await world.plan();
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
      await world.apply();
      return expect(await world.plan()).toMatchObject({ changes: [], steps: [] });
    default:
      throw new Error(`a collection cannot be ${meaning.type}`);
  }
}
