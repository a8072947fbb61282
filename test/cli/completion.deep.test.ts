import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completionScripts } from "../../src/cli/commands/completion.ts";
import { placeholderOf } from "../../src/cli/program/complete.ts";
import { completionValues } from "../../src/cli/program/completion-values.ts";
import { commandGroups, programOf } from "../../src/cli/program/program.ts";
import { severalProject } from "../organizations/several-project.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { folderWith, project, twoSteps } from "../support/processes/cli-fixture.ts";
import { ioOf, runDocform } from "../support/processes/run-docform.ts";

const files = {
  "docform.yaml":
    "organizations: { acme: { id: org_1 } }\nenvironments: { staging: {}, stable: {}, production: {} }\n",
  "manifests/all.yaml": `organization: acme
spaces:
  quickstart: { title: Quickstart }
sites:
  hub: { title: Hub, shareLinks: { partners: { name: Partners } } }
members:
  ana@acme.example: { role: admin }
  "b;reboot@acme.example": { role: admin }
`,
};

/** The offers for the last of these words. */
async function offered(words: readonly string[], cwd = folderWith(files)): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runDocform(["__complete", "--", ...words], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").flatMap((line) => line.split("\t")[0] || []);
}

describe("completion offers", () => {
  const addresses = [
    "spaces.quickstart",
    "sites.hub",
    "sites.hub.shareLinks.partners",
    "members.ana@acme.example",
  ];
  const both = addresses.flatMap((address) => [address, `acme/${address}`]);
  const offers: readonly (readonly [string, readonly string[]])[] = [
    ["dri", ["drift"]],
    ["pl", ["plan"]],
    ["runs ", ["show"]],
    ["plan --det", ["--detailed-exitcode"]],
    ["plan --out x --detailed-exitcode --det", []],
    ["plan --target spaces.quickstart --tar", ["--target"]],
    ["drift --accept spaces.quickstart --acc", ["--accept"]],
    ["plan --format ", ["text", "json", "markdown", "html"]],
    ["plan --format j", ["json"]],
    ["plan --format=j", ["--format=json"]],
    ["plan --log-level=", ["--log-level=error", "--log-level=warn", "--log-level=info", "--log-level=debug"]],
    ["plan --env st", ["staging", "stable"]],
    ["plan --target ", both],
    ["plan --target sites.", ["sites.hub", "sites.hub.shareLinks.partners"]],
    ["apply --target acme/sp", ["acme/spaces.quickstart"]],
    ["plan --out ", [":files"]],
    ["apply ", [":files"]],
    ["completion z", ["zsh"]],
    ["completion zsh ", []],
    ["help ex", ["explain", "exit-codes"]],
    ["explain site.vis", ["site.visibility"]],
    ["explain spaces", ["spaces.quickstart"]],
    ["help runs", ["runs"]],
    ["api createT", ["createTeam", "createTranslation"]],
    ["plan --concurrency ", []],
    ["nothing of this ", []],
    ["__com", []],
  ];
  test.each(offers)("for %j: %j", async (line, expected) => {
    expect([...(await offered(line.split(" ")))].sort()).toEqual([...expected].sort());
  });

  test("the commands that help shows for an empty line", async () => {
    const all = commandGroups.flatMap(({ commands }) => commands);
    const shown = all.filter(({ name, isHidden }) => isHidden !== true && !name.includes(" "));
    expect(await offered([""])).toEqual(shown.map(({ name }) => name));
  });

  test("all codes of diagnostics, with what they are", async () => {
    const { stdout } = await runDocform(["__complete", "--", "explain", "DF100"], { cwd: "." });
    expect(stdout).toContain("DF1004\tunknown field\n");
  });

  test("addresses of the project that -C names", async () => {
    const folder = folderWith({});
    mkdirSync(join(folder, "project"));
    const other = folderWith(files);
    expect(await offered(["plan", "-C", other, "--target", "spaces"], folder)).toEqual(["spaces.quickstart"]);
  });

  test("of several organizations first the aliases, then the addresses of one, and their labels and runs", async () => {
    const { docform, folder } = await severalProject(2, { changed: ["o002"] });
    expect(await offered(["plan", "--target", "o"], folder)).toEqual(["o001", "o002"]);
    expect(await offered(["plan", "--target", "o002/"], folder)).toEqual(["o002/teams.docs"]);
    expect(await offered(["drift", "--target", ""], folder)).toEqual(["o001", "o002"]);
    const labelled = "organizations: { a: { id: org_1, labels: { tier: gold } }, b: { id: org_2 } }\n";
    expect(await offered(["plan", "--select", "t"], folderWith({ "docform.yaml": labelled }))).toEqual([
      "tier=gold",
    ]);
    await docform("apply --yes");
    expect(await offered(["runs", "show", ""], folder)).toHaveLength(1);
  });

  test("the runs of a project, the newest first", async () => {
    const { docform, folder } = await project(twoSteps);
    await docform("apply --yes");
    await docform("undo --yes");
    const ids = await offered(["runs", "show", ""], folder);
    expect(ids).toHaveLength(2);
    expect([...ids].sort().reverse()).toEqual(ids);
    expect(await offered(["undo", ids[0]?.slice(0, -2) ?? ""], folder)).toEqual([ids[0]]);
  });

  test("--approve: the policies that ask", async () => {
    const rule = (name: string, severity: string) =>
      `  - { name: ${name}, severity: ${severity}, assert: "true", message: M }\n`;
    const policies = `rules:\n${rule("opens", "ask")}${rule("strict", "error")}`;
    const folder = folderWith({ "policies/a.yaml": policies });
    expect(await offered(["plan", "--approve", ""], folder)).toEqual(["opens"]);
  });

  test.each([
    ["there is no project", {}],
    ["docform.yaml is no YAML", { "docform.yaml": "{{" }],
  ])("nothing, and says nothing, where %s", async (_, broken) => {
    for (const line of ["plan --target ", "plan --env ", "runs show "])
      expect(await offered(line.split(" "), folderWith(broken))).toEqual([]);
  });
});

test("completion knows every placeholder of the command line", () => {
  const io = ioOf({ cwd: "." });
  const program = programOf(commandGroups, { io, unguarded: io, code: 0, form: "text" });
  const commands = [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)];
  const visible = commands.filter((one) => !one.name().startsWith("__"));
  const places = visible.flatMap((one) => [
    ...one.registeredArguments,
    ...one.options.filter(({ required, optional }) => required || optional),
  ]);
  const named = new Set(places.filter(({ argChoices }) => argChoices === undefined).map(placeholderOf));
  expect([...named].sort()).toEqual(Object.keys(completionValues).sort());
});

/** The shells of this machine, each with how a script of it is checked, and how it says what it would offer. */
const found = (["bash", "zsh", "fish"] as const).filter(
  (shell) => spawnSync(shell, ["--version"]).status === 0,
);
/** On the path of the shells. */
const bin = mkdtempSync(join(tmpdir(), "docform-completion-"));

beforeAll(async () => {
  const command = join(bin, "docform");
  writeFileSync(command, `#!/bin/sh\nexec ${process.execPath} ${await builtDocform()}/cli.cjs "$@"\n`);
  chmodSync(command, 0o755);
});

afterAll(() => rmSync(bin, { recursive: true, force: true }));

test.each(found)("%s takes its script", (shell) => {
  const script = join(bin, `script.${shell}`);
  writeFileSync(script, completionScripts[shell]);
  const { status, stderr } = spawnSync(shell, ["-n", script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

/** Runs a line of a shell in a folder, with the built docform on its path. */
function runIn(shell: string, args: readonly string[], cwd: string): readonly string[] {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NODE_OPTIONS: "" };
  const output = execFileSync(shell, args, { cwd, env, encoding: "utf8" });
  return output.split("\n").filter((line) => line !== "");
}

/** The offers of fish for a line: each with what it is, behind a tab. */
function fishReplies(line: string, cwd: string): readonly string[] {
  const script = "docform completion fish | source; complete -C $argv[1]";
  return runIn("fish", ["--no-config", "-c", script, line], cwd);
}

/** The words that bash would put behind a line. */
function bashReplies(line: string, cwd: string): readonly string[] {
  const script = `source <(docform completion bash)
    complete -p docform > /dev/null || exit 9
    COMP_LINE=$1 COMP_POINT=\${#1}
    _docform docform
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  return runIn("bash", ["--norc", "-c", script, "bash", line], cwd).toSorted();
}

const replies: readonly (readonly ["bash" | "fish", string, readonly string[]])[] = [
  ["bash", "docform dri", ["drift"]],
  ["bash", "docform plan --format ", ["html", "json", "markdown", "text"]],
  // Bash replaces only what stands behind the last = or @.
  ["bash", "docform plan --format=j", ["json"]],
  ["bash", "docform plan --target members.ana@ac", ["acme.example"]],
  ["bash", "docform plan --target sites.hub.", ["sites.hub.shareLinks.partners"]],
  ["bash", "docform plan --out doc", ["docform.yaml"]],
  ["bash", "docform plan -C . --env st", ["stable", "staging"]],
  ["fish", "docform dri", ["drift\tshow what on the platform is not as the manifests say"]],
  ["fish", "docform plan --format ", ["html", "json", "markdown", "text"]],
  ["fish", "docform plan --target sites.hub.", ["sites.hub.shareLinks.partners\tshare-link"]],
  ["fish", "docform plan --out doc", ["docform.yaml"]],
];
test.each(replies.filter(([shell]) => found.includes(shell)))("%s: %j ⇥ %j", (shell, line, expected) => {
  const offer = shell === "bash" ? bashReplies : fishReplies;
  expect(offer(line, folderWith(files))).toEqual(expected);
});
