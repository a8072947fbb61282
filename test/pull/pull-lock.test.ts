import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeDisk } from "../../src/io/node-disk.ts";
import { startProxy } from "../support/network/proxy.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, project, quietly, seedWithTwins, twoSteps } from "../support/processes/cli-fixture.ts";
import type { Run } from "../support/processes/run-docform.ts";

const recordIn = (folder: string): string => readFileSync(join(folder, ".docform/record.json"), "utf8");
const elsewhere = JSON.stringify({
  id: "0a1b2c3d",
  command: "apply",
  host: "elsewhere",
  pid: 1,
  at: "2026-11-21T23:00:00.000Z",
});

describe("a pull during an apply in the same folder", () => {
  test.each(["pull", "drift --accept teams.docs"])(
    "writes nothing, and says who holds it: %s",
    async (line) => {
      const acme = await project(twoSteps);
      let pulled: Promise<Run> | undefined;
      const proxy = await startProxy(acme.platform.url, {
        before: async ({ method }) => {
          if (method === "GET") return undefined;
          pulled ??= acme.docform(line);
          await pulled;
          return undefined;
        },
      });
      const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
      expect(await acme.docform("apply --yes", { env })).toMatchObject({ code: 0 });
      const refused = await pulled;
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused?.stderr).toMatch(
        /error\[DF5033\]: another run holds this project folder: docform apply/,
      );
      expect(readFileSync(join(acme.folder, "manifests/all.yaml"), "utf8")).toBe(
        twoSteps["manifests/all.yaml"],
      );
      expect(await acme.docform(line)).toMatchObject({ code: 0, stderr: "" });
      expect(existsSync(join(acme.folder, ".docform/lock"))).toBe(false);
    },
  );

  test("is refused the same when the pull was first: what the apply would record is not lost", async () => {
    const acme = await project(twoSteps);
    let applied: Promise<Run> | undefined;
    const proxy = await startProxy(acme.platform.url, {
      before: async () => {
        applied ??= acme.docform("apply --yes");
        await applied;
        return undefined;
      },
    });
    const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
    expect(await acme.docform("pull --declared", { env })).toMatchObject({ code: 0 });
    expect(await applied).toMatchObject({ code: 1 });
    expect((await applied)?.stderr).toContain("another run holds this project folder: docform pull");
  });

  test("only shows what it would write all the same", async () => {
    const acme = await project({ ...twoSteps, ".docform/lock": elsewhere });
    expect(await acme.docform("pull --dry-run")).toMatchObject({ code: 0, stderr: "" });
  });
});

test("a pull that is interrupted leaves no lock, and has written nothing", async () => {
  const acme = await project(twoSteps);
  let interrupt = (): void => {};
  const proxy = await startProxy(acme.platform.url, {
    before: async () => {
      interrupt();
      return { status: 503, body: "{}" };
    },
  });
  const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
  const whenStarted = (stop: () => void): void => {
    interrupt = stop;
  };
  expect(await acme.docform("pull", { env, whenStarted })).toMatchObject({ code: 130, stdout: "" });
  expect(existsSync(join(acme.folder, ".docform/lock"))).toBe(false);
  expect(readFileSync(join(acme.folder, "manifests/all.yaml"), "utf8")).toBe(twoSteps["manifests/all.yaml"]);
});

test("a pull that is interrupted while it writes ends with all that it began", async () => {
  const acme = await project(twoSteps);
  let interrupt = (): void => {};
  const whenStarted = (stop: () => void): void => {
    interrupt = stop;
  };
  const rename: typeof nodeDisk.rename = async (from, to) => {
    if (to.includes("manifests")) interrupt();
    await nodeDisk.rename(from, to);
  };
  const run = await acme.docform("pull", { whenStarted, disk: { ...nodeDisk, rename } });
  expect(run).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Interrupted: calls in flight finish"),
  });
  expect(run.stdout).toContain("Wrote 1 file:");
  expect(readdirSync(join(acme.folder, "manifests"))).toEqual(["all.yaml"]);
  expect(await acme.docform("pull")).toMatchObject({ code: 0, stdout: expect.not.stringContaining("Wrote") });
});

test("a new project keeps the record of a run that holds its folder, and says so", async () => {
  const platform = await startTestPlatform(seedWithTwins);
  const cwd = folderWith({});
  mkdirSync(join(cwd, ".docform"));
  writeFileSync(join(cwd, ".docform/lock"), elsewhere);
  const record = '{"formatVersion":1,"salt":"0123456789abcdef","platforms":{}}';
  writeFileSync(join(cwd, ".docform/record.json"), record);
  const line = `init --from-platform --organization org_acme --base-url ${platform.url} --ci none`;
  const run = await quietly(line, { cwd, ...platform });
  expect(run).toMatchObject({ code: 0 });
  expect(run.stderr).toContain("warning[DF5033]: another run holds this project folder: docform apply");
  expect(recordIn(cwd)).toBe(record);
  expect(existsSync(join(cwd, "manifests/teams.yaml"))).toBe(true);
});

test("drift --accept has no document of what it writes, so it takes no --format json", async () => {
  const acme = await project(twoSteps);
  const run = await acme.docform("drift --accept teams.docs --format json");
  expect(run).toMatchObject({ code: 1, stderr: "" });
  expect(JSON.parse(run.stdout).diagnostics).toMatchObject([
    { code: "DF5001", message: "--accept takes no --format json" },
  ]);
  expect(readFileSync(join(acme.folder, "manifests/all.yaml"), "utf8")).toBe(twoSteps["manifests/all.yaml"]);
});
