import { expect, test } from "vitest";
import { placesOf } from "./visible-places.ts";

test("a container stands where its first item is listed, also beside an item with its id", () => {
  const [first, second, same] = [
    { id: "a", in: "same" },
    { id: "b", in: undefined },
    { id: "same", in: undefined },
  ];
  const [empty, container] = [
    { id: "empty", in: undefined },
    { id: "same", in: undefined },
  ];
  const places = placesOf([first, second, same], [empty, container], (item) => item.in);
  expect([first, second, same, empty, container].map((item) => places.get(item))).toEqual([0, 1, 2, -1, 0]);
});
