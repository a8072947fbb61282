import { type CommonOptions, withCommonOptions } from "../commands/options.ts";
import type { CommandEntry, CommandGroup } from "./command.ts";
import { originCommands } from "./origin-commands.ts";

const validate: CommandEntry<CommonOptions> = {
  name: "validate",
  summary: "check the manifests: no network, no token",
  examples: [
    ["docform validate", "check the project in this folder"],
    ["docform validate --format json", "the same as data"],
    ["docform validate --format sarif", "for a code scanning service; also github, gitlab, junit"],
  ],
  options: (command) => withCommonOptions(command, ["text", "json", "github", "gitlab", "sarif", "junit"]),
  run: async ({ io, options }) => (await import("../commands/validate.ts")).validate(io, options),
};

/** Commands that work on files alone, or write them. */
export const manifestCommands: CommandGroup = { title: "Manifests", commands: [validate, ...originCommands] };
