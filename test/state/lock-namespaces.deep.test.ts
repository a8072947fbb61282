import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import {
  folderWith,
  manifest,
  mutations,
  seedWithTwins,
  settings,
} from "../support/processes/cli-fixture.ts";

let built: string;

beforeAll(async () => {
  built = await builtDocform();
});

const keys = Array.from({ length: 20 }, (_, at) => `t${at}`);
const body = `teams:\n${keys.map((key) => `  ${key}: { title: Team ${key} }\n`).join("")}`;

test("a run in another PID namespace leaves the lock of a living run to it", async () => {
  const folder = folderWith({ "docform.yaml": settings, ...manifest(body) });
  const slow = { operation: "createTeam", fault: "delay", for: 200, calls: {} };
  const platform = await startTestPlatform(seedWithTwins, [slow]);
  const apply = (...before: readonly string[]) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const argv = [process.execPath, join(built, "cli.cjs"), "apply", "--yes", "--concurrency", "1"];
      const [program = "", ...args] = [...before, ...argv, "--no-rehearse"];
      const env = { PATH: process.env.PATH ?? "", ...platform.env };
      const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          said += chunk;
        });
      child.once("error", (problem) => resolve({ code: null, said: String(problem) }));
      child.once("close", (code) => resolve({ code, said }));
    });
  const first = apply();
  while (!existsSync(join(folder, ".docform", "runs"))) await setTimeout(20);
  const second = await apply("unshare", "--pid", "--fork", "--mount-proc");
  expect(second).toMatchObject({ code: 1, said: expect.stringContaining("DF5033") });
  expect(await first).toMatchObject({ code: 0 });
  expect(mutations(platform)).toHaveLength(keys.length);
  expect(await apply("unshare", "--pid", "--fork", "--mount-proc")).toMatchObject({ code: 0 });
});
