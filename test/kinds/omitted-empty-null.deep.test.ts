import { describe, expect, test } from "vitest";
import { exampleValue, keyOf } from "../../scripts/kind-docs/example-manifest.ts";
import {
  emptyValue,
  type Form,
  forms,
  type Meaning,
  meaningOfField,
} from "../../src/manifest/schema/omitted-empty-null.ts";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import type { Kind } from "../../src/model/kind.ts";
import { apiName } from "../../src/model/kind-index.ts";
import { liveValue } from "../../src/planner/match/identity.ts";
import type { Json, JsonObject } from "../../src/text/json.ts";
import { addressOf, applyAllowed, exampleWorld, index, kindsByName, type World, withValue } from "./world.ts";

/** A value that a field can have on the platform: that of the example, the key of what it names, or one that fits. */
function valueFor(kind: Kind, name: string): Json {
  const field = kind.fields[name];
  // The parent of one in its own kind is another one.
  if (field?.refersTo === kind.name) return "outer";
  const child = index.byName.get(field?.defaultChild ?? field?.refersTo ?? "");
  const value =
    kind.example[name] ??
    (child === undefined ? undefined : keyOf(child, child.example)) ??
    (field === undefined ? undefined : exampleValue(field.schema));
  if (value === undefined)
    throw new Error(`the example of ${kind.name} must have ${name}: no value was found for it`);
  return value;
}

/** The text that is written for a form; undefined for nothing. */
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

/** A project whose manifest gives the field a value. */
async function declared(kind: Kind, name: string): Promise<Field> {
  // A transferred object is gone, so nothing can be said of it afterwards.
  const values = kind.fields[name]?.tree === "transfer" ? {} : { [name]: valueFor(kind, name) };
  const { example, world } = await exampleWorld(kind, { ...kind.example, ...values });
  return { kind, name, world, address: addressOf(kind, example), ...example };
}

/** The same, with the value on the platform. */
async function applied(kind: Kind, name: string): Promise<Field> {
  const field = await declared(kind, name);
  await field.world.apply();
  return field;
}

/** Validation refuses the value; nothing is asked of the platform. */
async function expectRefused({ world, manifest, path, name }: Field, value: Json | undefined, code: string) {
  world.write(withValue(manifest, [...path, name], value));
  expect(await world.problems()).toEqual([code]);
}

/** The same, with the manifest naming the resource by its id. */
async function pinned(field: Field): Promise<Field> {
  const live = await field.world.liveAt(field.address);
  return { ...field, manifest: withValue(field.manifest, [...field.path, "id"], live?.id) };
}

/** The value of the field on the platform. */
async function valueAt({ kind, name, world, address, manifest }: Field): Promise<Json | undefined> {
  world.write(manifest);
  const live = await world.liveAt(address);
  if (live === undefined) throw new Error(`${address} is not on the platform`);
  if (kind.fields[name]?.membership !== undefined) return live.memberships[name];
  return liveValue(kind, name, live);
}

/** Does it say something only of what is not there yet, or shall not be there any more? Then nothing is read. */
function isOfAnother({ fields }: Kind, name: string): boolean {
  const { tree } = fields[name] ?? {};
  return tree === "copy" || tree === "transfer";
}

/** Can the value be read where the resource is? A default child is marked at the child. */
function isReadable({ kind, name }: Field): boolean {
  return kind.fields[name]?.defaultChild === undefined && !isOfAnother(kind, name);
}

/** Holds what validate, plan and apply make of a value against what was predicted. */
async function expectMeaning(
  field: Field,
  meaning: Exclude<Meaning, { type: "refused" }>,
  value: Json | undefined,
): Promise<void> {
  const { world, name } = field;
  const before = await valueAt(field);
  if (isReadable(field)) expect(before, "the platform has a value").toBeDefined();
  world.write(withValue(field.manifest, [...field.path, name], value));
  expect(await world.problems()).toEqual([]);
  const plan = await world.plan();
  const blocked = meaning.type === "blocked" ? [{ action: "blocked", reason: meaning.reason }] : [];
  if (meaning.type === "set" || meaning.type === "cleared") expectOneCall(plan, field, meaning);
  else expect(plan).toMatchObject({ changes: blocked, steps: [] });
  if (blocked.length === 0) await applyAllowed(world, plan.guards);
  else {
    const run = await world.docform("apply", "--yes");
    expect(run, run.stderr || run.stdout).toMatchObject({ code: 3 });
  }
  expect(await world.plan()).toMatchObject({ changes: blocked, steps: [] });
  expect(comparable(field, await valueAt(field))).toEqual(comparable(field, valueAfter(meaning, before)));
}

/** The value in the form in which both sides are compared: an empty document is an empty text. */
function comparable({ kind, name }: Field, value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : (kind.fields[name]?.normalize?.(value) ?? value);
}

function valueAfter(meaning: Meaning, before: Json | undefined): Json | undefined {
  if (meaning.type === "set") return meaning.value;
  return meaning.type === "cleared" ? undefined : before;
}

/** One call that carries the value; a membership takes away whoever is there. */
function expectOneCall({ changes, steps }: PlanDocument, { kind, name }: Field, meaning: Meaning): void {
  const action = kind.fields[name]?.tree === "parent" ? "move" : "update";
  expect(changes).toMatchObject([{ action, kind: kind.name }]);
  expect(steps).toHaveLength(1);
  const field = kind.fields[name];
  if (field === undefined || field.membership !== undefined || field.sensitive === true) return;
  const sent = meaning.type === "set" ? (field.write?.(meaning.value) ?? meaning.value) : null;
  // A call carries what its body needs, also where that does not change.
  const operation = (kind.operations.update ?? []).find((one) => one.name === steps[0]?.operation);
  const isNeeded = (one: string): boolean =>
    operation?.body?.shape[one]?.safeParse(undefined).success === false;
  const needed = kind.required.filter(isNeeded).map((one) => [one, kind.example[one] ?? null]);
  expect(steps[0]?.body).toEqual({ ...Object.fromEntries(needed), [apiName(name, field)]: sent });
}

/** Fields that can be null, of what a platform can have without a value for them. */
const nullable = kindsByName.flatMap(([of, kind]) =>
  Object.entries(kind.fields).flatMap(([name, { clearable, tree, read }]) =>
    // A field that is read from nothing always has a value.
    clearable === true && tree === undefined && read?.({}) === undefined ? [{ of, kind, name }] : [],
  ),
);

test.each(nullable)(
  "null of $of $name is what no value is, unless it stands for something",
  async ({ kind, name }) => {
    const { [name]: _, ...others } = kind.example;
    const { example, world } = await exampleWorld(kind, others);
    await world.apply();
    const field: Field = { kind, name, world, address: addressOf(kind, example), ...example };
    expect(await valueAt(field)).toBeUndefined();
    world.write(withValue(field.manifest, [...field.path, name], null));
    const plan = await world.plan();
    const meaning = meaningOfField(kind, name, "null");
    if (meaning.type === "cleared") return expect(plan).toMatchObject({ changes: [], steps: [] });
    expectOneCall(plan, field, meaning);
    await applyAllowed(world, plan.guards);
    expect(await valueAt(field)).toBe(null);
  },
);

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
      const value = written(kind, name, form);
      if (meaning.type === "refused" && !isPinned)
        return expectRefused(await declared(kind, name), value, meaning.code);
      const field = await applied(kind, name);
      const own = isPinned ? await pinned(field) : field;
      if (meaning.type === "refused") return expectRefused(own, value, meaning.code);
      await expectMeaning(own, meaning, value);
    },
  );
});
