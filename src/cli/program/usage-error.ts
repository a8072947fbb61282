import type { Command, CommanderError } from "commander";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { nearMatch } from "../../text/near-match.ts";
import type { CommandEntry } from "./command.ts";

/** A command line that cannot be parsed: the command and the message of commander. */
export class UsageError extends Error {
  readonly command: Command;
  readonly code: string;
  readonly entry: CommandEntry | undefined;

  constructor(command: Command, { message, code }: CommanderError, entry?: CommandEntry) {
    super(message);
    this.command = command;
    this.code = code;
    this.entry = entry;
  }
}

/** A diagnostic with one line for the problem, and one for the suggestion or the nearest help. */
export function usageDiagnostic(problem: UsageError): Diagnostic {
  const help = `see ${pathOf(problem.command)} --help`;
  const { what, meant } = misreadCommand(problem) ?? wordsOf(problem);
  if (meant !== "") return error("DF5001", what, { hint: `${meant} Else ${help}` });
  const isBeforeCommand = problem.code === "commander.unknownOption" && problem.command.parent === null;
  return error("DF5001", what, {
    hint: isBeforeCommand ? `options stand after the command: ${help}` : help,
  });
}

/** The two parts of a message of commander: the error after `error: `, and the suggestion on its own line. */
function wordsOf({ message }: UsageError): { readonly what: string; readonly meant: string } {
  const [what = "", meant = ""] = message.replace(/^error: /, "").split("\n");
  return { what, meant: meant.replace(/^\((.*)\)$/, "$1") };
}

/** Commander counts a mistyped command below another one as an argument too many. */
function misreadCommand({ command, code }: UsageError): ReturnType<typeof wordsOf> | undefined {
  const [word] = command.args;
  if (code !== "commander.excessArguments" || command.commands.length === 0 || word === undefined)
    return undefined;
  const near = nearMatch(
    word,
    command.commands.map((one) => one.name()),
  );
  return {
    what: `unknown command '${command.name()} ${word}'`,
    meant: near === undefined ? "" : `Did you mean ${near}?`,
  };
}

/** The words that name a command: `docform runs show`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
