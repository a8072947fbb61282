import { describe, expect, test } from "vitest";
import { keyOf } from "../../scripts/kind-docs/example-manifest.ts";
import { exampleValue } from "../../scripts/kind-docs/example-value.ts";
import { liveValue } from "../../src/core/identity.ts";
import type { Json, JsonObject } from "../../src/core/json.ts";
import type { Kind } from "../../src/core/kind.ts";
import {
  emptyValue,
  type Form,
  forms,
  type Meaning,
  meaningOfField,
} from "../../src/manifest/omitted-empty-null.ts";
import { exampleWorld, index, kindsByName, type World, withValue } from "./world.ts";

/** A value that a field can have on the platform: that of the example, the key of what it names, or one that fits. */
function valueFor(kind: Kind, name: string): Json {
  const field = kind.fields[name];
  const child = index.byName.get(field?.defaultChild ?? field?.refersTo ?? "");
  const value =
    kind.example[name] ??
    (child === undefined ? undefined : keyOf(child, child.example)) ??
    (field === undefined ? undefined : exampleValue(field.schema));
  if (value === undefined)
    throw new Error(`the example of ${kind.name} must have ${name}: no value was found for it`);
  return value;
}

/** What is written for a form; undefined for nothing. */
function written(kind: Kind, name: string, form: Form): Json | undefined {
  const field = kind.fields[name];
  return form === "null" ? null : form === "empty" && field !== undefined ? emptyValue(field) : undefined;
}

interface Field {
  readonly kind: Kind;
  readonly name: string;
  readonly world: World;
  readonly address: string;
  /** The manifest that the platform is as. */
  readonly manifest: JsonObject;
  readonly path: readonly (string | number)[];
}

/** A platform on which the field has a value. */
async function withField(kind: Kind, name: string): Promise<Field> {
  const { example, world } = await exampleWorld(kind, { ...kind.example, [name]: valueFor(kind, name) });
  await world.apply();
  const address = addressOf(kind, example.path, example.key);
  return { kind, name, world, address, manifest: example.manifest, path: example.path };
}

function addressOf(kind: Kind, path: readonly (string | number)[], key: string): string {
  const own = kind.sequence === undefined ? [] : [...path.slice(0, -2), kind.plural, key];
  return `acme/${(own.length > 0 ? own : path).join(".")}`;
}

/** What the platform has in the field; a membership and a default child by what stands for them. */
async function valueAt({ kind, name, world, address }: Field): Promise<Json | undefined> {
  const live = await world.liveAt(address);
  if (live === undefined) throw new Error(`${address} is not on the platform`);
  if (kind.fields[name]?.membership !== undefined) return live.memberships[name];
  return liveValue(kind, name, live);
}

async function expectMeaning(field: Field, meaning: Meaning, value: Json | undefined): Promise<void> {
  const { world, name, kind } = field;
  const before = await valueAt(field);
  world.write(withValue(field.manifest, [...field.path, name], value));
  if (meaning.type === "refused") return expect(await world.problems()).toEqual([meaning.code]);
  expect(await world.problems()).toEqual([]);
  const plan = await world.plan();
  switch (meaning.type) {
    case "key":
    case "left alone":
      expect(plan.changes).toEqual([]);
      return expect(plan.steps).toEqual([]);
    case "blocked":
      expect(plan.changes).toMatchObject([
        { action: "blocked", reason: expect.stringContaining(meaning.reason) },
      ]);
      return expect(plan.steps).toEqual([]);
    case "set":
    case "cleared":
      expect(plan.steps).toHaveLength(1);
      await world.apply();
      expect(await valueAt(field)).toEqual(meaning.type === "set" ? meaning.value : undefined);
      return expect((await world.plan()).changes).toEqual([]);
    default:
      throw new Error(`${kind.name}.${name} cannot be ${meaning.type}, ${before}`);
  }
}

describe.each(kindsByName)("%s", (_, kind) => {
  const cells = Object.keys(kind.fields).flatMap((name) =>
    forms.flatMap((form) =>
      [false, true].flatMap((isPinned) => {
        const meaning = meaningOfField(kind, name, form, isPinned);
        const isSame =
          isPinned && JSON.stringify(meaning) === JSON.stringify(meaningOfField(kind, name, form));
        return isSame ? [] : [{ name, form, meaning, isPinned }];
      }),
    ),
  );

  test.each(cells)(
    "$name $form (with id: $isPinned): $meaning.type",
    async ({ name, form, meaning, isPinned }) => {
      if (meaning.type === "no such form") {
        for (const empty of ["", [], {}])
          expect(kind.fields[name]?.schema.safeParse(empty).success).toBe(false);
        return;
      }
      const field = await withField(kind, name);
      const live = await field.world.liveAt(field.address);
      const manifest = isPinned ? withValue(field.manifest, [...field.path, "id"], live?.id) : field.manifest;
      await expectMeaning({ ...field, manifest }, meaning, written(kind, name, form));
    },
  );
});
