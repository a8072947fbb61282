import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookOfSiteSpace } from "../../src/platform/gitbook/customization.ts";
import { get } from "../../src/platform/store/table.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { peopleProject } from "../support/gitbook/people-project.ts";

/** A site that shows two spaces; the second one declares a look of its own, beside that of the site. */
async function ownLookProject(own: JsonObject, ofSite: JsonObject = {}, limits: JsonObject = {}) {
  const body = (look: JsonObject, site: JsonObject) => {
    const structure = [{ space: "one" }, { space: "two", customization: look }];
    const customization = Object.keys(site).length === 0 ? {} : { customization: site };
    const docs = { title: "Docs", type: "basic", structure, ...customization };
    return `spaces: { one: { title: One }, two: { title: Two } }\nsites: ${JSON.stringify({ docs })}\n`;
  };
  const structure = [
    { space: "sp_one", id: "ss_one" },
    { space: "sp_two", id: "ss_two" },
  ];
  const sites = [
    { id: "site_docs", title: "Docs", type: "basic", structure, customization: { title: "Ours" }, ...limits },
  ];
  const project = await peopleProject(body(own, ofSite), { organization: { sites } });
  const site = () => get(get(project.platform.state.organizations, "org_acme").sites, "site_docs");
  return {
    ...project,
    look: (id: "ss_one" | "ss_two") => lookOfSiteSpace(site(), site().allSiteSpaces[id]!),
    ownLook: () => site().allSiteSpaces.ss_two?.customization,
    put: (look: JsonObject) => Object.assign(site().allSiteSpaces.ss_two!, { customization: look }),
    calls: () => project.platform.takeRequests().map(({ operation }) => operation),
  };
}

const bold = { styling: { theme: "bold" }, favicon: { emoji: "1f680" } };

test("one site space gets a look of its own: what is written, and nothing else", async () => {
  const { docform, look, ownLook, calls } = await ownLookProject(bold);
  const before = look("ss_one");
  calls();
  const { code, stdout } = await docform("apply --yes");
  expect([code, stdout]).toEqual([0, expect.stringContaining("customization")]);
  expect(calls().filter((name) => name?.startsWith("updateSiteSpace"))).toEqual([
    "updateSiteSpaceCustomization",
  ]);
  expect(ownLook()).toEqual(bold);
  expect(look("ss_one")).toEqual(before);
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  expect(await docform("drift")).toMatchObject({ code: 0 });
});

test("the looks of site spaces are read only where one is declared", async () => {
  const { docform, declare, calls } = await ownLookProject({});
  declare(
    "sites: { docs: { title: Docs, type: basic, structure: [{ space: id:sp_one }, { space: id:sp_two }] } }",
  );
  calls();
  await docform("plan");
  expect(calls()).not.toContain("getSiteSpaceCustomization");
});

test("a part that the site changes in the same plan does not stop the one of a space", async () => {
  const { docform, look } = await ownLookProject(bold, { styling: { theme: "muted" }, title: "New" });
  const before = [look("ss_one"), look("ss_two")];
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(look("ss_two")).toMatchObject({ ...bold, title: "New" });
  expect(look("ss_one")).toMatchObject({ styling: { theme: "muted" } });
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  expect(await docform("undo --yes")).toMatchObject({ code: 0 });
  expect([look("ss_one"), look("ss_two")]).toEqual(before);
});

test("undo gives the space the look that visitors saw before", async () => {
  const { docform, look, ownLook } = await ownLookProject(bold);
  const before = look("ss_two");
  await docform("apply --yes");
  expect(await docform("undo --yes")).toMatchObject({ code: 0 });
  expect(ownLook()).toEqual({ styling: { theme: "clean" }, favicon: {} });
  expect(look("ss_two")).toEqual(before);
});

test("undo makes a deleted space again with the look of the site, and says so", async () => {
  const { docform, declare, platform } = await ownLookProject({});
  const shown = (...items: object[]) =>
    declare(`sites: ${JSON.stringify({ docs: { title: "Docs", type: "basic", structure: items } })}\n`);
  const [one, two] = ["sp_one", "sp_two"].map((id) => ({ space: `id:${id}`, customization: bold }));
  shown(one!, two!);
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  shown(one!);
  expect(await docform("apply --yes --allow-deletes 1")).toMatchObject({ code: 0 });
  const { code, stdout } = await docform("undo --yes");
  expect([code, stdout]).toEqual([0, expect.stringContaining("its customization is not brought back")]);
  const site = get(get(platform.state.organizations, "org_acme").sites, "site_docs");
  expect(Object.values(site.allSiteSpaces).map(({ customization }) => customization)).toEqual([
    bold,
    undefined,
  ]);
});

test("a space that comes to the site gets its look after its own call", async () => {
  const { docform, declare, platform } = await ownLookProject({});
  declare(
    `spaces: { three: { title: Three } }
sites: { docs: { title: Docs, type: basic, structure: [{ space: id:sp_one }, { space: id:sp_two }, { space: three, customization: ${JSON.stringify(bold)} }] } }`,
  );
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  const site = get(get(platform.state.organizations, "org_acme").sites, "site_docs");
  expect(Object.values(site.allSiteSpaces).map(({ customization }) => customization)).toEqual([
    undefined,
    undefined,
    bold,
  ]);
});

test("what the platform accepts and does not keep is named once, and not sent again", async () => {
  const limits = { customizationLimits: { dropped: ["styling.theme"] } };
  const { docform, ownLook, calls } = await ownLookProject(bold, {}, limits);
  const first = await docform("apply --yes");
  expect(first.stdout).toContain("accepted and not kept: customization.styling.theme");
  expect(ownLook()).toEqual({ favicon: bold.favicon, styling: {} });
  calls();
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(calls()).not.toContain("updateSiteSpaceCustomization");
});

test("a saved plan rests on the look that was read", async () => {
  const { docform, put, calls } = await ownLookProject(bold);
  await docform("plan --out plan.json");
  put({ styling: { theme: "gradient" } });
  calls();
  expect(await docform("apply --yes plan.json")).toMatchObject({ code: 4 });
  expect(calls()).not.toContain("updateSiteSpaceCustomization");
});

test("drift shows what somebody changed of the written parts, and pull takes that", async () => {
  const { docform, put, folder } = await ownLookProject(bold);
  await docform("apply --yes");
  put({ styling: { theme: "gradient", depth: "flat" }, favicon: bold.favicon });
  const drift = await docform("drift");
  expect([drift.code, drift.stdout]).toEqual([2, expect.stringContaining("gradient")]);
  expect(await docform("pull")).toMatchObject({ code: 0 });
  const written = readFileSync(join(folder, "manifests/all.yaml"), "utf8");
  expect(written).toContain("gradient");
  expect(written).not.toContain("flat");
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
});

test.each([
  [{ styling: { theme: "loud" } }, "theme"],
  [{ header: null }, "header"],
  [{ footer: { copyright: "****" } }, "customization must not be stars"],
  [{ ai: { mode: "none" } }, "customization.ai: only a site has it, and no space of it"],
  [{ styling: { font: "Inter" } }, "only a site has fonts, and no space of it"],
  [{ styling: { primaryColor: { light: "#111111" } } }, "a space takes both modes: light and dark"],
  [{ announcement: { message: "New" } }, "a space takes it whole: enabled, message, style"],
])("%j is an error at its line", async (look, message) => {
  const { docform } = await ownLookProject(look as JsonObject);
  const { code, stdout, stderr } = await docform("validate");
  expect(code).toBe(1);
  expect(stdout + stderr).toContain(message);
  expect(stdout + stderr).toMatch(/manifests\/all\.yaml:\d+:\d+/);
});

test("a plan for the space alone is empty where the look of its site is not in it", async () => {
  const { docform, calls } = await ownLookProject(
    { styling: { theme: "clean" } },
    { styling: { theme: "muted" } },
  );
  calls();
  expect(await docform("apply --yes --target sites.docs.spaces.two")).toMatchObject({ code: 0 });
  expect(calls().filter((name) => name?.startsWith("update"))).toEqual([]);
});
