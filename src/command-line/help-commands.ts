import type { CommandEntry, CommandGroup } from "./command.ts";

const explain: CommandEntry = {
  name: "explain",
  summary: "say what a diagnostic code means",
  examples: [["docform explain DF1004", "the code of an error"]],
  arguments: { "<code>": "such as DF1004" },
  run: async ({ io, words: [code = ""] }) => (await import("../commands/explain.ts")).explain(io, code),
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
