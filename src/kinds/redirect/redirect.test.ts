import { expect, test } from "vitest";
import { redirectKind } from "./redirect.ts";

test("an item sends what is kept of a redirect, without what docform does not know of it (G6)", () => {
  const external = { kind: "external", url: "https://acme.example" };
  const before = { source: "/Old/*", destination: { ...external, ring: 2 }, captureWildcard: true, tier: 1 };
  const { shared } = redirectKind.operations;
  expect(shared?.item({ body: { permanent: true }, before })).toEqual({
    source: "/Old/*",
    intent: "live",
    destination: external,
    captureWildcard: true,
    permanent: true,
  });
});
