import { expect, test } from "vitest";
import { unitWriter } from "./unit-writer.ts";

/** The organizations with details in a comment of 40, of which every twentieth is held, and all of the comment. */
function commentOf(bytes: (at: number) => number) {
  let text = "";
  const stdout = { write: (part: string) => (text += part) } as unknown as NodeJS.WriteStream;
  const writer = unitWriter({ stdout, now: () => 0 }, "markdown");
  const rows = Array.from({ length: 40 }, (_, at) => ({
    organization: `o${at}`,
    state: at % 20 === 19 ? ("held" as const) : ("changes" as const),
    calls: 8,
    milliseconds: 900,
  }));
  for (const [at, row] of rows.entries()) writer.write(row, { code: 0, row, details: "x".repeat(bytes(at)) });
  writer.end(rows);
  return { text, told: [...text.matchAll(/<summary>(\w+): (\w+)/g)].map(([, name]) => name) };
}

test("where a comment has no room for all details, those that need somebody are left out last", () => {
  const { text, told } = commentOf(() => 3_000);
  expect(told.slice(-2)).toEqual(["o19", "o39"]);
  expect(told[0]).toBe("o0");
  expect(text).toContain(`organizations left out: ${40 - told.length} below it`);
});

test("details that are too long for a comment by themselves take the place of no others", () => {
  const { text, told } = commentOf((at) => (at === 39 ? 50_000 : 300));
  expect(told).toHaveLength(39);
  expect(text).toContain("organizations left out: 1 below it");
});
