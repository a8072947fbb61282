import { type CommonOptions, withCommonOptions } from "../project/options.ts";
import type { CommandEntry } from "./command.ts";

const config: CommandEntry<CommonOptions> = {
  name: "config",
  summary: "show each setting of docform.yaml as it holds, and where it is from",
  examples: [
    ["docform config", "without an environment"],
    ["docform config --env production", "in an environment: what it overrides is marked"],
  ],
  options: (command) => withCommonOptions(command, ["text", "json"]),
  run: async ({ io, options }) => (await import("../commands/config.ts")).showConfig(io, options),
};

const values: CommandEntry<CommonOptions> = {
  name: "values",
  summary: "show the manifest of one resource as it holds, and where each value is from",
  examples: [
    ["docform values teams.docs", "its fields, with what variables, defaults and each made of them"],
    ["docform values sites.help --env production", "what overlays of an environment change is marked"],
  ],
  arguments: { "<address>": "such as teams.docs; with several organizations acme/teams.docs" },
  options: (command) => withCommonOptions(command, ["text", "json"]),
  run: async ({ io, words: [address = ""], options }) =>
    (await import("../commands/values.ts")).showValues(io, address, options),
};

/** Commands that tell where a value is from. */
export const originCommands: readonly CommandEntry[] = [config, values];
