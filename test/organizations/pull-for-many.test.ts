import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editOn, project } from "../support/processes/cli-fixture.ts";

test("a pull changes no document for several organizations: what is new comes into a file of its own", async () => {
  const base =
    "organizations: { select: {} }\nteams:\n  docs: { id: team_docs, title: Docs }\nsettings: { title: Acme }\n";
  const { docform, folder, platform } = await project({ "manifests/base.yaml": base });
  await editOn(platform, ["PATCH", "/orgs/org_acme", { title: "Acme 2" }]);
  const run = await docform("pull teams settings");
  expect(run.stdout).toContain(
    "acme/settings title: manifests/base.yaml:4:13 is for several organizations; write it for this one in an overlay",
  );
  expect(readFileSync(join(folder, "manifests/base.yaml"), "utf8")).toBe(base);
  const [made = "", ...others] = readdirSync(join(folder, "manifests")).filter(
    (name) => name !== "base.yaml",
  );
  expect(others).toEqual([]);
  const text = readFileSync(join(folder, "manifests", made), "utf8");
  expect(text).toContain("organization: acme\n");
  expect(text).not.toContain("title: Docs");
  expect(text).toContain("title: Twin");
});
