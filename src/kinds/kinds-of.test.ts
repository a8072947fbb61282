import { expect, test } from "vitest";
import { operationsIn } from "../contract/operations.ts";
import { kinds } from "./kinds.ts";
import { kindsOf } from "./kinds-of.ts";

test("the reference has its 136 operations, and the published API 121 of them and its own", () => {
  expect(Object.keys(operationsIn("reference"))).toHaveLength(136);
  const shared = Object.keys(operationsIn("gitbook")).filter((name) => name in operationsIn("reference"));
  expect(shared).toHaveLength(121);
});

test("a kind of the reference is its definition", () => {
  const names = kindsOf("reference").all.map(({ name, fields }) => [name, Object.keys(fields)]);
  const defined = kinds.map(({ name, fields }) => [name, Object.keys(fields)]);
  expect(names).toEqual(
    defined.filter(([name]) => kindsOf("reference").all.some((kind) => kind.name === name)),
  );
});

test("the kinds of an edition are the same objects at each call", () => {
  expect(kindsOf("gitbook").all[0]).toBe(kindsOf("gitbook").all[0]);
});
