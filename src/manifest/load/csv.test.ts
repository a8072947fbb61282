import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cell, csvLines } from "./csv.ts";

function linesOf(text: string) {
  const lines = [...csvLines("t.csv", text, 100)];
  const isRead = (line: (typeof lines)[number]): line is readonly Cell[] => !("code" in line);
  return { read: lines.filter(isRead).map((line) => line.map((cell) => cell.text)), lines };
}

const value = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, "").trim());

test("a table reads back as it was written, whatever is in its values", () => {
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      // A line of nothing but blanks says nothing.
      const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(" , "));
      expect(linesOf(quoted.join("\r\n")).read).toEqual(rows);
    }),
  );
});

test("any text is read, or told line by line", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = text.split("\n").filter((line) => line.trim() !== "");
      expect(linesOf(text).lines).toHaveLength(written.length);
    }),
  );
});

test("a hostile line takes no time that grows with the square of its length", () => {
  expect(linesOf(`${" ".repeat(200_000)}"${'""'.repeat(200_000)}x`).lines).toHaveLength(1);
  expect(linesOf(" ,".repeat(200_000)).lines).toMatchObject([{ code: "DF1003" }]);
});
