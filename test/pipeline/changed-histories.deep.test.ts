import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/project-files.ts";
import { changedUnits } from "../../src/project/changed/changed-units.ts";
import { type ProjectVersion, policyTexts } from "../../src/project/changed/compare-projects.ts";
import { randomFrom } from "../laws/harness/random.ts";
import { edited, filesOf, firstHistory } from "../laws/worlds/history-world.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";

type Files = Readonly<Record<string, string>>;

async function inMemory(files: Files): Promise<ProjectVersion> {
  const io = memoryFiles(files);
  const project = await loadProject("/project", io, { env: {} }, "production");
  return { project, policies: await policyTexts(io) };
}

function write(folder: string, files: Files): void {
  for (const name of readdirSync(folder))
    if (name !== ".git") rmSync(join(folder, name), { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test("from the objects of git, ci list names the same organizations as from both folders", async () => {
  const folder = folderWith({});
  const git = (...args: readonly string[]): void => {
    const settings = ["user.name=ana", "user.email=ana@acme.example", "commit.gpgsign=false"];
    execFileSync("git", ["-C", folder, ...settings.flatMap((one) => ["-c", one]), ...args]);
  };
  git("init", "--quiet");
  const { PATH = "", HOME = "" } = process.env;
  let listed = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomFrom(seed);
    const before = firstHistory(random);
    const [after, names] = edited(before, random);
    write(folder, filesOf(before));
    git("add", "-A");
    git("commit", "--quiet", "--allow-empty", "-m", String(seed));
    write(folder, filesOf(after));
    const line = "ci list --changed-since HEAD --env production --log-level error";
    const run = await runDocform(line.split(" "), { cwd: folder, env: { PATH, HOME } });
    const { units } = changedUnits(await inMemory(filesOf(before)), await inMemory(filesOf(after)));
    expect(run, names.join(", ")).toEqual({
      code: 0,
      stdout: units.map(({ name }) => `${name}\n`).join(""),
      stderr: "",
    });
    listed += units.length;
  }
  expect(listed).toBeGreaterThan(40);
});
