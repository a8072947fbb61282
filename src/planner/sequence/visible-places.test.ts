import { expect, test } from "vitest";
import { placesOf } from "./visible-places.ts";

test("a holder stands where the first of what it holds is listed, also beside an item with its id", () => {
  const [first, second, same] = [
    { id: "a", in: "same" },
    { id: "b", in: undefined },
    { id: "same", in: undefined },
  ];
  const [empty, holder] = [
    { id: "empty", in: undefined },
    { id: "same", in: undefined },
  ];
  const places = placesOf([first, second, same], [empty, holder], (item) => item.in);
  expect([first, second, same, empty, holder].map((item) => places.get(item))).toEqual([0, 1, 2, -1, 0]);
});
