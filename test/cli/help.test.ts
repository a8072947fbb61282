import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CommandEntry } from "../../src/cli/program/command.ts";
import { commandGroups, programOf } from "../../src/cli/program/program.ts";
import { topics } from "../../src/cli/program/topics.ts";
import { exitCode, exitCodeMeaning } from "../../src/model/stop.ts";
import { planForms } from "../../src/runs/plan-forms.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";
import { ioOf } from "../support/processes/run-docform.ts";
import { shellWords } from "../support/processes/shell-words.ts";

const docform = (line: string) => quietly(line, { cwd: folderWith({}) });
const entries = commandGroups.flatMap(({ commands }) => commands);
const shown = entries.filter(({ isHidden }) => isHidden !== true);

/** The name of the command that a line of an example would run; nothing is run. */
async function readLine(line: string): Promise<string> {
  const [program, ...argv] = shellWords(line);
  expect(program).toBe("docform");
  const called: string[] = [];
  const noting = (entry: CommandEntry): CommandEntry => ({
    ...entry,
    run: async () => {
      called.push(entry.name);
      return 0;
    },
  });
  const groups = commandGroups.map((group) => ({ ...group, commands: group.commands.map(noting) }));
  const io = ioOf({ cwd: "." });
  await programOf(groups, { io, unguarded: io, code: 0, form: "text" }).parseAsync(argv, { from: "user" });
  return called.join();
}

describe("docform --help", () => {
  test("has examples before everything else, and every command in its group", async () => {
    const { stdout } = await docform("--help");
    const [usage, , examples, ...groups] = stdout.split("\n\n");
    expect(usage).toBe("Usage: docform <command> [options]");
    expect(examples).toMatch(/^Examples:\n/);
    for (const { title, commands } of commandGroups) {
      const group = groups.find((text) => text.startsWith(`${title}:\n`)) ?? "";
      const top = commands.filter(({ name, isHidden }) => !name.includes(" ") && isHidden !== true);
      expect(
        group
          .split("\n")
          .slice(1)
          .map((line) => line.trim().split(" ")[0]),
      ).toEqual(top.map(({ name }) => name));
    }
  });

  test("names every topic", async () => {
    const { stdout } = await docform("--help");
    const [, list = ""] = stdout.split("Topics (docform help TOPIC):\n");
    const rows = Object.entries(topics).map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`);
    expect(list.split("\n\n")[0]).toBe(rows.join("\n"));
    expect(Object.keys(topics)).toEqual(["environment", "exit-codes", "pipelines", "ownership"]);
  });
});

describe("help on a command", () => {
  test.each(shown)("$name: examples first, and they can be run", async ({ name, examples }) => {
    const { code, stdout } = await docform(`help ${name}`);
    expect(code).toBe(0);
    expect(await docform(`${name} --help`)).toEqual({ code, stdout, stderr: "" });
    expect(stdout.split("\n\n")[2]).toMatch(/^Examples:\n/);
    expect(examples.length).toBeGreaterThan(0);
    for (const [line] of examples) if (!line.endsWith("--help")) expect(await readLine(line)).toBe(name);
  });
});

test.each(["ci", "policy", "state"])("%s without a command below it: its help, as an error", async (name) => {
  const { stdout: help } = await docform(`help ${name}`);
  expect(await docform(name)).toEqual({ code: 1, stdout: "", stderr: help });
});

test.each(["state", "runs"])("%s: the commands below it stand under its own name", async (name) => {
  const [, title] = /\n\n(.*):\n {2}(?:list|show) /.exec((await docform(`help ${name}`)).stdout) ?? [];
  expect(title?.toLowerCase()).toBe(name);
});

describe("docform help TOPIC", () => {
  test.each(Object.entries(topics))("%s", async (name, { text }) => {
    expect(await docform(`help ${name}`)).toEqual({ code: 0, stdout: text, stderr: "" });
    const lines = text.split("\n");
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });

  test("every command line in a topic can be run", async () => {
    const lines = Object.values(topics).flatMap(
      ({ text }) => text.match(/^ {2}docform .*?(?= {2}|$)/gm) ?? [],
    );
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const typed = line.trim().replace(/ >.*$/, "");
      expect(await readLine(typed)).toMatch(new RegExp(`^${typed.split(" ")[1]}( |$)`));
    }
  });

  test("environment names every variable that docform reads", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
      /(?<!test)\.ts$/.test(file),
    );
    const read = files.flatMap((file) => [
      ...readFileSync(join("src", file), "utf8").matchAll(/\benv\.([A-Z][A-Z\d_]+)/g),
    ]);
    expect(read.length).toBeGreaterThan(5);
    for (const [, name] of read) expect(topics.environment?.text).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test("exit-codes has the one table of codes", () => {
    for (const [name, code] of Object.entries(exitCode)) {
      const meaning = exitCodeMeaning[name as keyof typeof exitCode];
      expect(topics["exit-codes"]?.text).toContain(`  ${String(code).padEnd(5)}${meaning}\n`);
    }
  });
});

describe("what cannot be read ends with 1, one line, and the nearest help:", () => {
  const mistakes = [
    [
      "plan --format jsn",
      `Allowed choices are ${Object.keys(planForms).join(", ")}.`,
      "see docform plan --help",
    ],
    [
      "dryrun",
      "unknown command 'dryrun'",
      "docform plan shows what would change, and changes nothing. Else see docform --help",
    ],
    [
      "apply --dry-run",
      "unknown option '--dry-run'",
      "docform plan shows what would change, and changes nothing. Else see docform apply --help",
    ],
    [
      "plan --dry-run",
      "unknown option '--dry-run'",
      "docform plan shows what would change, and changes nothing. Else see docform plan --help",
    ],
    [
      "diff",
      "unknown command 'diff'",
      "docform plan shows what would change, and changes nothing. Else see docform --help",
    ],
    ["enter --help", "unknown command 'enter'", "see docform --help"],
    ["hook bla", '"bla" is not valid. Allowed choices are install, uninstall.', "see docform hook --help"],
    ["plan --log-level inf", '--log-level "inf" is not valid.', "see docform plan --help"],
    ["runs shwo", 'docform runs has no command "shwo"', "Did you mean show? Else see docform runs --help"],
    ["ci plann", 'docform ci has no command "plann"', "Did you mean plan? Else see docform ci --help"],
    [
      "ci plann --env x",
      'docform ci has no command "plann"',
      "Did you mean plan? Else see docform ci --help",
    ],
    ["policy check", 'docform policy has no command "check"', "see docform policy --help"],
    ["state lst", 'docform state has no command "lst"', "Did you mean list? Else see docform state --help"],
    ["ci --env x", "unknown option '--env'", "see docform ci --help"],
    ["runs show", "missing required argument 'run'", "see docform runs show --help"],
    [
      "runs show 1 --frmat json",
      "unknown option '--frmat'",
      "Did you mean --format? Else see docform runs show --help",
    ],
    ["-C somewhere plan", "unknown option '-C'", "options come after the command: see docform --help"],
    ["--versoin", "unknown option '--versoin'", "Did you mean --version? Else see docform --help"],
    ["help aply", 'there is no help on "aply"', "Did you mean apply? Else see docform --help"],
    [
      "help enviroment",
      'there is no help on "enviroment"',
      "Did you mean environment? Else see docform --help",
    ],
    ["help runs shwo", 'there is no help on "runs shwo"', "Did you mean show? Else see docform --help"],
  ] as const;
  test.each(mistakes)("docform %s", async (line, what, next) => {
    const run = await docform(line);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    const [first = "", second] = run.stderr.split("\n");
    expect(first).toMatch(/^error\[DF5001\]: /);
    expect(first).toContain(what);
    expect(second).toBe(`  = ${next}`);
  });
});
