import { type ResultForm, resultForms } from "../../project/result-forms.ts";
import type { OrganizationOptions } from "../../project/state.ts";
import type { StatusOptions } from "../commands/status.ts";
import type { UndoOptions } from "../commands/undo.ts";
import type { UnlockOptions } from "../state/force-unlock.ts";
import type { CommandEntry, CommandGroup } from "./command.ts";
import {
  collect,
  duration,
  withCommonOptions,
  withConnectionOptions,
  withOrganization,
  withRunOptions,
  withScopeOptions,
  withSelect,
} from "./options.ts";
import { stateCommands } from "./state-commands.ts";

const undo: CommandEntry<UndoOptions> = {
  name: "undo",
  summary: "take back what a run did: shown and asked for like any other plan",
  examples: [
    ["docform undo", "take back what the last run did, after asking"],
    ["docform undo 20261121-104500123-7f3a --target acme/teams.docs", "of that run, only this team"],
    ["docform undo --overwrite acme/teams.docs", "this team, too, which was changed after the run"],
  ],
  arguments: { "[run]": "id of the run, as docform runs shows it; the last one" },
  options: (command) =>
    withConnectionOptions(
      withScopeOptions(
        withRunOptions(withCommonOptions(command, Object.keys(resultForms))).option(
          "--overwrite <address>",
          "take this back too, although it was changed after the run; may be given again",
          collect,
        ),
      ),
    ),
  errors: "lines",
  run: async ({ io, words: [run], options }) =>
    (await import("../commands/undo.ts")).runUndo(io, run, options),
};

const runs: CommandEntry<OrganizationOptions<ResultForm>> = {
  name: "runs",
  summary: "list the runs of apply and undo, the newest first",
  examples: [["docform runs", "what was done to this project"]],
  options: (command) => withOrganization(withCommonOptions(command, Object.keys(resultForms))),
  run: async ({ io, options }) => (await import("../commands/runs.ts")).listRuns(io, options),
};

const showRun: CommandEntry<OrganizationOptions<ResultForm>> = {
  name: "runs show",
  summary: "show the calls of a run, and how each ended",
  examples: [["docform runs show 20261121-1045", "the calls of that run"]],
  arguments: { "<run>": "id of the run, or its beginning" },
  options: (command) => withOrganization(withCommonOptions(command, Object.keys(resultForms))),
  run: async ({ io, words: [run = ""], options }) =>
    (await import("../commands/runs.ts")).showRun(io, run, options),
};

const status: CommandEntry<StatusOptions> = {
  name: "status",
  summary: "show the last apply of each organization, and what to look at first",
  examples: [
    ["docform status", "from the records and journals alone: no platform, no token"],
    ["docform status --select tier=gold --watch 30s", "of some, again each 30 seconds, until Ctrl-C"],
    ["docform status --format json", "for a dashboard"],
    ["docform status --html status.html", "also as a page, with links to acme.plan.html beside it"],
  ],
  options: (command) =>
    withSelect(withOrganization(withCommonOptions(command, Object.keys(resultForms))))
      .option("--all", "of many, also those that nothing is to be done about")
      .option(
        "--html <file>",
        "also write it as a page; it links to ALIAS.plan.html and ALIAS.drift.html beside it",
      )
      .option("--watch <duration>", "again after that time, such as 30s, until Ctrl-C", duration),
  notes: `Failed, interrupted and locked organizations come first. Exit code 1: the state of one cannot be read.
A plan that a guard held leaves nothing in the state.`,
  run: async ({ io, options }) => (await import("../commands/status.ts")).showStatus(io, options),
};

const forceUnlock: CommandEntry<UnlockOptions> = {
  name: "force-unlock",
  summary: "remove the lock that a run left which is gone, wherever the state is",
  examples: [["docform force-unlock 9f3c77a1", "after making sure that the run is gone"]],
  arguments: { "<lock>": "id of the lock, as the run shows it that was refused" },
  options: (command) =>
    withOrganization(withCommonOptions(command, ["text"])).option(
      "--yes",
      "do not ask, even if its process is running",
    ),
  run: async ({ io, words: [id = ""], options }) =>
    (await import("../state/force-unlock.ts")).forceUnlock(io, id, options),
};

/** Commands about earlier runs of apply and undo. */
export const runCommands: CommandGroup = {
  title: "Runs",
  commands: [undo, status, runs, showRun, ...stateCommands, forceUnlock],
};
