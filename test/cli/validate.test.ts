import { describe, expect, test } from "vitest";
import { folderWith, manifest, quietly, settings } from "../support/processes/cli-fixture.ts";
import { junitForm, parseXml } from "../support/services/junit-form.ts";

const wrong = manifest("teams:\n  docs: { titel: Docs }\n");
const right = manifest("teams:\n  docs: { title: Docs }\n");

/** A repository with the project in a folder of it. */
function repository(files: Readonly<Record<string, string>>): string {
  const inside = Object.entries({ "docform.yaml": settings, ...files });
  return folderWith(Object.fromEntries(inside.map(([path, text]) => [`platform/${path}`, text])));
}

const validate = (files: Readonly<Record<string, string>>, form: string) =>
  quietly(`validate -C platform --format ${form}`, { cwd: repository(files) });

describe("validate names files as a CI service finds them, from where it runs, and exits 1:", () => {
  test("--format github", async () => {
    const { code, stdout, stderr } = await validate(wrong, "github");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(
      /^::error file=platform\/manifests\/all\.yaml,line=3,col=11,endColumn=15,title=DF1004/,
    );
    expect(stdout.trim().split("\n")).toHaveLength(1);
  });

  test("--format gitlab", async () => {
    const { code, stdout } = await validate(wrong, "gitlab");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { check_name: "DF1004", location: { path: "platform/manifests/all.yaml", lines: { begin: 3 } } },
    ]);
  });

  test("--format sarif", async () => {
    const { code, stdout } = await validate(wrong, "sarif");
    expect(code).toBe(1);
    const [{ results }] = JSON.parse(stdout).runs;
    expect(results).toMatchObject([
      {
        ruleId: "DF1004",
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "platform/manifests/all.yaml" },
              region: { startLine: 3, startColumn: 11, endColumn: 16 },
            },
          },
        ],
      },
    ]);
  });

  test("--format junit", async () => {
    const { code, stdout } = await validate(wrong, "junit");
    expect(code).toBe(1);
    const [suite] = junitForm.parse(parseXml(stdout)).children;
    expect(suite.children.map(({ attributes: { file }, children }) => [file, children.length])).toEqual([
      ["platform/manifests/all.yaml", 1],
      ["platform/docform.yaml", 0],
    ]);
  });
});

test.each([
  ["github", ""],
  ["gitlab", "[]\n"],
  ["sarif", expect.stringContaining('"results": []')],
  ["junit", expect.stringContaining('tests="2" failures="0"')],
])("validate --format %s of a project without mistakes exits 0", async (form, stdout) => {
  expect(await validate(right, form)).toEqual({ code: 0, stdout, stderr: "" });
});

test.each([
  ["teams: { docs: { title: Docs } }\n", "1 resource in 2 files"],
  ["teams: { docs: { title: Docs }, ops: { title: Ops } }\n", "2 resources in 2 files"],
])("what is valid is counted in words that fit: %s", async (body, counts) => {
  const { stdout } = await validate(manifest(body), "text");
  expect(stdout).toBe(`Valid: ${counts}.\n`);
});

describe("the remote of a state in Git", () => {
  test.each([
    "origin",
    "https://git.example/a/b.git",
    "ssh://git@git.example:22/x.git",
    "git@git.example:a/b.git",
    "https://e-corp.example/x",
  ])("may be a name or an address: %s", async (remote) => {
    const files = { ...right, "docform.yaml": `${settings}state: { git: { remote: "${remote}" } }\n` };
    expect(await quietly("validate", { cwd: folderWith(files) })).toMatchObject({ code: 0, stderr: "" });
  });

  test.each([
    "./evil.git",
    "evil/x.git",
    "../evil.git",
    "/srv/evil.git",
    "C:/evil.git",
    "file:///srv/evil.git",
    "ext::sh -c id",
    "fd::17",
    "-u/x",
    "--upload-pack=id",
    "ssh://-oProxyCommand=id/x",
    "ssh://git@-oProxyCommand=id/x",
    "https://git.example/x y",
    "http://git.example/x.git",
    "${var:path}",
  ])("is no path, program or option, and validate says so at its line: %s", async (remote) => {
    const text = `variables: { path: ./evil.git }\n${settings}state:\n  git:\n    remote: "${remote}"\n`;
    const { code, stdout } = await quietly("validate", {
      cwd: folderWith({ ...right, "docform.yaml": text }),
    });
    expect(code).toBe(1);
    expect(stdout).toContain("error[DF1005]: state.git.remote must be the name of a remote, such as origin");
    expect(stdout).toContain("docform.yaml:5:13");
  });
});
