import { describe, expect, test } from "vitest";
import * as z from "zod";
import { keyOf, smallest } from "../../scripts/kind-docs/example-manifest.ts";
import { kinds } from "../../src/kinds/kinds.ts";
import type { Kind } from "../../src/model/kind.ts";
import { apiName } from "../../src/model/kind-index.ts";
import { liveValue } from "../../src/planner/match/identity.ts";
import { takesField } from "../../src/planner/state/draft.ts";
import { atPointer } from "../../src/text/json.ts";
import { addressOf, exampleWorld, kindsByName } from "./world.ts";

/** Fields of a new one that come from elsewhere: from the key, from other fields, from its children. */
function isMade(
  { keyField, operations }: Kind,
  name: string,
  { unique, defaultChild, membership }: Kind["fields"][string],
): boolean {
  // A look has values of the platform where nobody gave it one.
  if (operations.wholeBody !== undefined) return true;
  return name === keyField || unique !== undefined || defaultChild !== undefined || membership !== undefined;
}

const creatable = kindsByName.filter(([, { operations }]) => operations.create !== undefined);

test.each(creatable)("a new %s that is told only what it needs has what its page says", async (_, kind) => {
  const values = smallest(kind, keyOf(kind, kind.example));
  const { world, example } = await exampleWorld(kind, values);
  await world.apply();
  const live = await world.liveAt(addressOf(kind, example));
  if (live === undefined) throw new Error("it was not created");
  const left = Object.entries(kind.fields).filter(
    ([name, field]) => !(name in values) && !isMade(kind, name, field),
  );
  const has = left.map(([name]) => [name, liveValue(kind, name, live)]);
  expect(Object.fromEntries(has)).toEqual(
    Object.fromEntries(left.map(([name, { whenNew, initial }]) => [name, whenNew ?? initial])),
  );
});

const fields = kinds.flatMap((kind) =>
  Object.entries(kind.fields).map(([name, field]) => ({ kind, of: kind.name, name, field })),
);

describe("what a definition says of a field is what the contract says", () => {
  test.each(fields)(
    "$of $name: null clears it where a call takes null, and only there",
    ({ kind, name, field }) => {
      const calls = field.tree === "parent" ? [kind.tree?.move.operation] : (kind.operations.update ?? []);
      const operation = calls.find((one) => takesField(one, apiName(name, field)));
      const shape = operation?.body?.shape as Record<
        string,
        { safeParse(value: unknown): { success: boolean } }
      >;
      const takesNull = shape?.[apiName(name, field)]?.safeParse(null).success === true;
      expect(field.clearable === true).toBe(takesNull);
    },
  );

  test.each(fields)("$of $name has a sentence for its page", ({ field }) => {
    expect(field.doc).toMatch(/\w/);
  });
});

/** Pointers into answers by which a kind says what a saved plan rests on. */
const pointers = kinds.flatMap((kind) => {
  const { inUse = [], processing, task, tree } = kind;
  const states = processing === undefined ? [] : [...processing.latest, processing.state];
  const runs = task === undefined ? [] : [task.seen.count, task.seen.state];
  const all = [...inUse.filter((path) => !(path in kind.fields)), tree?.shown?.at ?? [], states, runs].flat();
  return all.map((pointer) => ({ kind, of: kind.name, pointer }));
});

test.each(pointers)("$of: the contract knows what answers have at $pointer", ({ kind, pointer }) => {
  const { list } = kind.operations.read;
  if (list === undefined) throw new Error("it has no list");
  const inner = pointer.split("/").slice(1).join("/properties/");
  const schema: unknown = z.toJSONSchema(list, { unrepresentable: "any", io: "output" });
  expect(atPointer(schema, `/properties/${inner}`)).toBeDefined();
});

test.each(fields.filter(({ field }) => field.switched?.opensTo !== undefined))(
  "$of $name opens it to whom another field says",
  ({ kind, field }) => {
    expect(Object.keys(kind.fields)).toContain(field.switched?.opensTo);
  },
);
