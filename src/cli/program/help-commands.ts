import { type ConnectionOptions, withCommonOptions, withConnectionOptions } from "../project/options.ts";
import type { CommandEntry, CommandGroup } from "./command.ts";

const explain: CommandEntry<ConnectionOptions> = {
  name: "explain",
  summary: "explain a diagnostic code, a kind, a field, or why a resource is in the plan or not",
  examples: [
    ["docform explain DF1004", "the code of an error"],
    ["docform explain site", "a kind: what it takes"],
    ["docform explain site.visibility", "a field: limits, default, what null and leaving it out mean"],
    ["docform explain acme/sites.developer-hub", "a resource: is it in the plan, and why"],
  ],
  arguments: { "<what>": "a code, a kind, a field of one, or an address" },
  options: (command) => withConnectionOptions(withCommonOptions(command, ["text", "json"])),
  run: async ({ io, words: [what = ""], options }) =>
    (await import("../commands/explain.ts")).explain(io, what, options),
};

const help: CommandEntry = {
  name: "help",
  summary: "help on a command, or on a topic",
  examples: [
    ["docform help apply", "on a command"],
    ["docform help ci", "on a topic"],
  ],
  arguments: { "[topic...]": "a command, or one of the topics" },
  run: async ({ io, words, command }) => (await import("./show-help.ts")).showHelp(io, words, command),
};

/** Commands that tell about docform itself. */
export const helpCommands: CommandGroup = { title: "Help", commands: [explain, help] };
