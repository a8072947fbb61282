import { resultForms } from "../../project/result-forms.ts";
import type { RedirectsOptions } from "../redirects/check-redirects.ts";
import type { CommandEntry } from "./command.ts";
import { askForCommand } from "./help-text.ts";
import { withCommonOptions, withConnectionOptions, withOrganization, withUnitOptions } from "./options.ts";

const redirects: CommandEntry = {
  name: "redirects",
  summary: "work with the redirects of sites",
  examples: [["docform redirects --help", "the commands of redirects"]],
  run: askForCommand,
};

const redirectsCheck: CommandEntry<RedirectsOptions> = {
  name: "redirects check",
  summary: "ask the platform where the source of each declared redirect leads",
  examples: [
    ["docform redirects check", "exit 2 when one does not lead as declared, or content hides it"],
    ["docform redirects check --format json", "the same as data"],
  ],
  options: (command) =>
    withConnectionOptions(
      withUnitOptions(withOrganization(withCommonOptions(command, Object.keys(resultForms)))),
    ),
  run: async ({ io, options }) =>
    (await import("../redirects/check-redirects.ts")).runRedirectsCheck(io, options),
};

/** Commands about the redirects of sites. */
export const redirectCommands: readonly CommandEntry[] = [redirects, redirectsCheck];
