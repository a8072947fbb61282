import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { unitsDocument } from "../../src/model/documents/units-document.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { type Run, runDocform } from "../support/processes/run-docform.ts";

type Files = Readonly<Record<string, string>>;

const aliases = ["acme", "beta", "cove", "dune"];
const settings = `organizations: { ${aliases.map((one) => `${one}: { id: org_${one} }`).join(", ")} }\n`;
const files: Files = {
  "docform.yaml": settings,
  ...Object.fromEntries(
    aliases.map((one) => [
      `manifests/${one}.yaml`,
      `organization: ${one}\nteams: { docs: { title: Docs } }\n`,
    ]),
  ),
};

interface Clone {
  readonly write: (files: Files) => void;
  readonly git: (line: string) => string;
  readonly folder: string;
  readonly docform: (line: string, env?: Files) => Promise<Run>;
}

/** A clone whose first commit has the files, in a folder of it. */
function clone(first: Files = files): Clone {
  const top = folderWith({});
  const folder = join(top, "docs");
  const settings = ["user.name=ana", "user.email=ana@acme.example", "commit.gpgsign=false"];
  const git = (line: string): string =>
    execFileSync("git", ["-C", top, ...settings.flatMap((one) => ["-c", one]), ...line.split(" ")], {
      encoding: "utf8",
    });
  const write = (changed: Files): void => {
    for (const [path, text] of Object.entries(changed)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  git("init --quiet --initial-branch=main");
  write(first);
  git("add -A");
  git("commit --quiet -m First");
  const { PATH = "", HOME = "" } = process.env;
  return {
    write,
    git,
    folder,
    docform: (line, env = {}) => runDocform(line.split(" "), { cwd: folder, env: { PATH, HOME, ...env } }),
  };
}

test("ci list names the organizations that differ from a commit, and no other one", async () => {
  const { write, docform } = clone();
  expect(await docform("ci list --changed-since main")).toEqual({
    code: 0,
    stdout: "",
    stderr: "0 of 4 organizations differ from main.\n",
  });
  write({
    "manifests/acme.yaml": "# Moved\n\norganization: acme\nteams: { docs: { title: Docs } }\n",
    "manifests/dune.yaml": "organization: dune\nteams: { docs: { title: Writers } }\n",
    "README.md": "Nothing of docform.\n",
  });
  const listed = await docform("ci list --changed-since HEAD");
  expect(listed).toEqual({ code: 0, stdout: "dune\n", stderr: "1 of 4 organizations differ from HEAD.\n" });
  const { stdout } = await docform("ci list --changed-since main --format json");
  expect(unitsDocument.parse(JSON.parse(stdout))).toMatchObject({
    changedSince: { revision: "main" },
    total: 4,
    units: [{ name: "dune", organizations: ["dune"] }],
  });
});

test("an organization that a label leaves out is named: what is there stays", async () => {
  const labelled = (tier: string) =>
    `organizations: { acme: { id: org_acme, labels: { tier: gold } }, beta: { id: org_beta, labels: { tier: ${tier} } } }\n`;
  const { write, docform } = clone({
    "docform.yaml": labelled("gold"),
    "manifests/gold.yaml": "organizations: { select: { tier: gold } }\nteams: { docs: { title: Docs } }\n",
  });
  write({ "docform.yaml": labelled("silver") });
  expect(await docform("ci list --changed-since HEAD")).toEqual({
    code: 0,
    stdout: "",
    stderr:
      "0 of 1 organization differ from HEAD.\nNothing is declared any more for beta: what is there stays.\n",
  });
});

test("a policy, a setting and a commit that cannot be loaded touch all", async () => {
  const { write, git, docform } = clone({ ...files, "docform.yaml": "organizations: {" });
  write({ "docform.yaml": settings });
  const broken = await docform("ci list --changed-since main");
  expect(broken.stdout).toBe("acme\nbeta\ncove\ndune\n");
  expect(broken.stderr).toContain("warning[DF5012]: all organizations are listed: docform.yaml:");
  git("commit --quiet -am Second");
  write({ "docform.yaml": `${settings}guards: { minAdmins: 2 }\n` });
  const guard = await docform("ci list --changed-since main");
  expect(guard.stdout.split("\n")).toHaveLength(5);
  expect(guard.stderr).toBe("4 of 4 organizations may differ from main, for the settings of docform.yaml.\n");
  write({ "docform.yaml": settings, "policies/a.yaml": "rules: []\n" });
  expect((await docform("ci list --changed-since main")).stderr).toContain("for the policies.");
  // GitHub says this of a push that makes a branch.
  const first = await docform(`ci list --changed-since ${"0".repeat(40)}`);
  expect(first).toMatchObject({ code: 0, stdout: "acme\nbeta\ncove\ndune\n" });
});

test("a tag that is named like a branch hides no change: the whole ref is asked for", async () => {
  const { write, git, docform } = clone();
  git("update-ref refs/remotes/origin/main HEAD");
  write({ "manifests/dune.yaml": "organization: dune\nteams: { docs: { title: Writers } }\n" });
  git("commit --quiet -am Second");
  git("tag origin/main");
  const first = git("rev-parse refs/remotes/origin/main").trim();
  git(`branch ${first} HEAD`);
  expect((await docform("ci list --changed-since refs/remotes/origin/main")).stdout).toBe("dune\n");
  expect((await docform(`ci list --changed-since ${first}`)).stdout).toBe("dune\n");
  const { code, stdout, stderr } = await docform("ci list --changed-since origin/main");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain('DF5012]: several branches or tags of the repository are named "origin/main"');
});

test("a commit without the project, or with a link in its manifests, says nothing of anybody: all are listed", async () => {
  const { write, git, folder, docform } = clone({ "README.md": "" });
  write(files);
  const fresh = await docform("ci list --changed-since main");
  expect(fresh).toMatchObject({ code: 0, stdout: "acme\nbeta\ncove\ndune\n" });
  expect(fresh.stderr).toContain("all organizations are listed: there is no docform.yaml");
  symlinkSync("/etc", join(folder, "manifests", "more"));
  git("add -A");
  git("commit --quiet -m Link");
  rmSync(join(folder, "manifests", "more"));
  const linked = await docform("ci list --changed-since main");
  expect(linked).toMatchObject({ code: 0, stdout: "acme\nbeta\ncove\ndune\n" });
  expect(linked.stderr).toContain("manifests/more is a link or a submodule there");
});

test("organizations that a transfer joins are listed as one, also when it is taken back", async () => {
  const { write, git, docform } = clone();
  write({
    "manifests/acme.yaml":
      "organization: acme\nteams: { docs: { title: Docs } }\ncollections: { guides: { title: Guides, transferTo: cove } }\n",
  });
  expect((await docform("ci list --changed-since main")).stdout).toBe("acme+cove\n");
  git("commit --quiet -am Transfer");
  write({ "manifests/acme.yaml": files["manifests/acme.yaml"] ?? "" });
  expect((await docform("ci list --changed-since main")).stdout).toBe("acme\ncove\n");
});

test("a matrix has a job for each organization, and fewer with several where there are too many", async () => {
  const { write, docform } = clone();
  const { stdout } = await docform("ci matrix --jobs 3");
  expect(JSON.parse(stdout)).toEqual({
    include: [
      { name: "acme", units: "acme", token: "ACME" },
      { name: "beta", units: "beta", token: "BETA" },
      { name: "cove-and-1-more", units: "cove dune", token: "" },
    ],
  });
  write({ "manifests/beta.yaml": "organization: beta\nteams: { docs: { title: Writers } }\n" });
  expect((await docform("ci matrix --changed-since main --format gitlab")).stdout).toBe(
    `docform:
  extends: .docform-unit
  parallel:
    matrix:
      - DOCFORM_JOB: beta
        DOCFORM_UNITS: beta
`,
  );
});

test.each([
  ["--shard 5/4", "There is no shard 5 of 4."],
  ["--shard 0/4", "JOB_COMPLETION_INDEX counts from 0, so add 1."],
  ["--target ecme", '--target "ecme" names nothing'],
  ["--changed-since mian", 'the repository knows no commit "mian"'],
  ["--changed-since --output=x", 'the repository knows no commit "--output=x"'],
])("ci list %s is refused", async (options, message) => {
  const run = await clone().docform(`ci list ${options}`);
  expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(message) });
});

test("the shards of a project have each of its organizations once", async () => {
  const { docform } = clone();
  const shards = await Promise.all([1, 2, 3].map((index) => docform(`ci list --shard ${index}/3`)));
  expect((await docform("ci list --target beta/teams.docs --target dune")).stdout).toBe("beta\ndune\n");
  expect(shards.flatMap(({ stdout }) => stdout.split("\n").filter(Boolean)).sort()).toEqual(aliases);
});
