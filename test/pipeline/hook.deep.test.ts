import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { commandGroups, programOf } from "../../src/cli/program/program.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { folderWith, manifest, quietly, settings } from "../support/processes/cli-fixture.ts";
import { ioOf } from "../support/processes/run-docform.ts";
import { shellWords } from "../support/processes/shell-words.ts";

let cli = "";
beforeAll(async () => {
  cli = join(await builtDocform(), "cli.cjs");
});

/** The environment of git and its hooks: nobody's own settings. */
const env = {
  PATH: process.env.PATH ?? "",
  HOME: "/nowhere",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

/** A repository with these files, and docform as npm installs it at its top. Hooks have a folder for temporary files. */
function repository(files: Readonly<Record<string, string>>) {
  const folder = folderWith({ ".gitignore": "node_modules\n", ...files });
  const temporary = folderWith({});
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "docform"), `#!/bin/sh\nexec "${process.execPath}" "${resolve(cli)}" "$@"\n`);
  chmodSync(join(bin, "docform"), 0o755);
  const git = (...args: readonly string[]) =>
    spawnSync("git", args, { cwd: folder, env: { ...env, TMPDIR: temporary }, encoding: "utf8" });
  git("init", "--quiet", "--template=");
  for (const [name, value] of ["user.name Ana", "user.email ana@acme.example"].map((one) => one.split(" ")))
    git("config", name ?? "", value ?? "");
  return {
    folder,
    temporary,
    git,
    docform: (line: string) => quietly(line, { cwd: folder, env }),
    commit: () => {
      git("add", "--all");
      return git("commit", "--quiet", "--message", "Change it");
    },
  };
}

const team = manifest("teams:\n  docs: { title: Docs }\n");

test("a commit is refused unless the manifests are valid and in canonical form", async () => {
  const { folder, git, docform, commit } = repository({ "docform.yaml": settings, ...team });
  expect(await docform("hook install")).toEqual({
    code: 0,
    stdout: `Wrote .git/hooks/pre-commit. Before each commit in ${folder}, it checks what is staged:\n  docform validate\n  docform fmt --check\n`,
    stderr: "",
  });
  const file = join(folder, "manifests/all.yaml");
  const good = readFileSync(file, "utf8");
  writeFileSync(file, good.replace("title", "titel"));
  const invalid = commit();
  expect(invalid.status).toBe(1);
  expect(invalid.stderr).toMatch(
    /error\[DF1004\].*"titel"[\s\S]*docform refuses the commit: correct what is above/,
  );
  writeFileSync(file, good.replace("{ title: Docs }", "{title:   Docs}"));
  const unformatted = commit();
  expect(unformatted.status).toBe(1);
  expect(unformatted.stdout + unformatted.stderr).toContain("manifests/all.yaml");
  expect(unformatted.stderr).toContain("To write the canonical form: docform fmt\n");
  writeFileSync(file, good);
  expect(commit()).toMatchObject({ status: 0 });
  expect(git("log", "--format=%s").stdout).toBe("Change it\n");
  expect(await docform("hook uninstall")).toMatchObject({
    code: 0,
    stdout: "Removed .git/hooks/pre-commit.\n",
  });
  writeFileSync(file, "teams: [");
  expect(commit()).toMatchObject({ status: 0 });
});

test("a project in a folder is checked there, by the hooks that core.hooksPath names, and only where it is", async () => {
  const project = { "it's [docs]/docform.yaml": settings, "it's [docs]/manifests/all.yaml": "teams: [" };
  const { folder, git, commit } = repository(project);
  git("config", "core.hooksPath", ".githooks");
  const { stdout } = await quietly("hook install", { cwd: join(folder, "it's [docs]"), env });
  expect(stdout).toContain("Wrote ../.githooks/pre-commit.");
  expect(stdout).toContain("  docform fmt --check -C 'it'\\''s [docs]'\n");
  expect(statSync(join(folder, ".githooks/pre-commit")).mode & 0o111).not.toBe(0);
  expect(commit()).toMatchObject({ status: 1, stderr: expect.stringContaining("error[DF1001]") });
  rmSync(join(folder, "it's [docs]"), { recursive: true });
  expect(commit()).toMatchObject({ status: 0 });
});

describe("the hook checks what is staged:", () => {
  const mistake = "organization: acme\nteams: { docs: { titel: Docs } }\n";

  /** A repository with a project in docs/ and its hook, and one commit. */
  async function withHook() {
    const { "manifests/all.yaml": good = "" } = team;
    const files = { "README.md": "Hello\n", "docs/docform.yaml": settings, "docs/manifests/all.yaml": good };
    const made = repository(files);
    const file = join(made.folder, "docs/manifests/all.yaml");
    expect(await made.docform("hook install -C docs")).toMatchObject({ code: 0 });
    expect(made.commit()).toMatchObject({ status: 0 });
    return {
      ...made,
      good,
      file,
      record: (...args: readonly string[]) => made.git("commit", "-m", "x", ...args),
    };
  }

  test("a staged mistake is refused, though the file in the folder is good", async () => {
    const { git, file, good, record, temporary } = await withHook();
    writeFileSync(file, mistake);
    git("add", "--all");
    writeFileSync(file, good);
    const refused = record();
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /manifests\/all\.yaml:2:[\s\S]*To write the canonical form: docform fmt -C docs\n/,
    );
    expect(refused.stdout + refused.stderr).not.toContain(temporary);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("a mistake that is not staged is no matter, whatever else is committed", async () => {
    const { folder, git, file, record } = await withHook();
    writeFileSync(file, mistake);
    writeFileSync(join(folder, "docs/manifests/draft.yaml"), mistake);
    writeFileSync(join(folder, "README.md"), "Changed\n");
    expect(record("README.md")).toMatchObject({ status: 0 });
    writeFileSync(
      join(folder, "docs/manifests/more.yaml"),
      "organization: acme\nspaces:\n  api: { title: API }\n",
    );
    git("add", "docs/manifests/more.yaml");
    expect(record()).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("Valid: 2 resources in 3 files."),
    });
  });

  test("files that git commit itself stages are checked, and one that it deletes", async () => {
    const { folder, file, good, record } = await withHook();
    writeFileSync(file, mistake);
    expect(record("--all")).toMatchObject({ status: 1 });
    expect(record("docs/manifests/all.yaml")).toMatchObject({ status: 1 });
    writeFileSync(file, good);
    rmSync(join(folder, "docs/manifests"), { recursive: true });
    const refused = record("--all");
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("error[DF1010]") });
  });

  test("without docform, a commit of the project is refused with what to install", async () => {
    const { folder, git, file, record } = await withHook();
    rmSync(join(folder, "node_modules"), { recursive: true });
    writeFileSync(join(folder, "README.md"), "Changed\n");
    expect(record("README.md")).toMatchObject({ status: 0 });
    writeFileSync(file, `${readFileSync(file, "utf8")}  new: { title: New }\n`);
    git("add", "--all");
    expect(record()).toMatchObject({
      status: 1,
      stderr:
        "docform is neither in node_modules nor on the PATH: npm ci installs what package-lock.json names\n",
    });
  });
});

test("no hook is written that could not call docform, as where a shell has it as an alias", async () => {
  const { folder, docform } = repository({ "docform.yaml": settings, ...team });
  rmSync(join(folder, "node_modules"), { recursive: true });
  const { code, stderr } = await docform("hook install");
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("error[DF5103]: the hook could not call docform"),
  ]);
  expect(stderr).toContain("vendor/");
  expect(readdirSync(join(folder, ".git"))).not.toContain("hooks");
});

test("a folder that is no project gets no hook", async () => {
  const { folder, docform } = repository({ "docs/docform.yaml": settings });
  const refused = await docform("hook install");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(`error[DF1010]: there is no docform.yaml in ${folder}\n`);
  expect(refused.stderr).toContain("  = name the project folder with -C DIR\n");
  expect(readdirSync(join(folder, ".git"))).not.toContain("hooks");
});

test("the hook of one project stays when another project asks for one", async () => {
  const { folder, docform } = repository({ "docs/docform.yaml": settings, "docs2/docform.yaml": settings });
  await docform("hook install -C docs");
  const hook = () => readFileSync(join(folder, ".git/hooks/pre-commit"), "utf8");
  const first = hook();
  const removed = await docform("hook uninstall -C docs2");
  expect([removed.code, removed.stderr]).toEqual([1, expect.stringContaining("= --force removes it\n")]);
  const refused = await docform("hook install -C docs2");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(
    "error[DF5103]: .git/hooks/pre-commit checks another project already: docs\n",
  );
  expect(refused.stderr).toContain(
    "  = --force checks this project instead; to check both, use https://pre-commit.com\n",
  );
  expect(hook()).toBe(first);
  expect(await docform("hook install -C docs --env production")).toMatchObject({ code: 0 });
  expect(hook()).toContain("docform validate -C docs --env production");
  expect(await docform("hook install -C docs2 --force")).toMatchObject({ code: 0 });
  expect(hook()).toContain("docform validate -C docs2");
});

describe("the hook of somebody else", () => {
  const foreign = "#!/bin/sh\nexit 0\n";

  test.each([
    ["install", "add this to it: docform validate && docform fmt --check; --force replaces it"],
    ["uninstall", "--force removes it"],
  ])("stays at %s, which says what to do", async (action, hint) => {
    const { folder, docform } = repository({ "docform.yaml": settings });
    const hooks = join(folder, ".git/hooks");
    mkdirSync(hooks);
    writeFileSync(join(hooks, "pre-commit"), foreign);
    const refused = await docform(`hook ${action}`);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("error[DF5103]: .git/hooks/pre-commit is there already");
    expect(refused.stderr).toContain(`  = ${hint}\n`);
    expect(readFileSync(join(hooks, "pre-commit"), "utf8")).toBe(foreign);
    expect(await docform(`hook ${action} --force`)).toMatchObject({ code: 0 });
    expect(await docform("hook install")).toMatchObject({ code: 0 });
  });
});

test("without a repository, or a hook, it says so", async () => {
  const outside = folderWith({ "docform.yaml": settings });
  const refused = await quietly("hook install", { cwd: outside, env });
  expect(refused.stderr).toContain("error[DF5103]: the project folder is in no Git repository");
  const { docform } = repository({ "docform.yaml": settings });
  expect(await docform("hook uninstall")).toMatchObject({
    code: 0,
    stdout: "Nothing to remove: there is no .git/hooks/pre-commit.\n",
  });
});

test("in a bare repository, which anybody can bring in a commit, it finds none", async () => {
  const bare = folderWith({ "docform.yaml": settings });
  spawnSync("git", ["init", "--quiet", "--bare", "--template=", bare], { env });
  const { stderr } = await quietly("hook install", { cwd: bare, env });
  expect(stderr).toContain("error[DF5103]: the project folder is in no Git repository");
});

test("git gets no variable that may hold a secret, and is not taken from the repository", async () => {
  const { folder, docform } = repository({ "docform.yaml": settings });
  const [ours, theirs] = [folderWith({}), join(folder, "node_modules/.bin")];
  const seen = join(ours, "seen");
  const noting = `#!/bin/sh\nenv >> ${seen}\nPATH=${env.PATH} exec git "$@"\n`;
  for (const [bin, text] of [
    [ours, noting],
    [theirs, `#!/bin/sh\necho canary > ${seen}\n`],
  ] as const)
    writeFileSync(join(bin, "git"), text, { mode: 0o755 });
  const path = {
    PATH: [theirs, "node_modules/.bin", ours, env.PATH].join(":"),
    ...Object.fromEntries(
      ["DOCFORM_TOKEN", "GITHUB_TOKEN", "TF_HTTP_PASSWORD", "NPM_CONFIG_TOKEN"].map((name) => [
        name,
        "canary-4711",
      ]),
    ),
  };
  expect(await quietly("hook install", { cwd: folder, env: { ...env, ...path } })).toMatchObject({ code: 0 });
  expect(readFileSync(seen, "utf8")).toContain("HOME=/nowhere");
  expect(readFileSync(seen, "utf8")).not.toContain("canary");
  expect(await docform("hook uninstall")).toMatchObject({ code: 0 });
});

test("the hooks for pre-commit are command lines that docform takes", async () => {
  const hooks = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as readonly Record<string, unknown>[];
  expect(hooks.map(({ id }) => id)).toEqual(["docform-validate", "docform-fmt"]);
  for (const { entry, language, pass_filenames, always_run, types } of hooks) {
    expect({ language, pass_filenames }).toEqual({ language: "system", pass_filenames: false });
    // With types, pre-commit runs no hook for a commit that only deletes manifests.
    expect({ always_run, types }).toEqual({ always_run: true, types: undefined });
    expect(entry).toMatch(/^npx --no-install docform /);
    const called: string[] = [];
    const groups = commandGroups.map((group) => ({
      ...group,
      commands: group.commands.map((one) => ({
        ...one,
        run: async () => {
          called.push(one.name);
          return 0 as const;
        },
      })),
    }));
    const io = ioOf({ cwd: "." });
    const argv = shellWords(String(entry)).slice(3);
    await programOf(groups, { io, unguarded: io, code: 0, form: "text" }).parseAsync(argv, { from: "user" });
    expect(called).toHaveLength(1);
  }
});
