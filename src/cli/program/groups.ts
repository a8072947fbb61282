import type { CommandGroup } from "./command.ts";
import { helpCommands } from "./help-commands.ts";
import { manifestCommands } from "./manifest-commands.ts";
import { planCommands } from "./plan-commands.ts";
import { platformCommands } from "./platform-commands.ts";
import { runCommands } from "./run-commands.ts";
import { setUpCommands } from "./set-up-commands.ts";

/** All commands, in the order of help. */
export const commandGroups: readonly CommandGroup[] = [
  manifestCommands,
  planCommands,
  runCommands,
  platformCommands,
  setUpCommands,
  helpCommands,
];
