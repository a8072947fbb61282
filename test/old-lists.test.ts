import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { editOn, manifest, mutations, type Project, project } from "./cli-fixture.ts";
import { startProxy } from "./support/proxy.ts";

/** What an apply makes, and the list that does not have it yet when it is read again. */
interface Made {
  readonly body: string;
  readonly list: string;
}

const teams: Made = { body: "teams:\n  new: { title: New }\n", list: "/orgs/org_acme/teams" };
const links: Made = {
  body: "sites: { deep: { title: Deep site, shareLinks: { new: { name: New } } } }\n",
  list: "/orgs/org_acme/sites/site_deep/share-links",
};
const sections: Made = {
  body: `spaces: { one: { title: One } }
sites: { empty: { title: Empty site, structure: [{ section: start, title: Start, spaces: [{ space: one }] }] } }
`,
  list: "/orgs/org_acme/sites/site_empty/sections",
};

/**
 * A project whose manifests were applied, on a platform that answers a list as it was before, so many times. `looks`:
 * does the apply get to read what it has done? `hears`: does it get the answers of its calls?
 */
async function appliedOn({ body, list }: Made, { times = 1, looks = true, hears = true } = {}) {
  const acme = await project(manifest(body));
  let [old, left, isOver] = ["", 0, false];
  const read: string[] = [];
  const proxy = await startProxy(acme.platform.url, {
    before: ({ method, path }) => {
      if (method !== "GET") isOver = !looks;
      else if (isOver) return { status: 403, body: "" };
      if (method !== "GET" || !path.startsWith(`/v1${list}?`)) return undefined;
      read.push(path);
      return left-- > 0 ? { status: 200, body: old } : undefined;
    },
    after: ({ method, path }, answer) => {
      if (method === "GET" && path.startsWith(`/v1${list}?`) && old === "") old = answer.body;
      return method === "GET" || hears ? answer : { ...answer, keep: 1 };
    },
  });
  const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
  expect((await acme.docform("apply --yes", { env })).code).toBe(looks ? 0 : 5);
  mutations(acme.platform);
  [left, isOver, read.length, hears] = [times, false, 0, true];
  return { ...acme, read, docform: (line: string) => acme.docform(line, { env }) };
}

describe.each([
  ["in an organization", teams],
  ["in a site", links],
  ["in the structure of a site", sections],
])("what the last apply made, and an old list %s does not have", (_, made) => {
  test("is not planned to be made again: the list is read once more", async () => {
    const { docform, read } = await appliedOn(made);
    expect(JSON.parse((await docform("plan --format json")).stdout)).toMatchObject({ steps: [] });
    expect(read).toHaveLength(2);
  });

  test("is not made again", async () => {
    const { docform, platform } = await appliedOn(made);
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect(mutations(platform)).toEqual([]);
  });
});

test("what an apply made that could not look again is not made again, though only its journal says so", async () => {
  const { docform, platform, folder } = await appliedOn(teams, { looks: false });
  rmSync(join(folder, ".docform", "record.json"));
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(mutations(platform)).toEqual([]);
});

describe.each([
  ["in an organization", teams],
  ["in a site", links],
  ["in the structure of a site", sections],
])("what a call made whose answer was lost, and an old list %s does not have", (_, made) => {
  const unheard = { looks: false, hears: false };

  test("is not made again: the list is read once more", async () => {
    const { docform, platform } = await appliedOn(made, unheard);
    await docform("apply --yes");
    expect(mutations(platform).filter((call) => /^(PUT|POST) .*201$/.test(call))).toEqual([]);
    expect(JSON.parse((await docform("plan --format json")).stdout)).toMatchObject({ steps: [] });
  });

  test("is looked for once more, and no oftener, when it is not there", async () => {
    const { docform, platform, read } = await appliedOn(made, { ...unheard, times: 2 });
    expect((await docform("plan --format json")).stdout).toContain('"action": "create"');
    expect(read).toHaveLength(2);
    expect(mutations(platform)).toEqual([]);
  });
});

describe("what somebody has deleted", () => {
  const gone = async ({ folder, platform }: Pick<Project, "folder" | "platform">): Promise<void> => {
    const record = readFileSync(join(folder, ".docform", "record.json"), "utf8");
    await editOn(platform, ["DELETE", `/orgs/org_acme/teams/${/"id": ?"(team_\w+)"/.exec(record)?.[1]}`]);
    platform.takeRequests();
  };

  test("is planned to be made again, after one more read", async () => {
    const acme = await appliedOn(teams, { times: 0 });
    const { docform, read } = acme;
    await gone(acme);
    expect(JSON.parse((await docform("plan --format json")).stdout)).toMatchObject({
      steps: [{ operation: "createTeam" }],
      summary: { reads: 2 + 1 },
    });
    expect(read).toHaveLength(2);
  });

  test("is made again", async () => {
    const acme = await appliedOn(teams, { times: 0 });
    const { docform, platform } = acme;
    await gone(acme);
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect(mutations(platform)).toEqual(["PUT /v1/orgs/org_acme/teams 201"]);
  });
});

test("a list that has all that is known is read once", async () => {
  const { docform, read } = await appliedOn(teams, { times: 0 });
  expect(await docform("plan")).toMatchObject({ code: 0 });
  expect(read).toHaveLength(1);
});
