import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtDocform } from "../support/processes/built-docform.ts";
import {
  type Known,
  killHard,
  lossesOf,
  startTarget,
  writeUntilGone,
} from "../support/processes/kill-load.ts";

/** `npm run kills` sets a hundred. */
const kills = Number(process.env.DATA_KILLS ?? 5);
const folder = mkdtempSync(join(tmpdir(), "docform-kill-"));

let built: string;

beforeAll(async () => {
  built = await builtDocform();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * When to kill: once so many creations of this run were acknowledged, none or up to four, and so many milliseconds after
 * that, in steps that do not repeat. A time alone would, on a busy machine, come before the first of them.
 */
const momentOf = (run: number) => ({ created: run % 5, milliseconds: 5 + ((run * 37) % 150) });

async function momentToKill({ created }: Known, run: number): Promise<void> {
  const moment = momentOf(run);
  const enough = created.size + moment.created;
  while (created.size < enough) await setTimeout(1);
  await setTimeout(moment.milliseconds);
}

test(`${kills} times kill -9 during a write load: every restart loads, and nothing acknowledged is lost`, async () => {
  const [seed, data] = [join(folder, "seed.yaml"), join(folder, "data.json")];
  writeFileSync(seed, "organizations: [{ id: org_acme, title: count 0 }]");
  const known: Known = { created: new Set(), sent: new Set(), count: { acknowledged: 0, sent: 0 } };
  let target = await startTarget(join(built, "cli.cjs"), ["--seed", seed, "--data", data]);
  for (let run = 0; run < kills; run += 1) {
    const writing = writeUntilGone(target, known, run);
    await momentToKill(known, run);
    await killHard(target);
    await writing;
    expect(JSON.parse(readFileSync(data, "utf8")).formatVersion).toBe(1);
    target = await startTarget(join(built, "cli.cjs"), ["--data", data]);
    expect(await lossesOf(target, known)).toEqual([]);
  }
  await killHard(target);
  expect(known.created.size).toBeGreaterThan(kills);
  expect(
    readdirSync(folder).filter(
      (name) => !["data.json", "data.json.tmp", "data.json.lock", "seed.yaml"].includes(name),
    ),
  ).toEqual([]);
  console.log(
    `${kills} kills, ${known.created.size} of ${known.sent.size} creations acknowledged, none lost`,
  );
});
