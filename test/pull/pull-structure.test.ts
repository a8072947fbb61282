import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acmeSeed } from "../support/platform/acme-seed.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  editOn,
  folderWith,
  manifest,
  mutations,
  quietly,
  settings,
} from "../support/processes/cli-fixture.ts";

const spaces = [{ space: "sp_one" }, { space: "sp_two" }];
const section = (name: string) => ({ section: name, id: `sec_${name}`, spaces });
const seed = acmeSeed({
  spaces: [
    { id: "sp_one", title: "One" },
    { id: "sp_two", title: "Two" },
    { id: "sp_three", title: "Three" },
  ],
  sites: [
    {
      id: "site_hub",
      title: "Hub",
      structure: [
        section("Alpha"),
        section("Beta"),
        {
          group: "Outer",
          id: "grp_outer",
          children: [{ group: "Inner", id: "grp_inner", children: [section("Gamma")] }, section("Delta")],
        },
      ],
    },
    {
      id: "site_flat",
      title: "Flat",
      structure: [
        { space: "sp_one", id: "ss_one" },
        { space: "sp_two", id: "ss_two" },
        { space: "sp_three", id: "ss_three" },
      ],
    },
  ],
});

async function projectOf(body: string) {
  const folder = folderWith({ "docform.yaml": settings, ...manifest(body) });
  const platform = await startTestPlatform(seed);
  const run = { cwd: folder, env: platform.env, sleep: platform.sleep };
  return {
    docform: (line: string) => quietly(line, run),
    text: () => readFileSync(join(folder, "manifests/all.yaml"), "utf8"),
    platform,
    sent: () => mutations(platform),
  };
}

const untold = "sites:\n  hub: { title: Hub }\n  flat: { title: Flat }\n";
const ofHub = ["alpha", "beta", "outer", "inner", "gamma", "delta"];

test.each([
  ["a section at the root", "pull sites.hub.sections.beta", ofHub],
  ["a section in a group", "pull sites.hub.sections.delta", ofHub],
  ["a section by its id", "pull sites.hub.sections.id:sec_Gamma", ofHub],
  ["a group", "pull sites.hub.groups.outer", ofHub],
  ["a space in a section", "pull sites.hub.sections.alpha.spaces.one", ofHub],
  ["a space in a section, by its id", "pull acme/sites.hub.sections.gamma.spaces.two", ofHub],
  ["a prefix", "pull sites.hub.sections", ofHub],
  ["a space at the root of a site", "pull sites.flat.spaces.one", ["sp_one", "sp_two", "sp_three"]],
  ["the same by its id", "pull sites.flat.spaces.id:ss_two", ["sp_one", "sp_two", "sp_three"]],
  ["a prefix at the root", "pull sites.flat.spaces", ["sp_one", "sp_two", "sp_three"]],
  ["an item that is named, next to declared ones", "pull --declared sites.hub.sections.beta", ofHub],
  ["the same of a grouped one", "pull --declared sites.hub.sections.gamma", ofHub],
  ["a prefix, next to declared items", "pull --declared sites.hub.sections", ofHub],
  ["what is named so, with its space", "pull sites.flat.spaces.two spaces.two", ["sp_one", "space: two"]],
  ["what drift accepts", "drift --accept sites.hub.sections.beta", ofHub],
  ["a grouped one that drift accepts", "drift --accept sites.hub.sections.id:sec_Delta", ofHub],
  ["a space that drift accepts", "drift --accept sites.flat.spaces.id:ss_three", ["sp_one", "sp_three"]],
])(
  "one item of a structure that nobody wrote means all of it, so that nothing goes: %s",
  async (_, line, names) => {
    const { docform, text, sent } = await projectOf(untold);
    const accepted = await docform(line);
    expect(accepted).toMatchObject({ code: 0, stderr: "" });
    expect(accepted.stdout).toContain("Wrote 1 file");
    for (const name of names) expect(text()).toContain(name);
    expect((await docform("plan")).stdout).toContain("No changes");
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect(sent()).toEqual([]);
    const before = text();
    expect((await docform("pull --declared")).stdout).toContain("nothing to write");
    expect(text()).toBe(before);
  },
);

test("only the structure is meant then: other sites and the fields of this one stay as they are written", async () => {
  const { docform, text } = await projectOf(
    "sites:\n  hub: { title: Other, id: site_hub }\n  flat: { title: Flat }\n",
  );
  await docform("pull sites.hub.sections.beta");
  expect(text()).toContain("title: Other");
  expect(text()).toContain("flat: { title: Flat }");
});

test("a whole site that is declared without its structure stays without it where only that is taken", async () => {
  const { docform, text } = await projectOf(untold);
  expect((await docform("pull --declared sites.hub")).stdout).toContain("nothing to write");
  expect((await docform("pull --declared sites")).stdout).toContain("nothing to write");
  expect(text()).not.toContain("structure");
});

const twoOfThree =
  "sites:\n  flat: { title: Flat, structure: [{ space: id:sp_one }, { space: id:sp_two }] }\n";

test.each(["sites.flat.spaces.id:ss_three", "sites.flat.spaces.three"])(
  "a space that is not declared itself is found in a structure by each of its names: %s",
  async (address) => {
    const { docform, text } = await projectOf(twoOfThree);
    expect(await docform(`drift --accept ${address}`)).toMatchObject({ code: 0, stderr: "" });
    expect(text()).toContain("id:sp_three");
    expect((await docform("plan")).stdout).toContain("No changes");
  },
);

test("an item of a site that is to be deleted declares the site again", async () => {
  const { docform, text, sent } = await projectOf("sites:\n  hub: { title: Hub, absent: true }\n");
  expect(await docform("pull sites.hub.sections.beta")).toMatchObject({ code: 0, stderr: "" });
  expect(text()).not.toContain("absent");
  for (const name of ofHub) expect(text()).toContain(name);
  expect((await docform("plan")).stdout).toContain("No changes");
  expect(sent()).toEqual([]);
});

const named = `collections:
  shelf: { title: Shelf, order: [{ space: one }, { space: two }, { space: three }] }
spaces:
  one: { title: One, id: sp_one }
  two: { title: Two, id: sp_two }
  three: { title: Three, id: sp_three }
sites:
  flat: { title: Flat, structure: [{ space: one }, { space: two }, { space: three }] }
`;

test("what is pruned by its address goes with what names it, and nothing else goes", async () => {
  const { docform, text, platform } = await projectOf(named);
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  for (const space of ["sp_two", "sp_three"]) await editOn(platform, ["DELETE", `/spaces/${space}`]);
  expect(await docform("pull --declared --prune spaces.two")).toMatchObject({ code: 0, stderr: "" });
  expect(text()).toContain("order: [{ space: one }, { space: three }]");
  expect(text()).not.toMatch(/two/);
  expect(text()).toContain("three: { title: Three, id: sp_three }");
});
