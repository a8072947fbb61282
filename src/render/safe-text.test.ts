import { expect, test } from "vitest";
import { hideLogins } from "./safe-text.ts";

test.each([
  ["baseUrl: 'https://me:pass@api.example/v1'", "baseUrl: 'https://*******@api.example/v1'"],
  ["{ url: ftp://me:p@ss/word@api.example }", "{ url: ftp://************@api.example }"],
  ["url: https://token@api.example", "url: https://*****@api.example"],
  ["url: me:pass@api.example", "url: *******@api.example"],
  ["ana@acme.example: owner # see https://acme.example/@ana", undefined],
  ["https://acme.example", undefined],
])("%s", (line, hidden = line) => {
  expect(hideLogins(line)).toBe(hidden);
});
