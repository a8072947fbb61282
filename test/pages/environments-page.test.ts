import { expect, test } from "vitest";
import { codeBlocks } from "../support/pages/code-blocks.ts";
import { line, load, valuesOf } from "../support/projects/load-manifests.ts";

const [settings = "", overlay = "", each = ""] = codeBlocks("docs/guides/environments.md", "yaml");

const base = `organization: acme
sites:
  help:
    title: Help
    basename: help
    proxy: acme.example/help
    structure: [{ section: guides, title: Guides, spaces: [{ space: docs-en }] }]
    shareLinks: { preview: { name: Preview }, press: { name: Press } }
`;

test("what docs/guides/environments.md shows is a project, and means what the page says", async () => {
  const files = {
    "docform.yaml": settings,
    "manifests/sites.yaml": base,
    "manifests/spaces.yaml": `organization: acme\n${each}`,
    "overlays/production/sites.yaml": overlay,
  };
  const test = await load(files);
  expect(test.diagnostics.map(line)).toEqual([]);
  expect(valuesOf(test)["sites.help"]).toMatchObject({ visibility: "unlisted", basename: "help" });
  const { diagnostics, guards, desired, ...rest } = await load(files, {}, "production");
  expect(diagnostics.map(line)).toEqual([]);
  expect([guards.minAdmins, desired.organizations[0]?.id]).toEqual([2, "org_live"]);
  const values = valuesOf({ diagnostics, guards, desired, ...rest });
  expect(values["sites.help"]).toEqual({ title: "Help", visibility: "public", proxy: null });
  expect(values["sites.help.sections.guides"]).toEqual({ title: "Guides (production)" });
  expect(Object.keys(values).filter((address) => address.includes("shareLinks"))).toEqual([
    "sites.help.shareLinks.press",
  ]);
  expect(values["spaces.docs-de"]).toEqual({ title: "Docs (Deutsch)", language: "de" });
});
