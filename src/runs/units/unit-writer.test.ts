import { expect, test } from "vitest";
import { unitWriter } from "./unit-writer.ts";

test("where a comment has no room for all details, those that need somebody are left out last", () => {
  let text = "";
  const stdout = { write: (part: string) => (text += part) } as unknown as NodeJS.WriteStream;
  const writer = unitWriter({ stdout, now: () => 0 }, "markdown");
  const rows = Array.from({ length: 40 }, (_, at) => ({
    organization: `o${at}`,
    state: at % 20 === 19 ? ("held" as const) : ("changes" as const),
    calls: 8,
    milliseconds: 900,
  }));
  for (const row of rows) writer.write(row, { code: 0, row, details: "x".repeat(3_000) });
  writer.end(rows);
  const told = [...text.matchAll(/<summary>(\w+): (\w+)/g)].map(([, name]) => name);
  expect(told.slice(-2)).toEqual(["o19", "o39"]);
  expect(told[0]).toBe("o0");
  expect(text).toContain(`organizations left out: ${40 - told.length} below it`);
});
