import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { folderWith, project, settings, twoSteps } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";

/** The code that this file holds: something is in the place of docform's own files. */
const code = "DF5007";

/** A folder outside of the project that a link may lead to, and whether it is as it was. */
function victim() {
  const folder = mkdtempSync(join(tmpdir(), "docform-victim-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "precious"));
  writeFileSync(join(folder, "precious/f"), "data");
  const isWhole = () =>
    readdirSync(folder).join() === "precious" && readFileSync(join(folder, "precious/f"), "utf8") === "data";
  return { folder, isWhole };
}

/** Puts something into a project, in the place of what is there. */
function put(folder: string, path: string, make: (file: string) => void): void {
  const file = join(folder, path);
  rmSync(file, { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  make(file);
}

const run = "20251231-235900000-0a1b";
const gitState = `${settings}state: { git: { remote: "https://127.0.0.1:1/x" } }\n`;

/** A link in the place of something that docform makes, and the command lines that meet it. */
const links: readonly [path: string, lines: readonly string[], settings?: string][] = [
  [".docform", ["plan", "apply --yes", "runs", "undo --yes", "state list", "drift", "schema --write"]],
  [".docform", ["plan", "runs"], gitState],
  [".docform/git", ["plan", "runs", "doctor", "state list", "force-unlock 0a1b2c3d"], gitState],
  [".docform/record.json", ["plan", "apply --yes", "state list"]],
  [".docform/lock", ["apply --yes", "pull"]],
  [".docform/runs", ["plan", "apply --yes", "runs"]],
  [`.docform/runs/${run}.jsonl`, ["plan", `runs show ${run}`]],
  ["docform-plan", ["ci plan"]],
  ["docform-plan/plan.html", ["ci plan"]],
  ["docform-plan/plan.json", ["ci plan"]],
  ["plans", ["plan --out plans/p.json"]],
  ["p.json", ["plan --out p.json"]],
];

test.each(links)("a link %s is followed by none of %j", async (path, lines, given = settings) => {
  const { folder, docform, platform } = await project({ ...twoSteps, "docform.yaml": given });
  const outside = victim();
  put(folder, path, (file) => symlinkSync(outside.folder, file));
  for (const line of lines) {
    const { code: exit, stdout, stderr } = await docform(line);
    expect({ line, exit }).toEqual({ line, exit: 1 });
    expect(stdout + stderr, line).toContain(`${path} is a link`);
    expect(outside.isWhole(), line).toBe(true);
  }
  expect(platform.takeRequests().filter(({ mutates }) => mutates)).toEqual([]);
});

/** Things that are no plain file, or too large a one. */
const oddities: readonly [what: string, make: (file: string) => void, says: string][] = [
  ["a pipe", (file) => execFileSync("mkfifo", [file]), "is neither a folder nor a plain file"],
  ["a link to a device without end", (file) => symlinkSync("/dev/zero", file), "is a link"],
  ["a link that leads nowhere", (file) => symlinkSync("nowhere", file), "is a link"],
  [
    "a very large file",
    (file) => {
      writeFileSync(file, "");
      truncateSync(file, 300 * 1024 * 1024);
    },
    "is larger than 256 MiB",
  ],
];

describe.each([
  [".docform/record.json", "plan"],
  [`.docform/runs/${run}.jsonl`, "plan"],
])("in the place of %s, %s opens", (path, line) => {
  test.each(oddities)("not %s, and says so", async (_, make, says) => {
    const { folder, docform } = await project(twoSteps);
    put(folder, path, make);
    const { code: exit, stderr } = await docform(line);
    expect(exit).toBe(1);
    expect(stderr).toContain(`error[${code}]: ${path} ${says}`);
    expect(stderr).toContain(`= remove ${path}, and ask who made it: docform did not`);
  });
});

test("a completion reads no device without end", async () => {
  const cwd = folderWith({});
  symlinkSync("/dev/zero", join(cwd, "docform.yaml"));
  const line = ["__complete", "--", "plan", "--env", ""];
  expect(await runDocform(line, { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
});
