import { expect, test } from "vitest";
import { siteKind } from "./site.ts";

test("a proxy is compared with its origin: the target is where requests are passed on to (A38)", () => {
  const { read } = siteKind.fields.proxy;
  const proxy = { origin: "docs.acme.example/guide", target: "https://acme.docform.example/guide/" };
  expect(read({ proxy })).toBe("docs.acme.example/guide");
  expect(read({ proxy: { target: proxy.target } })).toBeUndefined();
});
