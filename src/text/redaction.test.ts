import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor } from "./redaction.ts";

const redact = (text: string, secrets: readonly string[]): string => createRedactor(secrets).redact(text);

const secret = `tok/en+"4711"=é<&'>`;

test.each([
  ["plain", secret],
  ["URL-encoded", encodeURIComponent(secret)],
  ["URL-encoded in lower case", encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
  ["as a JSON string", JSON.stringify(secret)],
  ["in HTML", "tok/en+&quot;4711&quot;=é&lt;&amp;&#39;&gt;"],
  ["in XML", "tok/en+&quot;4711&quot;=é&lt;&amp;'&gt;"],
  ["in Markdown", 'tok/en+"4711"=é&lt;&amp;\'&gt;'],
  ["as a JSON string in HTML", "tok/en+\\&quot;4711\\&quot;=é&lt;&amp;&#39;&gt;"],
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

test("secrets that overlap are masked as one, so that no end of either is left", () => {
  expect(redact("<abcdefgh-ijklmnop>", ["abcdefgh-ijk", "gh-ijklmnop"])).toBe("<[redacted]>");
  expect(redact("<abcdefgh-1>", ["abcdefgh", "abcdefgh-1"])).toBe("<[redacted]>");
});

const letters = fc.string({ unit: fc.constantFrom("a", "b", "\n"), minLength: 1, maxLength: 6 });
const secrets = fc.array(letters, { minLength: 1, maxLength: 4 });
const longText = fc.string({ unit: fc.constantFrom("a", "b", "\n", "c"), maxLength: 60 });

/** The text with each place that a secret covers masked: slowly, one place after the other. */
function maskedSlowly(text: string, all: readonly string[]): string {
  const covered = Array.from(text, () => 0);
  let group = 0;
  for (let start = 0; start < text.length; start += 1) {
    const found = all.filter((one) => text.startsWith(one, start)).map(({ length }) => length);
    if (found.length === 0) continue;
    if (covered[start] === 0) group += 1;
    covered.fill(group, start, start + Math.max(...found));
  }
  return [...text]
    .map((character, at) =>
      covered[at] === 0 ? character : covered[at] === covered[at - 1] ? "" : "[redacted]",
    )
    .join("");
}

test("always masks just the places that a secret covers", () => {
  fc.assert(
    fc.property(longText, secrets, (text, all) => {
      // One redaction ends where the next begins: they are told apart only by where they came from.
      const shown = (masked: string) => masked.replace(/(\[redacted\])+/g, "[redacted]");
      expect(shown(redact(text, all))).toBe(shown(maskedSlowly(text, all)));
    }),
  );
});

test("a thousand secrets and texts of 64 KB are masked alike", () => {
  const many = Array.from({ length: 1000 }, (_, at) => `secret-number-${at}-of-many`);
  const long = Array.from({ length: 10 }, (_, at) => `openapi: 3.1.${at}\n`.repeat(4096));
  expect(redact(`<${many[500]}> <${long[7]}>`, [...many, ...long])).toBe("<[redacted]> <[redacted]>");
});
