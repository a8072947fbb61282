import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { someJson, someKey, someYaml } from "../../../test/support/random/random-yaml.ts";
import type { Source } from "../../model/diagnostic.ts";
import { canonicalJson, type Json } from "../../text/json.ts";
import { parseYaml } from "../read/parse-yaml.ts";
import { type Tree, toJson } from "../read/tree.ts";
import type { Edit, Edited } from "./edit.ts";
import { editText } from "./edit-text.ts";

/** Cases of each property: few for npm test, always the same ones; .ci/run says more. */
const runs = Number(process.env.EDIT_RUNS ?? 40);
const seed = Number(process.env.EDIT_SEED ?? 20_261_122);

type Path = readonly (string | number)[];

/** An entry of a file: its key and value, their place, and the collection that they are in. */
interface Spot {
  readonly path: Path;
  readonly source: Source;
  readonly value: Tree;
}

function read(text: string): readonly Tree[] {
  const { documents, diagnostics } = parseYaml("a.yaml", text.replace("\uFEFF", ""));
  expect(diagnostics).toEqual([]);
  return documents;
}

/** Every entry of the file, by the path to it. */
function spotsIn(documents: readonly Tree[]): readonly Spot[] {
  const inside = (tree: Tree, path: Path): Spot[] => {
    if (tree.type === "list") return tree.items.flatMap((item, at) => inside(item, [...path, at]));
    if (tree.type === "scalar") return [];
    return tree.entries.flatMap(({ key, source, value }) => [
      { path: [...path, key], source, value },
      ...inside(value, [...path, key]),
    ]);
  };
  return documents.flatMap((document, at) => inside(document, [at]));
}

/** The value with another one at a path; without it, where there is none. */
function withAt(
  value: Json,
  [first, ...rest]: Path,
  change: (old: Json | undefined) => Json | undefined,
): Json {
  if (first === undefined) return change(value) ?? null;
  const copy = Array.isArray(value) ? [...value] : { ...(value as Record<string, Json>) };
  const at = copy as Record<string | number, Json>;
  const old = Object.hasOwn(at, first) ? at[first] : undefined;
  const next = rest.length === 0 ? change(old) : withAt(old ?? null, rest, change);
  if (next === undefined) delete at[first];
  else at[first] = next;
  return copy as Json;
}

/** One edit of a file, and the values that the file shall hold after it. */
interface Case {
  readonly text: string;
  readonly edit: Edit;
  readonly wanted: Json;
  readonly spot: Spot;
}

const someCase: fc.Arbitrary<Case> = fc
  .record({
    text: someYaml,
    pick: fc.nat(),
    verb: fc.constantFrom<Edit["type"]>("setValue", "addEntry", "removeEntry", "arrangeList"),
    json: someJson,
    key: someKey,
    order: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
  })
  .map(({ text, pick, verb, json, key, order }) => {
    const documents = read(text);
    const spots = spotsIn(documents);
    const spot = spots[pick % spots.length];
    return spot && { text, spot, ...editOf(documents.map(toJson), spot, { verb, json, key, order }) };
  })
  .filter((drawn) => drawn !== undefined);

interface Drawn {
  readonly verb: Edit["type"];
  readonly json: Json;
  readonly key: string;
  readonly order: readonly number[];
}

function editOf(
  before: Json,
  { path, source, value }: Spot,
  { verb, json, key, order }: Drawn,
): Pick<Case, "edit" | "wanted"> {
  if (verb === "removeEntry")
    return { edit: { type: verb, at: source }, wanted: withAt(before, path, () => undefined) };
  if (verb === "addEntry" && value.type === "map" && !value.entries.some((entry) => entry.key === key)) {
    const sibling = value.entries[(order[0] ?? 0) % value.entries.length]?.key;
    const beside =
      sibling === undefined ? {} : (order[1] ?? 0) % 2 === 0 ? { before: sibling } : { after: sibling };
    const wanted = withAt(before, [...path, key], () => json);
    return { edit: { type: verb, in: { key: source }, key, value: json, ...beside }, wanted };
  }
  if (verb === "arrangeList" && value.type === "list") {
    const left = value.items.map((item, at) => ({ item, place: order[at] ?? 0 }));
    const kept = left
      .toSorted((a, b) => a.place - b.place)
      .slice(0, Math.max(0, left.length - ((order[0] ?? 0) % 2)));
    const items = [
      ...kept.map(({ item }) => ({ keep: item.source })),
      ...((order[1] ?? 0) % 3 === 0 ? [{ add: json }] : []),
    ];
    const values = items.map((item) =>
      "add" in item ? item.add : toJson(kept.find((one) => one.item.source === item.keep)?.item ?? value),
    );
    return { edit: { type: verb, in: { key: source }, items }, wanted: withAt(before, path, () => values) };
  }
  return { edit: { type: "setValue", at: source, value: json }, wanted: withAt(before, path, () => json) };
}

/** The range that an edit may touch: its entry with the comments around it. */
function rangeOf(text: string, { path }: Spot): readonly [number, number] {
  const [document = 0, ...rest] = path;
  const documents = parseAllDocuments(text).filter((one) => one.contents !== null && one.toJSON() !== null);
  let node: unknown = documents[Number(document)]?.contents;
  let range: readonly [number, number] = [0, text.length];
  for (const part of rest) {
    const { items } = node as {
      items: {
        key: { range: number[]; value: unknown; source: string };
        value: { range: number[] } | null;
      }[];
    };
    if (typeof part === "number") node = items[part];
    else {
      const pair = items.find(({ key }) => String(key.value) === part || key.source === part);
      range = [pair?.key.range[0] ?? 0, pair?.value?.range[2] ?? pair?.key.range[1] ?? 0];
      node = pair?.value;
    }
  }
  return range;
}

/** A text without the comments, white space and marks of a collection at its end. */
function beforeComments(text: string): string {
  const left = text.trimEnd().replace(/(# note \d+|[-{[,])$/, "");
  return left === text ? text : beforeComments(left);
}

/** Was an edit refused, for an alias that repeats what it would change, or a comment in braces? For nothing else. */
function isRefused(text: string, refused: Edited["refused"]): boolean {
  return refused.some(({ reason }) =>
    reason === "an alias repeats this value elsewhere"
      ? / \*a\d/.test(text)
      : reason.startsWith("docform edits no") && /[{[]\r?\n[\s\S]*# note/.test(text),
  );
}

function commentsIn(text: string): readonly string[] {
  return [...text.matchAll(/# note \d+/g)].map(([found]) => found);
}

test("an edit gives exactly the wanted value, and touches nothing but its entry", () => {
  fc.assert(
    fc.property(someCase, ({ text, edit, wanted, spot }) => {
      const { text: after, refused } = editText("a.yaml", text, [edit]);
      if (isRefused(text, refused)) {
        expect(after).toBe(text);
        return;
      }
      expect(refused).toEqual([]);
      const values = read(after).map(toJson);
      expect(canonicalJson(values)).toBe(canonicalJson((wanted as Json[]).filter((value) => value !== null)));
      const [from, to] = rangeOf(text, spot);
      if (edit.type === "removeEntry") {
        // Its own comments go with it, and nothing else.
        const left = beforeComments(text.slice(0, from));
        expect(after.startsWith(left)).toBe(true);
      } else {
        expect(after.startsWith(text.slice(0, from))).toBe(true);
        expect(after.endsWith(text.slice(to))).toBe(true);
      }
      if (edit.type === "addEntry") expect(commentsIn(after)).toEqual(commentsIn(text));
      if (edit.type === "arrangeList") expect(new Set(commentsIn(after)).size).toBe(commentsIn(after).length);
    }),
    { numRuns: runs, seed },
  );
});

test("an edit to what is there already changes no byte", () => {
  fc.assert(
    fc.property(someYaml, fc.nat(), (text, pick) => {
      const spots = spotsIn(read(text));
      const edits = spots.map(
        ({ source, value }): Edit => ({ type: "setValue", at: source, value: toJson(value) }),
      );
      const [some] = pick % 2 === 0 ? [edits] : [edits.slice(pick % (edits.length + 1))];
      expect(editText("a.yaml", text, some ?? [])).toEqual({ text, refused: [] });
    }),
    { numRuns: runs, seed },
  );
});

test("what was added goes again without a trace", () => {
  const added = someCase.filter(({ edit }) => edit.type === "addEntry");
  fc.assert(
    fc.property(added, ({ text, edit, spot }) => {
      const { text: between, refused } = editText("a.yaml", text, [edit]);
      if (isRefused(text, refused)) return;
      if (edit.type !== "addEntry" || spot.value.type !== "map" || spot.value.entries.length === 0) return;
      const found = spotsIn(read(between)).find(
        ({ path }) => JSON.stringify(path) === JSON.stringify([...spot.path, edit.key]),
      );
      if (found === undefined) throw new Error("the added entry is not there");
      const remove: Edit = { type: "removeEntry", at: found.source };
      expect(editText("a.yaml", between, [remove])).toEqual({ text, refused: [] });
    }),
    { numRuns: Math.ceil(runs / 3), seed },
  );
});

test("edits of several places come out as one after the other would", () => {
  const some = fc.record({
    text: someYaml,
    picks: fc.array(fc.tuple(fc.nat(), fc.boolean(), someJson), { maxLength: 6 }),
  });
  fc.assert(
    fc.property(some, ({ text, picks }) => {
      const documents = read(text);
      const spots = spotsIn(documents);
      const chosen = new Map<Spot, Json | undefined>();
      for (const [pick, goes, json] of spots.length === 0 ? [] : picks) {
        const spot = spots[pick % spots.length];
        const isFree = [...chosen.keys()].every(
          ({ path }) => !isWithin(path, spot?.path) && !isWithin(spot?.path, path),
        );
        if (spot !== undefined && isFree) chosen.set(spot, goes ? undefined : json);
      }
      const edits = [...chosen].map(
        ([{ source }, value]): Edit =>
          value === undefined ? { type: "removeEntry", at: source } : { type: "setValue", at: source, value },
      );
      const wanted = [...chosen].reduce<Json>(
        (values, [{ path }, value]) => withAt(values, path, () => value),
        documents.map(toJson),
      );
      const { text: after, refused } = editText("a.yaml", text, edits);
      if (isRefused(text, refused)) return;
      expect(refused).toEqual([]);
      expect(canonicalJson(read(after).map(toJson))).toBe(canonicalJson(wanted));
    }),
    { numRuns: runs, seed },
  );
});

/** Does one path lead into what is at the other? */
function isWithin(outer: Path = [], inner: Path = []): boolean {
  return outer.every((part, at) => part === inner[at]);
}
