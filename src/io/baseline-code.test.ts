import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { compileAtFirstCall, noticingMuch } from "./baseline-code.ts";
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

function flagsOn(node: string): readonly string[] {
  const flags: string[] = [];
  compileAtFirstCall(node, (flag) => flags.push(flag));
  return flags;
}

const ofAll = ["--always-sparkplug", "--no-lazy-feedback-allocation"];

test.each([
  { node: "18.20.4", flags: [] },
  { node: "20.19.0", flags: [...ofAll, "--interrupt-budget=264000", "--max-inlined-bytecode-size=27"] },
  { node: "22.12.0", flags: ofAll },
  { node: "24.1.0", flags: ofAll },
  { node: "25.0.0", flags: [] },
])("Node $node is told the flags that it is known to have", ({ node, flags }) => {
  expect(flagsOn(node)).toEqual(flags);
});

test("this Node knows the flags that it is told", () => {
  const { status, stderr } = spawnSync(process.execPath, [...flagsOn(process.versions.node), "-e", "0"], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
