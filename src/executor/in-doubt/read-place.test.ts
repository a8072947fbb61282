import { describe, expect, test } from "vitest";
import { kinds } from "../../kinds/kinds.ts";
import { isTreeKind } from "../../planner/tree/tree-kind.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { movedBy, standing, standsAsBefore } from "./read-place.ts";

const to = (side: string, type: string, id: string): JsonObject => ({
  position: { [side]: { type, [type]: id } },
});

const afterC = to("after", "collection", "c");

/** What a list of spaces shows that is `id` or `id in holder`. */
function itemsOf(text: string): readonly JsonObject[] {
  return text.split(", ").flatMap((one): JsonObject[] => {
    const [id = "", parent] = one.split(" in ");
    return id === "" ? [] : [parent === undefined ? { id, title: id } : { id, title: id, parent }];
  });
}

/** What is said of a move of `x`; spaces and collections are `id` or `id in holder`, in display order. */
function said(operation: "moveSpace" | "moveCollection", body: Json, spaces: string, collections: string) {
  const kind = movedBy(kinds, { operation });
  if (kind === undefined) throw new Error(`nothing is moved by ${operation}`);
  const lists = kinds.filter(isTreeKind).map((one) => ({
    kind: one,
    items: itemsOf(one.name === "space" ? spaces : collections),
  }));
  return standing(kind, { params: { [kind.idParam]: "x" }, body }, lists).is;
}

describe("whether a move was done,", () => {
  test.each<[string, string, Json, string, string, string]>([
    ["alone, at the end", "done", {}, "a, x", "", "moveSpace"],
    ["alone, not at the end", "open", {}, "x, a", "", "moveSpace"],
    ["next to its like", "done", to("after", "space", "a"), "a, x, b", "", "moveSpace"],
    ["on the other side of it", "open", to("before", "space", "a"), "a, x, b", "", "moveSpace"],
    ["into another holder", "open", { parent: "c" }, "a, x", "c", "moveSpace"],
    ["into a holder, and others came behind it", "done", { parent: "c" }, "x in c, a in c", "c", "moveSpace"],
    [
      "into a holder, and elsewhere in it than asked",
      "open",
      { parent: "c", ...to("after", "space", "a") },
      "x in c, a in c",
      "c",
      "moveSpace",
    ],
    ["out of a holder", "open", { parent: null }, "a, x in c", "c", "moveSpace"],
    [
      "its like, and between them what is seen",
      "open",
      to("after", "space", "a"),
      "a, in1 in c, x",
      "c",
      "moveSpace",
    ],
    ["the end, and behind it what is seen", "open", {}, "a, x, in1 in c", "c", "moveSpace"],
    ["next to what is seen", "done", afterC, "a, in1 in c, x", "c", "moveSpace"],
    ["next to what is seen by what is deep in it", "done", afterC, "i in d, x", "c, d in c", "moveSpace"],
    ["away from what is seen", "open", afterC, "in1 in c, a, x", "c", "moveSpace"],
    ["next to what nothing shows", "hidden", afterC, "a, x", "c", "moveSpace"],
    ["what nothing shows", "hidden", to("after", "space", "a"), "a, b", "x", "moveCollection"],
    ["what nothing shows, beside its like", "hidden", afterC, "a", "c, x", "moveCollection"],
    ["what nothing shows, among its like", "done", afterC, "", "c, x", "moveCollection"],
    ["what nothing shows, elsewhere among its like", "open", afterC, "a", "x, c", "moveCollection"],
    [
      "next to what nothing shows, out of a holder",
      "done",
      { parent: null, ...afterC },
      "a, x",
      "c, d",
      "moveSpace",
    ],
    ["what is gone", "unclear", {}, "a", "", "moveSpace"],
    ["next to what is gone", "unclear", to("after", "space", "b"), "a, x", "", "moveSpace"],
    ["next to what has gone elsewhere", "unclear", to("after", "space", "b"), "b in c, x", "c", "moveSpace"],
    [
      "in holders that stand in each other",
      "hidden",
      to("after", "collection", "e"),
      "x in c",
      "c in d, d in c, e in c",
      "moveSpace",
    ],
  ])("%s: %s", (_, expected, body, spaces, collections, operation) => {
    expect(said(operation as "moveSpace", body, spaces, collections)).toBe(expected);
  });
});

test.each([
  ["where it stood", true, "a, x, b", "a, x, b"],
  ["where it stood, and others came", true, "a, x, b", "new, a, x, b, other in c"],
  ["where it stood, and others went", true, "a, x, b", "x"],
  ["where it stood, and what the run itself moved does not", true, "a, x, own", "own, a, x"],
  ["in something else", false, "a, x, b", "a, x in c, b"],
  ["on the other side of another", false, "a, x, b", "a, b, x"],
  ["nowhere that was read before", false, "a", "a, x"],
])("what was to be moved stands %s: as before is %s", (_, expected, before, now) => {
  const kind = movedBy(kinds, { operation: "moveSpace" });
  if (kind === undefined) throw new Error("nothing moves a space");
  const own = new Set(["own", "x"]);
  expect(standsAsBefore(kind, "x", itemsOf(before), itemsOf(now), own)).toBe(expected);
});
