import { Argument, Option } from "commander";
import type { ConnectionOptions } from "../../project/options.ts";
import { type ResultForm, resultForms } from "../../project/result-forms.ts";
import type { ExplainOptions } from "../commands/explain.ts";
import type { HookOptions } from "../init/git-hook.ts";
import type { InitOptions } from "../init/init-answers.ts";
import type { CommandEntry, CommandGroup } from "./command.ts";
import { collect, editionOption, withCommonOptions, withConnectionOptions, withEdition } from "./options.ts";

const init: CommandEntry<InitOptions> = {
  name: "init",
  summary: "make a new project: from nothing, or from what is on the platform",
  examples: [
    ["docform init", "asks what it needs to know"],
    ["docform init --from-platform --ci github", "everything that is there, and a pipeline"],
    ["docform init --organization acme=org_1a2b --base-url https://docs.example", "from nothing"],
    [
      "docform init -C handbook --ci github --environment staging --environment production",
      "a second project of the repository, with two environments",
    ],
  ],
  options: (command) =>
    withConnectionOptions(
      withCommonOptions(command, ["text"])
        .option("--from-platform", "begin with what is on the platform; the plan is then empty")
        .option("--base-url <url>", "address of the platform, without /v1 (default: DOCFORM_BASE_URL)")
        .addOption(editionOption("edition of the API (default: by the address, gitbook at api.gitbook.com)"))
        .option("--organization <organization>", "its id, or ALIAS=ID; may be given again", collect)
        .addOption(
          new Option("--ci <service>", "pipeline to write (default: none)").choices([
            "github",
            "gitlab",
            "none",
          ]),
        )
        .option(
          "--environment <environment>",
          "environment to write; may be given again, the last is applied last",
          collect,
        )
        .addOption(
          new Option("--editor <editor>", "editor to recommend an extension for")
            .choices(["vscode", "none"])
            .default("vscode"),
        )
        .addOption(
          new Option("--layout <layout>", "a manifest for each kind, or one for all")
            .choices(["files", "single"])
            .default("files"),
        ),
    ),
  run: async ({ io, options }) => (await import("../init/init.ts")).init(io, options),
};

const doctor: CommandEntry<ConnectionOptions<ResultForm>> = {
  name: "doctor",
  summary: "say what is wrong with the set-up, and what to do about it",
  examples: [
    ["docform doctor", "Node, project, token, platform, clock, rights, what a run left"],
    ["docform doctor --format json", "the same as data; exit 1 when something fails"],
  ],
  options: (command) => withConnectionOptions(withCommonOptions(command, Object.keys(resultForms))),
  run: async ({ io, options }) => (await import("../doctor/doctor.ts")).doctor(io, options),
};

const hook: CommandEntry<HookOptions> = {
  name: "hook",
  summary: "check the manifests before each commit, by a hook of Git",
  examples: [
    ["docform hook install", "the files of a commit must pass validate and fmt --check"],
    ["docform hook install -C docs", "the same for a project in a folder of the repository"],
    ["docform hook uninstall", "commits are not checked any more"],
  ],
  options: (command) =>
    withCommonOptions(command.addArgument(hookAction()), ["text"]).option(
      "--force",
      "also replace or remove a hook of somebody else, and replace that of another project",
    ),
  run: async ({ io, words: [action], options }) =>
    (await import("../init/git-hook.ts")).gitHook(io, action as "install" | "uninstall", options),
};

function hookAction(): Argument {
  return new Argument("<action>", "what to do with the hook").choices(["install", "uninstall"]);
}

const completion: CommandEntry = {
  name: "completion",
  summary: "print the script that makes a shell complete docform",
  examples: [
    ["docform completion bash", "in ~/.bashrc: source <(docform completion bash)"],
    ["docform completion zsh", "in ~/.zshrc, after compinit: source <(docform completion zsh)"],
    ["docform completion fish", "in ~/.config/fish/config.fish: docform completion fish | source"],
  ],
  options: (command) =>
    command.addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"])),
  run: async ({ io, words: [shell] }) =>
    (await import("../commands/completion.ts")).completion(io, shell as "bash"),
};

/** The hidden command that the completion scripts call. */
const completeWords: CommandEntry = {
  name: "__complete",
  summary: "possible values of the last word",
  examples: [],
  arguments: { "[words...]": "the command line so far" },
  isHidden: true,
  run: async ({ io, words, command }) => {
    const { answerShell } = await import("../commands/completion.ts");
    const { complete } = await import("./complete.ts");
    return answerShell(io, complete(io, command.parent ?? command, words));
  },
};

/** Commands that help to set docform up. */
export const setUpCommands: CommandGroup = {
  title: "Set-up",
  commands: [init, doctor, hook, completion, completeWords],
};

const explain: CommandEntry<ExplainOptions> = {
  name: "explain",
  summary: "explain a diagnostic code, a kind, a field, or why a resource is in the plan or not",
  examples: [
    ["docform explain DF1004", "the code of an error"],
    ["docform explain site", "a kind: what it takes"],
    ["docform explain site.visibility", "a field: limits, default, what null and leaving it out mean"],
    ["docform explain acme/sites.developer-hub", "a resource: is it in the plan, and why"],
  ],
  arguments: { "<what>": "a code, a kind, a field of one, or an address" },
  options: (command) =>
    withEdition(withConnectionOptions(withCommonOptions(command, Object.keys(resultForms)))),
  run: async ({ io, words: [what = ""], options }) =>
    (await import("../commands/explain.ts")).explain(io, what, options),
};

const help: CommandEntry = {
  name: "help",
  summary: "help on a command, or on a topic",
  examples: [
    ["docform help apply", "on a command"],
    ["docform help pipelines", "on a topic"],
  ],
  arguments: { "[topic...]": "a command, or one of the topics" },
  run: async ({ io, words, command }) => (await import("./help-text.ts")).showHelp(io, words, command),
};

/** Commands that tell about docform itself. */
export const helpCommands: CommandGroup = { title: "Help", commands: [explain, help] };
