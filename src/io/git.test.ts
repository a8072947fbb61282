import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gitIn, gitTimeLimit } from "./git.ts";
import { nodeDisk } from "./node-disk.ts";
import type { Command } from "./run-command.ts";

/** The command that docform starts for `git ARGS` in this environment, in a tree of its own. */
async function started(env: Readonly<Record<string, string>>, tree = "/nowhere"): Promise<Command> {
  const commands: Command[] = [];
  const runCommand = async (command: Command) => {
    commands.push(command);
    return { code: 0, stdout: "", stderr: "" };
  };
  await (await gitIn({ runCommand, disk: nodeDisk, env, tree, cwd: "/own" }))(["fetch", "state"]);
  return commands[0] as Command;
}

test("git is started with fixed settings, in a folder of docform's own, and for a limited time", async () => {
  const { program, args, cwd, timeLimit } = await started({});
  expect({ program, cwd, timeLimit }).toEqual({ program: "git", cwd: "/own", timeLimit: gitTimeLimit });
  expect(args.join(" ")).toBe(
    "-c safe.bareRepository=explicit -c core.fsmonitor=false -c core.hooksPath=/dev/null fetch state",
  );
});

test.each([
  ["HOME", true],
  ["SSH_AUTH_SOCK", true],
  ["GIT_SSH_COMMAND", true],
  ["GIT_ASKPASS", true],
  ["GIT_CONFIG_GLOBAL", true],
  ["https_proxy", true],
  ["NO_PROXY", true],
  ["SystemRoot", true],
  ["DOCFORM_TOKEN", false],
  ["DOCFORM_STATE_PASSWORD", false],
  ["TF_HTTP_PASSWORD", false],
  ["GITHUB_TOKEN", false],
  ["CI_JOB_TOKEN", false],
  ["AWS_SECRET_ACCESS_KEY", false],
  ["ACTIONS_ID_TOKEN_REQUEST_TOKEN", false],
  ["NODE_OPTIONS", false],
  ["GIT_DIR", false],
  ["GIT_CONFIG_COUNT", false],
  ["GIT_CONFIG_PARAMETERS", false],
  ["GIT_TRACE", false],
  ["LD_PRELOAD", false],
])("git gets the variable %s: %s", async (name, isPassed) => {
  expect(name in (await started({ [name]: "x" })).env).toBe(isPassed);
});

test("the PATH of git has no folder of the tree, and none that counts from where docform runs", async () => {
  const root = mkdtempSync(join(tmpdir(), "docform-path-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ["ours", "tree/node_modules/.bin"]) mkdirSync(join(root, name), { recursive: true });
  const folders = [join(root, "tree/node_modules/.bin"), "node_modules/.bin", "", join(root, "ours"), "."];
  const { env } = await started({ PATH: folders.join(":") }, join(root, "tree"));
  expect(env.PATH).toBe(join(root, "ours"));
});
