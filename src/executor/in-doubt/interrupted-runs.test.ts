import { describe, expect, test } from "vitest";
import { kinds } from "../../kinds/kinds.ts";
import { indexKinds } from "../../model/kind-index.ts";
import type { Live } from "../../model/live.ts";
import { type LostCreate, madeBy, type Unrecorded, unfoundBy } from "./interrupted-runs.ts";

const original = { one: "One" };

/** What is live: titles of spaces by id. */
function live(titles: Readonly<Record<string, string>>): Live {
  const spaces = Object.entries(titles).map(([id, title]) => ({
    kind: "space",
    id,
    organization: "acme",
    answer: { id, title },
    memberships: {},
  }));
  return { resources: spaces } as unknown as Live;
}

const space = (id: string) => ({ kind: "space", id });

/** A copy of the original, whose answer is not known. */
const copying = (key: string): LostCreate => ({
  address: `acme/spaces.${key}`,
  kind: "space",
  operation: "duplicateSpace",
  params: { spaceId: "one" },
  body: undefined,
});

/** A run that found these ids. */
const run = (there: readonly string[], left: Partial<Unrecorded> = {}): Unrecorded => ({
  made: new Map(),
  taken: new Set(),
  lost: [],
  holders: new Map(),
  found: new Map(),
  there: new Map([["acme space", new Set(there)]]),
  names: new Map(),
  ...left,
});

/** The ids that were found, by key. */
function found(runs: readonly Unrecorded[], titles: Readonly<Record<string, string>>) {
  const made = madeBy(runs, live({ ...original, ...titles }), indexKinds(kinds));
  return Object.fromEntries([...made].map(([address, { id }]) => [address.replace("acme/spaces.", ""), id]));
}

const copy = "One (copy)";

describe("what lost creates made:", () => {
  test("the one that is new and fits; with two, nobody can tell", () => {
    const runs = [run(["one"], { lost: [copying("a")] })];
    expect(found(runs, { x: copy, other: "Other" })).toEqual({ a: "x" });
    expect(found(runs, { x: copy, y: copy })).toEqual({});
  });

  test("one that two addresses of a run can have made is neither's", () => {
    expect(found([run(["one"], { lost: [copying("a"), copying("b")] })], { x: copy })).toEqual({});
  });

  test("a create that was lost in each of two runs made one: the second run saw nothing of the first", () => {
    const lost = [copying("a")];
    expect(found([run(["one"], { lost }), run(["one"], { lost })], { x: copy })).toEqual({ a: "x" });
  });

  test("what was there when the next run looked is the first one's, and what was not, the second one's", () => {
    const runs = [run(["one"], { lost: [copying("a")] }), run(["one", "x"], { lost: [copying("b")] })];
    expect(found(runs, { x: copy, y: copy })).toEqual({ a: "x", b: "y" });
    expect(found(runs, { x: copy })).toEqual({ a: "x" });
  });

  test("what came after the next run looked is found too, when no other call can have made it", () => {
    const first = run(["one"], { lost: [copying("a")] });
    expect(found([first, run(["one"])], { x: copy })).toEqual({ a: "x" });
    expect(found([first, run(["one"], { lost: [copying("b")] })], { x: copy })).toEqual({ b: "x" });
  });

  test("what a later run made of the address counts, and the lost one is looked for no more", () => {
    const second = run(["one", "x"], {
      made: new Map([["acme/spaces.a", space("y")]]),
      taken: new Set(["space y"]),
    });
    const runs = [run(["one"], { lost: [copying("a")] }), second];
    expect(found(runs, { x: copy, y: "A" })).toEqual({ a: "y" });
  });

  test("what a later run took for it is it, whatever it is called by now", () => {
    const second = run(["one", "x"], { found: new Map([["acme/spaces.a", space("x")]]) });
    const runs = [run(["one"], { lost: [copying("a")] }), second];
    expect(found(runs, { x: "Edited", y: copy })).toEqual({ a: "x" });
  });

  test("what a run found at an address where nothing was lost says nothing", () => {
    const first = run(["one"], { found: new Map([["acme/spaces.a", space("x")]]) });
    expect(found([first], { x: "Edited" })).toEqual({});
  });

  test("a copy has a name that its original had", () => {
    const renamed = { one: "Uno", x: copy };
    const lost = [copying("a")];
    const names = new Map([["space one", ["One"]]]);
    expect(found([run(["one"], { lost })], renamed)).toEqual({});
    expect(found([run(["one"], { lost, names })], renamed)).toEqual({ a: "x" });
  });

  test("what is called as a copy of it is better than what begins as it, such as a copy of that copy", () => {
    const runs = [run(["one"], { lost: [copying("a")] })];
    expect(found(runs, { x: copy, y: `${copy} (copy)` })).toEqual({ a: "x" });
    expect(found(runs, { x: "One, copied" })).toEqual({ a: "x" });
    expect(found(runs, { x: "One, copied", y: `${copy} (copy)` })).toEqual({});
  });

  test("what was there when the next run looked is better than what is called as a copy, and came later", () => {
    const runs = [run(["one"], { lost: [copying("a")] }), run(["one", "x"])];
    expect(found(runs, { x: "One guide", y: copy })).toEqual({ a: "x" });
  });

  test("what nothing fits that was read may be in a newer list; what an answer or a later run tells, need not be", () => {
    const first = run(["one"], { lost: [copying("a")] });
    const unfound = (runs: readonly Unrecorded[], titles: Readonly<Record<string, string>> = {}) =>
      unfoundBy(runs, live({ ...original, ...titles }), indexKinds(kinds)).map(({ address }) => address);
    expect(unfound([first])).toEqual(["acme/spaces.a"]);
    expect(unfound([first], { x: copy })).toEqual([]);
    expect(unfound([first], { x: copy, y: copy })).toEqual([]);
    const known = new Map([["acme/spaces.a", space("x")]]);
    expect(unfound([first, run(["one"], { made: known })])).toEqual([]);
    expect(unfound([first, run(["one", "x"], { found: known })])).toEqual([]);
  });
});
