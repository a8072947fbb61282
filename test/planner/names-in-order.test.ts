import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, quietly, seedWithTwins } from "../support/processes/cli-fixture.ts";

const people = [11, 2, 10, 1].map((at) => `p${at}@acme.example`);
const inOrder = ["p1", "p2", "p10", "p11"];

/** A small organization with people and teams whose names have numbers. */
const seed = {
  tokens: seedWithTwins.tokens,
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: ["ana@acme.example", "li@acme.example", ...people].map((email) => ({ email, role: "admin" })),
      teams: ["Squad 10", "squad 9"].map((title) => ({
        title,
        members: Object.fromEntries(people.map((email) => [email, "member"])),
      })),
    },
  ],
};

/** Where each name begins, as many times as it is there. */
function namesIn(text: string, name: RegExp): readonly string[] {
  return [...text.matchAll(name)].map(([, one = ""]) => one);
}

test("names are written and shown as people sort them", async () => {
  const platform = await startTestPlatform(seed);
  const folder = folderWith({});
  const docform = (line: string) => quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep });
  await docform("init --from-platform --organization acme=org_acme");
  const path = join(folder, "manifests/teams.yaml");
  const text = readFileSync(path, "utf8");
  expect(namesIn(text, /^ {2}([\w-]+):/gm)).toEqual(["squad-9", "squad-10"]);
  expect(namesIn(text, /(p\d+)@/g)).toEqual([...inOrder, ...inOrder]);
  expect(namesIn((await docform("state list")).stdout, /acme\/(teams\.\S+)/g)).toEqual([
    "teams.squad-9",
    "teams.squad-10",
  ]);
  writeFileSync(path, text.replaceAll(": member", ": owner"));
  const plan = (await docform("plan")).stdout;
  expect(namesIn(plan, /^~ teams\.squad-(\d+)/gm)).toEqual(["9", "10"]);
  expect(namesIn(plan, /~ (p\d+)@/g)).toEqual([...inOrder, ...inOrder]);
  writeFileSync(
    path,
    text.replaceAll(/(p\d+)@acme.example: member/g, "$&\n      new-$1@acme.example: member"),
  );
  expect(namesIn((await docform("plan")).stdout, /^ +new-(p\d+)@/gm)).toEqual(inOrder);
});
