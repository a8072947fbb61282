import { describe, expect, test } from "vitest";
import { argumentsFrom, errorLine, options } from "../../action/inputs.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { actionProblems } from "../support/services/action-form.ts";
import { action, installedFiles, runAction } from "../support/services/action-runner.ts";

describe("action.yml", () => {
  test("fits the schema that GitHub publishes", () => {
    expect(actionProblems(action)).toEqual([]);
  });

  test.each([
    ["another version of Node", { ...action, runs: { ...action.runs, using: "node18" } }, "/runs/using"],
    ["no program", { ...action, runs: { using: "node24" } }, "'main'"],
    ["an unknown key", { ...action, on: {} }, "additional properties"],
    ["an input that is required like a text", { ...action, inputs: { a: { required: "yes" } } }, "boolean"],
  ])("with %s does not fit it", (_, wrong, why) => {
    expect(actionProblems(wrong).join("\n")).toContain(why);
  });

  test("has the inputs that the program reads", () => {
    expect(Object.keys(action.inputs)).toEqual(["command", ...Object.keys(options), "github-token"]);
  });
});

const hostile = [
  "a\n::stop-commands::x",
  "a\r\n::set-env name=PATH::/tmp",
  "$(touch stolen)",
  "`touch stolen`",
  "; touch stolen",
  "' \" && touch stolen #",
  "%0A::error::x",
  "--yes",
  "-C/",
];

describe("the inputs", () => {
  test.each(hostile)("%j stays the value of its option, in one argument", (value) => {
    const env = { INPUT_COMMAND: "plan", INPUT_DIRECTORY: value, INPUT_ENV: value };
    expect(argumentsFrom(env)).toEqual(["ci", "plan", `--directory=${value}`, `--env=${value}`]);
  });

  test.each(hostile)("%j is no command and no flag", (value) => {
    for (const env of [{ INPUT_COMMAND: value }, { INPUT_COMMAND: "apply", INPUT_UNREVIEWED: value }])
      expect(() => argumentsFrom(env)).toThrow(/there is no command|true or false/);
  });

  test("a flag is given when it is true", () => {
    const line = (value: string) => argumentsFrom({ INPUT_COMMAND: "drift", INPUT_PROPOSE: value });
    expect([line("true"), line("False"), line("")]).toEqual([
      ["ci", "drift", "--propose"],
      ["ci", "drift"],
      ["ci", "drift"],
    ]);
  });

  test("an error is one line, whatever it tells", () => {
    expect(errorLine("a%0A\r\n::error::b")).toBe("::error title=docform::a%250A%0D%0A::error::b\n");
  });
});

/** A docform that says how it was started. */
const telling = `
  const { argv, env } = process;
  const inputs = Object.keys(env).filter((name) => name.startsWith("INPUT_"));
  console.log(JSON.stringify({ args: argv.slice(2), token: env.GITHUB_TOKEN, inputs }));
  process.exitCode = 3;
`;
const repository = { ...installedFiles, "node_modules/docform/dist/cli.cjs": telling };

describe("the Action, as the runner runs it,", () => {
  test("starts the docform of the lock file, and ends as it ends", async () => {
    const folder = folderWith({ ...repository, "platform/docs/docform.yaml": "" });
    const inputs = { command: "apply", directory: "platform/docs", "lock-timeout": "5m" };
    const { code, log } = await runAction(folder, { with: inputs });
    expect([code, JSON.parse(log)]).toEqual([
      3,
      {
        args: ["ci", "apply", "--directory=platform/docs", "--lock-timeout=5m"],
        token: "job-token",
        inputs: [],
      },
    ]);
  });

  test("hands on that somebody cancels the job", async () => {
    const waiting = `
      process.on("SIGINT", () => { console.log("interrupted"); process.exit(130); });
      console.log("begun");
      setTimeout(() => {}, 10_000);
    `;
    const folder = folderWith({ ...installedFiles, "node_modules/docform/dist/cli.cjs": waiting });
    const run = await runAction(folder, { with: { command: "apply" }, cancelAfter: "begun" });
    expect(run).toMatchObject({ code: 130, log: "begun\ninterrupted\n" });
  });

  const lock = (version: string) => JSON.stringify({ packages: { "node_modules/docform": { version } } });
  test.each([
    ["nothing is installed", { "package-lock.json": lock("1.2.3") }, {}, "npm ci --ignore-scripts"],
    ["another version is installed", { ...repository, "package-lock.json": lock("1.2.4") }, {}, "pins 1.2.4"],
    ["the lock file does not name it", { ...repository, "package-lock.json": "{}" }, {}, "does not name it"],
    ["the lock file is broken", { ...repository, "package-lock.json": "{" }, {}, "cannot be read"],
    [
      "the docform of the directory was committed",
      {
        ...repository,
        ...Object.fromEntries(Object.entries(repository).map(([path, text]) => [`docs/${path}`, text])),
        ".git/index": "DIRC docs/node_modules/docform/package.json\0",
      },
      { directory: "docs" },
      "docs/node_modules/docform/package.json is committed",
    ],
    ["the command is unknown", repository, { command: "destroy\n::debug::x" }, "use plan, apply, drift"],
    ["the directory is outside", repository, { directory: "../elsewhere" }, "outside of the repository"],
  ])("stops with one error when %s", async (_, files, given, why) => {
    const { code, log } = await runAction(folderWith(files), { with: { command: "plan", ...given } });
    expect(code).toBe(1);
    expect(log).toMatch(/^::error title=docform::.*\n$/);
    expect(log).toContain(why);
  });
});
