import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandGroups, programOf } from "../../src/cli/program/program.ts";
import { bareRepository, cloneIn, fileAllowed } from "../backends/git-server.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { ioOf, runDocform } from "../support/processes/run-docform.ts";
import { shellWords } from "../support/processes/shell-words.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";
import { startExample } from "../support/projects/example-projects.ts";

/** Pages that people write: everything below docs but what is generated, and README. */
const pages = [
  "README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .map((file) => join("docs", file))
    .filter((file) => file.endsWith(".md") && !/reference.(manifests|diagnostics|commands|bad-)/.test(file)),
];

/** A block of a page: its language, the file that it is written to, and its text. */
interface Block {
  readonly language: string;
  readonly file: string;
  readonly text: string;
}

function blocksOf(page: string): readonly Block[] {
  const found = readFileSync(page, "utf8").matchAll(/^```(\w*)(?: (\S+))?\n([\s\S]*?)^```$/gm);
  return [...found].map(([, language = "", file = "", text = ""]) => ({ language, file, text }));
}

/**
 * The setting that the commands of a page run on: `<!-- example: hub -->` is a copy of an example and its platform,
 * `<!-- platform: hub -->` the same platform and an empty folder, `<!-- clone: hub -->` an empty clone.
 */
function settingOf(page: string): { readonly begin: string; readonly name: string } | undefined {
  const [, begin, name] =
    /^<!-- (example|platform|clone): ([a-z]+) -->$/m.exec(readFileSync(page, "utf8")) ?? [];
  return begin === undefined || name === undefined ? undefined : { begin, name };
}

describe.each(pages.filter((page) => settingOf(page) !== undefined))("%s", (page) => {
  test("shows what its commands print, from the first to the last", async () => {
    const { begin, name } = settingOf(page) ?? { begin: "", name: "" };
    const example = join("examples", name);
    const { env: platform, sleep, url } = await startExample(example);
    const cwd = begin === "example" ? copyOfProject(example) : folderWith({});
    if (begin === "clone") cloneIn(cwd, `file://${bareRepository(join(folderWith({}), "hub.git"))}`);
    const path = `${folderWith({ docform: "" })}:${process.env.PATH}`;
    const env = { PATH: path, ...fileAllowed, ...platform };
    for (const { language, file, text } of blocksOf(page)) {
      if (file !== "") mkdirSync(dirname(join(cwd, file)), { recursive: true });
      if (file !== "") writeFileSync(join(cwd, file), text);
      if (language !== "console") continue;
      const [first = "", ...rest] = text.split("\n");
      const [, command = "", code = "0"] = /^\$ (.*?)(?: {2}# exit (\d))?$/.exec(first) ?? [];
      const run = await runDocform(shellWords(command).slice(1), { cwd, env, sleep, node: "20.19.0" });
      // Calls side by side end in any order, and are reported on stderr.
      const printed = sameEachTime(run.stdout || run.stderr, url);
      if (process.env.UPDATE_GOLDEN === "1") rewrite(page, text, `${first}\n${printed}`);
      else expect(`${first}\n${rest.join("\n")}`).toBe(`${first}\n${printed}`);
      expect([command, run.code]).toEqual([command, Number(code)]);
    }
  });
});

/** The output of a command without what a port, a time or a random id changes in it. */
function sameEachTime(text: string, url: string): string {
  return text
    .replaceAll(url, "http://127.0.0.1:4400")
    .replaceAll(/ of \d{4}-\d\d-\d\d \d\d:\d\d/g, " of 2026-06-02 08:00")
    .replaceAll(/\b[0-9a-f]{16}\b/g, "9f3c77a1b2c4d5e6")
    .replaceAll(/Digest [0-9a-f]{8}…/g, "Digest 9f3c77a1…")
    .replaceAll(/\b20\d{6}-\d{9}-[0-9a-f]{4}\b/g, "20260602-080000000-1a2b")
    .replaceAll(/\b([a-z]+)_\d{4,}\b/g, "$1_4711");
}

function rewrite(page: string, before: string, after: string): void {
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(`\`\`\`console\n${before}\`\`\``, () => `\`\`\`console\n${after}\`\`\``),
  );
}

/** The lines of shell blocks that call docform, without what the shell does with them. */
const typed = [...pages, "CONTRIBUTING.md"].flatMap((page) =>
  blocksOf(page)
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.split("\n").flatMap((line) => line.split(" && ")))
    .map((line) =>
      line
        .replace(/ +#.*$/, "")
        .replace(/ [>|].*$/, "")
        .trim(),
    )
    .filter((line) => line.startsWith("docform ") && !line.includes("…"))
    .map((line) => [page, line] as const),
);

test.each(typed)("%s: %s is a command line that docform takes", async (_, line) => {
  const called: string[] = [];
  const groups = commandGroups.map((group) => ({
    ...group,
    commands: group.commands.map((entry) => ({
      ...entry,
      run: async () => {
        called.push(entry.name);
        return 0 as const;
      },
    })),
  }));
  const io = ioOf({ cwd: "." });
  const argv = shellWords(line).slice(1);
  await programOf(groups, { io, unguarded: io, code: 0, form: "text" }).parseAsync(argv, { from: "user" });
  expect(called).toHaveLength(1);
});

// The table of rules in the architecture page, a file and a test a line, counts nowhere: it grows with each rule.
test("hand-written pages have 22,170 words at most, README 900", () => {
  // A command's output is written by a test.
  const words = (page: string) =>
    readFileSync(page, "utf8")
      .replaceAll(/^(```console\n\$ .*\n)[\s\S]*?^```$/gm, "$1")
      .replaceAll(/^\| .* \| `src\/.*` \| `(?:src|test)\/.*` \|\n/gm, "")
      .split(/\s+/).length;
  // Tables to look something up in are not read from the first line to the last.
  const counted = pages.filter((page) => !/api-coverage|api-assumptions|exit-codes|bad-answers/.test(page));
  expect(words("README.md")).toBeLessThanOrEqual(900);
  expect(counted.reduce((sum, page) => sum + words(page), 0)).toBeLessThanOrEqual(22_170);
});
