import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/text/json.ts";
import { lookProject } from "./look-project.ts";

const logo = { light: "https://acme.example/l.png", dark: "https://acme.example/d.png" };

test("only what is written changes: everything else of the look goes back as it was read", async () => {
  const { docform, look, sent } = await lookProject(
    { styling: { primaryColor: { light: "#ff0000" } }, header: { logo } },
    {
      customization: {
        styling: { theme: "bold" },
        ai: { mode: "search" },
        header: { links: [{ title: "A", links: [], to: null }] },
      },
    },
  );
  const before = look();
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  const after = JSON.parse(JSON.stringify(before)) as Record<string, JsonObject>;
  Object.assign(after.styling?.primaryColor as object, { light: "#ff0000" });
  Object.assign(after.header as object, { logo });
  expect(look()).toEqual(after);
  expect(sent()).toEqual(["putSiteCustomization"]);
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
});

test("what the platform accepts and does not keep is named, and the next plan is not endless", async () => {
  const { docform, look, sent } = await lookProject(
    { header: { preset: "bold", logo } },
    { customizationLimits: { dropped: ["header.logo"] } },
  );
  const first = await docform("apply --yes");
  expect(first.stdout).toContain("accepted and not kept: header.logo");
  expect(look()).toMatchObject({ header: { preset: "bold" } });
  sent();
  const second = await docform("plan --detailed-exitcode");
  expect(second.code).toBe(0);
  expect(second.stdout.split("accepted and not kept: header.logo")).toHaveLength(2);
  expect(second.stdout).toContain("the plan of the site does not include it, perhaps");
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(sent()).toEqual([]);
  const again = await docform("apply --yes --resend acme/sites.docs.customization");
  expect(sent()).toEqual(["putSiteCustomization"]);
  expect(again.code).toBe(5);
  expect(again.stdout).toContain("accepted and not kept: header.logo");
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
});

test("a logo that the plan of the site does not include fails with the words of the platform, and siblings go on", async () => {
  const { docform, platform } = await lookProject(
    { header: { logo } },
    { customizationLimits: { refused: { "header.logo": 403 } } },
    "spaces: { one: { title: Uno, previously: [One] } }\n",
  );
  const { code, stdout, stderr } = await docform("apply --yes");
  expect(code).toBe(5);
  expect(stdout + stderr).toContain("header.logo: the plan of the site does not include it");
  expect(platform.state.spaces.sp_one).toMatchObject({ title: "Uno" });
});

test("a masked value never goes back: the change is blocked, and says the way out", async () => {
  const limits = { customizationLimits: { masked: ["ai.instructions"] } };
  const customization = { ai: { mode: "assistant", instructions: "Secret words" } };
  const blocked = await lookProject({ header: { preset: "bold" } }, { customization, ...limits });
  const told = await blocked.docform("apply --yes");
  expect(told.stdout).toContain("the platform does not show ai.instructions");
  expect(told.stdout).toContain("write ai.instructions in the manifest");
  expect(blocked.sent()).toEqual([]);
  const declared = await lookProject(
    { header: { preset: "bold" }, ai: { instructions: "Other words" } },
    { customization, ...limits },
  );
  await declared.docform("apply --yes");
  expect(declared.look()).toMatchObject({ ai: { mode: "assistant", instructions: "Other words" } });
});

test("a masked value that a manifest declares is sent, and never taken for what the platform has", async () => {
  const { docform, look, folder } = await lookProject(
    { ai: { instructions: "Other words" } },
    {
      customization: { ai: { mode: "assistant", instructions: "Secret words" } },
      customizationLimits: { masked: ["ai.instructions"] },
    },
  );
  const manifest = () => readFileSync(join(folder, "manifests/all.yaml"), "utf8");
  const written = manifest();
  const applied = await docform("apply --yes");
  expect(look()).toMatchObject({ ai: { mode: "assistant", instructions: "Other words" } });
  expect(applied.stdout).toContain("accepted and not shown: ai.instructions");
  expect(applied.stdout).not.toContain("not kept");
  const undone = await docform("undo --yes");
  expect(undone.stdout).toContain(
    "its ai as it was is not known: the platform does not show ai.instructions",
  );
  const pulled = await docform("pull --declared");
  expect(pulled.stdout).toContain(
    "ai: the platform has a value that manifests do not take, so what is written stays",
  );
  expect(manifest()).toBe(written);
  await docform("pull --full");
  expect(manifest()).toContain("theme: clean");
  expect(manifest()).not.toContain("****");
});

test("each part that is not kept is named by the next plan, also where there are several", async () => {
  const { docform } = await lookProject(
    { header: { preset: "bold" }, styling: { theme: "bold" } },
    { customizationLimits: { dropped: ["header.preset", "styling.theme"] } },
  );
  await docform("apply --yes");
  for (const form of ["text", "markdown"]) {
    const { stdout } = await docform(`plan --format ${form}`);
    expect(stdout).toContain("accepted and not kept: header.preset");
    expect(stdout).toContain("accepted and not kept: styling.theme");
  }
});

test("a key that every object inherits is one that the look lacks", async () => {
  const { docform } = await lookProject({ styling: { constructor: "x" } }, {});
  expect((await docform("plan")).stdout).toContain('styling.constructor  null → "x"');
});

test("a look that changed since the plan was made makes the plan stale", async () => {
  const { docform, platform, put, sent } = await lookProject({ header: { preset: "bold" } }, {});
  await docform("plan --out plan.json");
  put({ footer: { groups: [], copyright: "Somebody else" } });
  platform.takeRequests();
  const { code, stdout, stderr } = await docform("apply --yes plan.json");
  expect(code).toBe(4);
  expect(stdout + stderr).toContain("footer");
  expect(sent()).toEqual([]);
});

test("undo takes back what the run changed, also where there was nothing before", async () => {
  const { docform, look } = await lookProject({ header: { preset: "bold", logo } }, {});
  const before = look();
  await docform("apply --yes");
  expect(await docform("undo --yes")).toMatchObject({ code: 0 });
  expect(look()).toEqual(before);
});

test.each([
  ["{ styling: { theme: loud } }", "theme"],
  ["{ styling: { theme: null } }", "theme"],
  ["{ header: null }", "header cannot be cleared"],
  ["{ header: { logo: https://acme.example/l.png } }", "logo"],
  ["{ styling: { primaryColor: { light: blue } } }", "must be a color such as #346DDB"],
  [
    "{ ai: { instructions: '****' } }",
    "ai must not be stars: they stand for a value that the platform does not",
  ],
])("%s is an error at its line", async (written, message) => {
  const { docform } = await lookProject(written, {});
  const { code, stdout, stderr } = await docform("validate");
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain(message);
  expect(stdout + stderr).toMatch(/manifests\/all\.yaml:\d+:\d+/);
});
