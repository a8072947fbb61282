import { expect, test } from "vitest";
import { noticingMuch } from "./baseline-code.ts";
import { nodeDisk } from "./node-disk.ts";

/** A disk whose files have as many bytes as their name says. */
const disk = { ...nodeDisk, read: async (path: string) => new Uint8Array(Number(path)) };

test.each([
  { what: "a small project", sizes: [200, 4_000], times: 0 },
  { what: "one large file", sizes: [200, 64 * 1024], times: 1 },
  { what: "many files", sizes: [30_000, 30_000, 30_000, 100_000], times: 1 },
])("much was read, once: $what", async ({ sizes, times }) => {
  let noticed = 0;
  const noticing = noticingMuch(disk, () => {
    noticed += 1;
  });
  for (const size of sizes) expect(await noticing.read(String(size))).toHaveLength(size);
  expect(noticed).toBe(times);
});
