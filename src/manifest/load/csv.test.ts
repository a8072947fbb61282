import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";

const value = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, "").trim());

test("a table reads back as it was written, whatever is in its values", () => {
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      // A line of nothing but blanks says nothing.
      const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(" , "));
      const { lines, diagnostics } = readCsv("t.csv", quoted.join("\r\n"));
      expect(diagnostics).toEqual([]);
      expect(lines.map((line) => line.map(({ text }) => text))).toEqual(rows);
    }),
  );
});

test("any text is read, or told line by line", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { lines, diagnostics } = readCsv("t.csv", text);
      const written = text.split(/\r?\n/).filter((line) => line.trim() !== "");
      expect(lines.length + diagnostics.length).toBe(written.length);
    }),
  );
});

test("a long hostile line takes no time", () => {
  const started = performance.now();
  readCsv("t.csv", `${" ".repeat(200_000)}"${'""'.repeat(200_000)}x`);
  readCsv("t.csv", " ,".repeat(200_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
