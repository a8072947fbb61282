import { expect, test } from "vitest";
import { ownersOf } from "./address.ts";

test("an address stands in all that ends before one of its dots", () => {
  expect(ownersOf("acme/sites.hub.sections.guides")).toEqual([
    "acme/sites",
    "acme/sites.hub",
    "acme/sites.hub.sections",
    "acme/sites.hub.sections.guides",
  ]);
});
