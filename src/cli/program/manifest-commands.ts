import { testForms } from "../../manifest-tests/test-forms.ts";
import { type CheckForm, checkForms } from "../../project/check-forms.ts";
import type { CommonOptions } from "../../project/options.ts";
import { type ResultForm, resultForms } from "../../project/result-forms.ts";
import type { FmtOptions } from "../commands/fmt.ts";
import type { SchemaOptions } from "../commands/schema.ts";
import type { TestOptions } from "../testing/test-manifests.ts";
import type { CommandEntry, CommandGroup } from "./command.ts";
import { askForCommand } from "./help-text.ts";
import { withCommonOptions, withEdition } from "./options.ts";

const validate: CommandEntry<CommonOptions<CheckForm>> = {
  name: "validate",
  summary: "check the manifests and the policies: no network, no token",
  examples: [
    ["docform validate", "check the project in this folder"],
    ["docform validate --format json", "the same as data"],
    ["docform validate --format sarif", "for a code scanning service; also github, gitlab, junit"],
  ],
  options: (command) => withCommonOptions(command, Object.keys(checkForms)),
  run: async ({ io, options }) => (await import("../commands/validate.ts")).validate(io, options),
};

const test: CommandEntry<TestOptions> = {
  name: "test",
  summary: "run the tests of the manifests, each on a platform of its own: no network, no token",
  examples: [
    ["docform test", "the tests in the folder tests of the project"],
    ["docform test --format junit", "for a pipeline; exit 1 when one fails"],
    ["docform test --update tests/launch.yaml", "write what is seen into what failed there"],
  ],
  arguments: { "[files...]": "files or folders of tests; the folder tests when left out" },
  options: (command) =>
    withCommonOptions(command, Object.keys(testForms))
      .option("--only <test>", "run only the tests of this name")
      .option("--update", "write what is seen into the expectations that fail"),
  notes: "--env and --var hold for tests that name no environment, or do not give the variable.",
  run: async ({ io, unguarded, words, options }) =>
    // --update writes files back, so it gets the disk that does not mask.
    (await import("../testing/test-manifests.ts")).testManifests(
      { ...io, disk: unguarded.disk },
      words,
      options,
    ),
};

const fmt: CommandEntry<FmtOptions> = {
  name: "fmt",
  summary: "bring manifests and docform.yaml into canonical form; comments stay",
  examples: [
    ["docform fmt", "all files of the project; names those that it changed"],
    ["docform fmt --check", "in a pipeline: writes nothing, exits 2 when a file would change"],
    ["docform fmt --diff manifests/sites.yaml", "writes nothing, shows what would change"],
  ],
  arguments: { "[files...]": "files or folders, or - for stdin; those of the project when left out" },
  options: (command) =>
    withCommonOptions(command, ["text"])
      .option("--check", "write nothing; exit 2 and name the files that would change")
      .option("--diff", "write nothing; show what would change"),
  run: async ({ io, unguarded, words, options }) =>
    // fmt writes the file back, so it gets the disk that does not mask.
    (await import("../commands/fmt.ts")).fmt({ ...io, disk: unguarded.disk }, words, options),
};

const schema: CommandEntry<SchemaOptions> = {
  name: "schema",
  summary: "print the JSON Schema of manifests or of docform.yaml, for editors",
  examples: [
    ["docform schema --write", "put the schemas where the first lines of manifests name them"],
    ["docform schema project", "print that of docform.yaml"],
  ],
  arguments: { "[name]": "which one: manifest, overlay or project; manifest when left out" },
  // On stdout is the schema, or nothing.
  errors: "text",
  options: (command) =>
    withEdition(withCommonOptions(command, ["json"]))
      .option("--list", "list the schemas")
      .option("--write", "write all, or the one that is named, into .docform/schema of the project"),
  run: async ({ io, words: [name], options }) =>
    (await import("../commands/schema.ts")).schema(io, name, options),
};

const config: CommandEntry<CommonOptions<ResultForm>> = {
  name: "config",
  summary: "show the effective value of each setting of docform.yaml, and where it is from",
  examples: [
    ["docform config", "without an environment"],
    ["docform config --env production", "in an environment: what it overrides is marked"],
  ],
  options: (command) => withCommonOptions(command, Object.keys(resultForms)),
  run: async ({ io, options }) => (await import("../commands/config.ts")).showConfig(io, options),
};

const values: CommandEntry<CommonOptions<ResultForm>> = {
  name: "values",
  summary: "show the effective manifest of one resource, and where each value is from",
  examples: [
    ["docform values teams.docs", "its fields, with what variables, defaults and each made of them"],
    ["docform values sites.help --env production", "what overlays of an environment change is marked"],
  ],
  arguments: { "<address>": "such as teams.docs; with several organizations acme/teams.docs" },
  options: (command) => withCommonOptions(command, Object.keys(resultForms)),
  run: async ({ io, words: [address = ""], options }) =>
    (await import("../commands/values.ts")).showValues(io, address, options),
};

const policy: CommandEntry = {
  name: "policy",
  summary: "work with the policies of the project: the rules in policies/*.yaml",
  examples: [["docform policy --help", "the commands of policy"]],
  run: askForCommand,
};

const policyTest: CommandEntry<CommonOptions<ResultForm>> = {
  name: "policy test",
  summary: "run the examples of the policies: no network, no token",
  examples: [
    ["docform policy test", "all in policies/; exit 1 when one fails, or a rule has none"],
    ["docform policy test policies/access.yaml", "those of one file"],
  ],
  arguments: { "[files...]": "files or folders; those in policies/ when left out" },
  options: (command) => withCommonOptions(command, Object.keys(resultForms)),
  run: async ({ io, words, options }) =>
    (await import("../policy/test-policies.ts")).testPolicies(io, words, options),
};

/** Commands that work on files alone, or write them. */
export const manifestCommands: CommandGroup = {
  title: "Manifests",
  commands: [validate, test, fmt, schema, config, values, policy, policyTest],
};
