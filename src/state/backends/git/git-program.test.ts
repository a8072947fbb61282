import { join } from "node:path";
import { expect, test } from "vitest";
import { folderWith } from "../../../../test/support/processes/cli-fixture.ts";
import { nodeDisk } from "../../../io/node-disk.ts";
import type { RunCommand } from "../../../io/run-command.ts";
import { gitProgram } from "./git-program.ts";

const job = {
  GITHUB_ACTIONS: "true",
  GITHUB_SERVER_URL: "https://github.example",
  GITHUB_TOKEN: "canary-job",
};
const header = `AUTHORIZATION: basic ${Buffer.from("x-access-token:canary-job").toString("base64")}`;
const own = "https://github.example/acme/docs.git";

/** The settings that git gets for a remote, and everything else that it is started with. */
async function settingsFor(remote: string, env: Readonly<Record<string, string>>, listed = "") {
  const started: string[] = [];
  let variables: Readonly<Record<string, string | undefined>> = {};
  const runCommand: RunCommand = async ({ args, env: given }) => {
    started.push(args.join(" "));
    variables = given;
    return { code: 0, stdout: args.includes("--list") ? listed : "", stderr: "" };
  };
  const folder = folderWith({});
  const options = { io: { disk: nodeDisk }, runCommand, env, folder, remote, place: "the state" };
  await gitProgram({ ...options, gitFolder: join(folder, "own") })(["fetch"]);
  const of = (word: string) => Object.entries(variables).filter(([name]) => name.startsWith(word));
  const values = new Map(of("GIT_CONFIG_VALUE_").map(([name, value]) => [name.slice(17), value]));
  const settings = of("GIT_CONFIG_KEY_").map(([name, key]) => [key, values.get(name.slice(15))] as const);
  return { settings: Object.fromEntries(settings), started: started.join("\n") };
}

test("in a job of GitHub, git signs in to the server of the job with its token, and the token is no argument", async () => {
  const { settings, started } = await settingsFor(own, job);
  expect(settings["http.https://github.example/.extraheader"]).toBe(header);
  expect(started).not.toMatch(/canary|basic/);
});

test.each([
  ["another server", "https://evil.example/acme/docs.git", job, ""],
  ["another port of the server", "https://github.example:8443/acme/docs.git", job, ""],
  ["an address with a user of its own", "https://bot@github.example/acme/docs.git", job, ""],
  ["ssh", "git@github.example:acme/docs.git", job, ""],
  ["no job of GitHub", own, { ...job, GITHUB_ACTIONS: "" }, ""],
  ["no token", own, { ...job, GITHUB_TOKEN: "" }, ""],
  ["a clone that signs in by itself", own, job, "file:/c\0http.https://github.example/.extraheader\nmine\0"],
])("the token of a job is not given to git for %s", async (_, remote, env, listed) => {
  const { settings } = await settingsFor(remote, env, listed);
  expect(Object.values(settings)).not.toContain(header);
});
