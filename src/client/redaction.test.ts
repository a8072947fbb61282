import { expect, test } from "vitest";
import { redact } from "./redaction.ts";

const secret = 'tok/en+"4711"=é';

test.each([
  ["plain", secret],
  ["URL-encoded", encodeURIComponent(secret)],
  ["URL-encoded in lower case", encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
  ["as a JSON string", JSON.stringify(secret)],
  ["as base64", Buffer.from(secret).toString("base64")],
  ["as base64 for URLs", Buffer.from(secret).toString("base64url")],
  ["as base64 behind one byte", Buffer.from(`:${secret}:`).toString("base64")],
  ["as base64 behind two bytes", Buffer.from(`u:${secret}`).toString("base64")],
  ["as base64 of a header", Buffer.from(`Bearer ${secret}`).toString("base64")],
])("a secret %s is replaced", (_, form) => {
  const text = redact(`before ${form} after ${form}`, ["other-secret", secret]);
  expect(text).toMatch(/^before .{0,14}\[redacted\].{0,6} after .{0,14}\[redacted\].{0,6}$/);
  expect(text).not.toContain(form);
});

test("an empty secret changes nothing, and a short one is replaced as it is", () => {
  expect(redact("a text", [""])).toBe("a text");
  expect(redact("abc", ["b"])).toBe("a[redacted]c");
});
