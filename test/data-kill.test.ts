import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTimeout, builtDocform } from "./support/built-docform.ts";
import { type Known, killHard, lossesOf, startTarget, writeUntilGone } from "./support/kill-load.ts";

/** `npm run kills` sets a hundred. */
const kills = Number(process.env.KILLS ?? 5);
const folder = mkdtempSync(join(tmpdir(), "docform-kill-"));

let built: string;

beforeAll(async () => {
  built = await builtDocform();
}, buildTimeout);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** When to kill: soon after the start, and later, in steps that do not repeat. */
const momentOf = (run: number) => 5 + ((run * 37) % 150);

test(`${kills} times kill -9 during a write load: every restart loads, and nothing acknowledged is lost`, {
  timeout: 60_000 + kills * 10_000,
}, async () => {
  const [seed, data] = [join(folder, "seed.yaml"), join(folder, "data.json")];
  writeFileSync(seed, "organizations: [{ id: org_acme, title: count 0 }]");
  const known: Known = { created: new Set(), sent: new Set(), count: { acknowledged: 0, sent: 0 } };
  let target = await startTarget(join(built, "cli.cjs"), ["--seed", seed, "--data", data]);
  for (let run = 0; run < kills; run += 1) {
    const writing = writeUntilGone(target, known, run);
    await new Promise((resolve) => setTimeout(resolve, momentOf(run)));
    await killHard(target);
    await writing;
    expect(JSON.parse(readFileSync(data, "utf8")).formatVersion).toBe(1);
    target = await startTarget(join(built, "cli.cjs"), ["--data", data]);
    expect(await lossesOf(target, known)).toEqual([]);
  }
  await killHard(target);
  expect(known.created.size).toBeGreaterThan(kills);
  expect(
    readdirSync(folder).filter((name) => !["data.json", "data.json.tmp", "seed.yaml"].includes(name)),
  ).toEqual([]);
  console.log(
    `${kills} kills, ${known.created.size} of ${known.sent.size} creations acknowledged, none lost`,
  );
});
