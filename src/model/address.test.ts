import { expect, test } from "vitest";
import { ownersOf } from "./address.ts";

test("the owners of an address end before each of its dots", () => {
  expect(ownersOf("acme/sites.hub.sections.guides")).toEqual([
    "acme/sites",
    "acme/sites.hub",
    "acme/sites.hub.sections",
    "acme/sites.hub.sections.guides",
  ]);
});
