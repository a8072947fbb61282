import { type Command, Option } from "commander";
import { type ResultForm, resultForms } from "../../project/result-forms.ts";
import type { OrganizationOptions } from "../../project/state.ts";
import type { EditOptions } from "../state/edit-state.ts";
import type { MigrateOptions } from "../state/migrate-state.ts";
import type { PushOptions } from "../state/push-state.ts";
import type { StateListOptions } from "../state/read-state.ts";
import type { CommandEntry } from "./command.ts";
import { askForCommand } from "./help-text.ts";
import { withCommonOptions, withLockTimeout, withOrganization } from "./options.ts";

const state: CommandEntry = {
  name: "state",
  summary: "show the record of the last applies, correct it, and move the state",
  examples: [["docform state --help", "the commands of state"]],
  run: askForCommand,
};

const list: CommandEntry<StateListOptions> = {
  name: "state list",
  summary: "list the addresses that the record has, with the id of each",
  examples: [
    ["docform state list", "of the organizations of docform.yaml"],
    ["docform state list --all", "of every platform and organization in the record"],
  ],
  options: (command) =>
    withOrganization(withCommonOptions(command, Object.keys(resultForms))).option(
      "--all",
      "also what docform.yaml does not name",
    ),
  run: async ({ io, options }) => (await import("../state/read-state.ts")).listState(io, options),
};

const show: CommandEntry<OrganizationOptions<ResultForm>> = {
  name: "state show",
  summary: "show what the record knows of an address",
  examples: [["docform state show teams.docs", "kind, id, last apply, protection"]],
  arguments: { "<recorded-address>": "as docform state list shows it" },
  options: (command) => withOrganization(withCommonOptions(command, Object.keys(resultForms))),
  run: async ({ io, words: [address = ""], options }) =>
    (await import("../state/read-state.ts")).showState(io, address, options),
};

const pull: CommandEntry<OrganizationOptions> = {
  name: "state pull",
  summary: "print the record as it is stored",
  examples: [["docform state pull", "the record as JSON, to save it before a correction"]],
  options: (command) => withOrganization(withCommonOptions(command, ["text"])),
  notes:
    "The record has ids and hashes, and no value in clear. Its salt is the key of the hashes:\nwho has it can check a guess. Keep the text as private as the record itself.",
  run: async ({ io, options }) => (await import("../state/read-state.ts")).pullState(io, options),
};

const push: CommandEntry<PushOptions> = {
  name: "state push",
  summary: "replace the record by one that was saved",
  examples: [
    ["docform state push record.json", "only when it is of this platform and lineage, and as new"],
    ["docform state push --force record.json", "also an older one; says what is lost"],
  ],
  arguments: { "<file>": "a record, as docform state pull prints it; - is stdin" },
  options: (command) =>
    withLockTimeout(withOrganization(withCommonOptions(command, ["text"]))).option(
      "--force",
      "push a record that is older, or of another platform or lineage",
    ),
  run: async ({ io, words: [file = ""], options }) =>
    (await import("../state/push-state.ts")).pushState(io, file, options),
};

function withEditOptions(command: Command): Command {
  return withLockTimeout(
    withOrganization(withCommonOptions(command, ["text"])).option("--yes", "do not ask"),
  );
}

const remove: CommandEntry<EditOptions> = {
  name: "state rm",
  summary: "forget addresses in the record; the platform is not touched",
  examples: [
    ["docform state rm teams.docs", "and what is in it, after asking"],
    ["docform state rm --yes teams.docs sites.hub", "without asking"],
  ],
  arguments: { "<recorded-addresses...>": "as docform state list shows them" },
  options: withEditOptions,
  run: async ({ io, words, options }) =>
    (await import("../state/edit-state.ts")).removeFromState(io, words, options),
};

const move: CommandEntry<EditOptions> = {
  name: "state mv",
  summary: "give an object another address in the record, with what is in it",
  examples: [["docform state mv teams.docs teams.writers", "after the key was renamed in a manifest"]],
  arguments: {
    "<from>": "address, as docform state list shows it",
    "<to>": "address of the same kind that the record does not have",
  },
  options: withEditOptions,
  run: async ({ io, words: [from = "", to = ""], options }) =>
    (await import("../state/edit-state.ts")).moveInState(io, from, to, options),
};

const migrate: CommandEntry<MigrateOptions> = {
  name: "state migrate",
  summary: "copy the record and the runs to another place, and read them back",
  examples: [
    ["docform state migrate --from local", "from the folder .docform to the place of docform.yaml"],
    ["docform state migrate --to local", "from the place of docform.yaml to the folder .docform"],
  ],
  options: (command) =>
    withLockTimeout(
      withOrganization(withCommonOptions(command, ["text"]))
        .addOption(new Option("--from <place>", "where it is").choices(["local", "configured"]))
        .addOption(new Option("--to <place>", "where it is to be").choices(["local", "configured"]))
        .option("--force", "replace the record that is there, and add the runs"),
    ),
  notes:
    "local is the folder .docform; configured is what docform.yaml says. One of the two options is enough.",
  run: async ({ io, options }) => (await import("../state/migrate-state.ts")).migrateState(io, options),
};

/** The commands about the record, and the place of the state. */
export const stateCommands: readonly CommandEntry[] = [state, list, show, pull, push, remove, move, migrate];
