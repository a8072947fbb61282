import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { renderDot, renderMermaid } from "../../src/render/text/graph-text.ts";
import { folderWith, manifest, project, settings, twoSteps } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";

describe("docform show", () => {
  test("shows a saved plan as plan did, in every form, without project, network or token", async () => {
    const { docform, folder } = await project(twoSteps);
    const before = await docform("plan --out plan.json");
    const file = join(folder, "plan.json");
    const show = (...more: readonly string[]) => runDocform(["show", file, ...more], { cwd: folderWith({}) });
    expect(await show()).toEqual({ code: 0, stdout: before.stdout, stderr: "" });
    for (const format of ["markdown", "html"])
      expect((await show("--format", format)).stdout).toBe((await docform(`plan --format ${format}`)).stdout);
    const { digest, steps } = JSON.parse((await show("--format", "json")).stdout) as PlanDocument;
    expect({ digest, steps: steps.length }).toEqual({
      digest: JSON.parse((await docform("plan --format json")).stdout).digest,
      steps: 2,
    });
  });

  test.each([
    ["{}", "DF5003"],
    [undefined, "DF5004"],
  ])("refuses what is no plan: %s", async (text, code) => {
    const cwd = folderWith(text === undefined ? {} : { "plan.json": text });
    const { code: exit, stdout, stderr } = await runDocform(["show", "plan.json"], { cwd });
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: "" });
    expect(stderr).toContain(code);
  });
});

const related = {
  "docform.yaml": settings,
  ...manifest(
    "teams:\n  docs: { title: Docs }\n  gone: { title: Gone, absent: true }\nspaces:\n  guide: { title: Guide, collection: shelf }\ncollections:\n  shelf: { title: Shelf }\nsites:\n  hub:\n    title: Hub\n    defaultSiteSpace: guide\n    structure: [{ space: guide }, { space: 'id:space_9' }]\nsaml:\n  okta: { label: Okta, ssoURL: 'https://okta.example', defaultTeam: docs }\n",
  ),
};

describe("docform graph", () => {
  test("--focus draws one address with its neighbours", async () => {
    const cwd = folderWith(related);
    const { stdout } = await runDocform(["graph", "--focus", "spaces.guide"], { cwd });
    const named = [...stdout.matchAll(/\["(.*)"\]/g)].map(([, name]) => name);
    expect(named).toEqual(["acme/collections.shelf", "acme/sites.hub.spaces.guide", "acme/spaces.guide"]);
    const wrong = await runDocform(["graph", "--focus", "spaces.giude"], { cwd });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("did you mean spaces.guide?") });
  });

  test("of more than Mermaid draws is an error that names the way out; DOT has no such bound", async () => {
    const spaces = Array.from({ length: 501 }, (_, at) => `  s${at}: { title: S${at}, collection: shelf }\n`);
    const body = `collections:\n  shelf: { title: Shelf }\nspaces:\n${spaces.join("")}`;
    const cwd = folderWith({ "docform.yaml": settings, ...manifest(body) });
    const { code, stderr } = await runDocform(["graph"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("the graph has 501 arrows, and Mermaid draws 500 at most");
    expect(stderr).toContain("--focus ADDRESS");
    expect(await runDocform(["graph", "--format", "dot"], { cwd })).toMatchObject({ code: 0 });
  });

  test("draws what declared resources are in and refer to, as Mermaid or DOT", async () => {
    const cwd = folderWith(related);
    const { stdout, code, stderr } = await runDocform(["graph"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`flowchart LR
  n0["acme/collections.shelf"]
  n1["acme/saml.okta"]
  n2["acme/sites.hub"]
  n3["acme/sites.hub.spaces.guide"]
  n4["acme/sites.hub.spaces.space_9"]
  n5["acme/spaces.guide"]
  n6["acme/teams.docs"]
  n7["id#58;space_9"]
  n1 -->|"defaultTeam"| n6
  n2 -->|"defaultSiteSpace"| n3
  n3 -->|"is in"| n2
  n3 -->|"space"| n5
  n4 -->|"is in"| n2
  n4 -->|"space"| n7
  n5 -->|"collection"| n0
`);
    const dot = (await runDocform(["graph", "--format", "dot"], { cwd })).stdout;
    expect(dot).toContain('  "acme/saml.okta" -> "acme/teams.docs" [label="defaultTeam"];\n');
    expect(dot).toMatch(/^digraph docform \{\n(?: .*;\n)+\}\n$/);
  });

  test("draws the calls of a saved plan, each after those that it needs", async () => {
    const { docform, folder } = await project(
      manifest(
        "teams:\n  new: { title: New }\nsaml:\n  okta: { label: Okta, ssoURL: 'https://okta.example', defaultTeam: new }\n",
      ),
    );
    await docform("plan --out plan.json");
    const { stdout } = await runDocform(["graph", "plan.json"], { cwd: folder });
    expect([...stdout.matchAll(/\["(\w+ \w+)<br>acme\/[\w.]+"\]/g)].map(([, name]) => name)).toEqual([
      "s1 createTeam",
      "s2 updateSamlProvider",
    ]);
    expect(stdout.match(/-->/g)).toHaveLength(1);
  });

  test("refuses a project with mistakes", async () => {
    const cwd = folderWith({
      "docform.yaml": settings,
      "manifests/a.yaml": "organization: acme\nteems: {}\n",
    });
    const { code, stdout, stderr } = await runDocform(["graph"], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("DF1004");
  });

  test("no text gets out of its box", () => {
    const hostile = 'a"]; click n0 "x" <b>`#quot;|\u202e\u001b[31m\\" -> b\n::set-output';
    const graph = {
      nodes: [{ id: hostile, label: [hostile] }],
      edges: [{ from: hostile, to: hostile, label: hostile }],
    };
    const mermaid = renderMermaid(graph);
    expect(mermaid.split("\n")).toHaveLength(4);
    expect(mermaid.replace(/^flowchart LR|n0|\["|"\]|-->|\|"|"\|/gm, "")).toMatch(
      /^(?:[\p{L}\p{N} ./_\n-]|#\d+;)*$/u,
    );
    const dot = renderDot(graph);
    expect(dot.replace(/"(?:[^"\\]|\\.)*"/g, "S")).toBe(
      "digraph docform {\n  rankdir=LR;\n  node [shape=box];\n  S [label=S];\n  S -> S [label=S];\n}\n",
    );
    for (const hidden of ["\u202e", "\u001b"]) expect(mermaid + dot).not.toContain(hidden);
  });
});
