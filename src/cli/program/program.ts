import { Command, type CommanderError } from "commander";
import { columnsOf } from "../../io/io.ts";
import { untraced } from "../../io/tracing/span.ts";
import { version } from "../../io/version.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { stop } from "../../model/stop.ts";
import { nearMatch } from "../../text/near-match.ts";
import type { CommandEntry, CommandGroup, Run } from "./command.ts";
import { commandHelp, programHelp } from "./help-text.ts";
import { manifestCommands } from "./manifest-commands.ts";
import { planCommands } from "./plan-commands.ts";
import { platformCommands } from "./platform-commands.ts";
import { runCommands } from "./run-commands.ts";
import { serviceCommands } from "./service-commands.ts";
import { helpCommands, setUpCommands } from "./set-up-commands.ts";

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
  const { what, meant } = wordsOf(problem);
  if (meant !== "") return error("DF5001", what, { hint: `${meant} Else ${help}` });
  const isBeforeCommand = problem.code === "commander.unknownOption" && problem.command.parent === null;
  return error("DF5001", what, {
    hint: isBeforeCommand ? `options come after the command: ${help}` : help,
  });
}

/** The two parts of a message of commander: the error after `error: `, and the suggestion on its own line. */
function wordsOf({ command, message }: UsageError): { readonly what: string; readonly meant: string } {
  const [word = ""] = command.args;
  if (command.parent !== null && command.commands.length > 0 && /^[^-]/.test(word))
    return noSuchCommand(command, word);
  const [what = "", near = ""] = message.replace(/^error: /, "").split("\n");
  const isPreview =
    ["docform", "plan", "apply"].includes(command.name()) &&
    /^unknown (?:command|option) '-*(?:dry-?run|diff|preview|what-?if)'/.test(what);
  const meant = isPreview ? "docform plan shows what would change, and changes nothing." : near;
  return { what: plainly(what), meant: meant.replace(/^\((.*)\)$/, "$1") };
}

/** The message of commander for a wrong value, in the words of a person who typed it. */
function plainly(what: string): string {
  const found =
    /^(?:option '(.+)' argument|command-argument value) '(.*)' is invalid(?: for argument '.*')?\.(.*)$/.exec(
      what,
    );
  if (found === null) return what;
  const [, option = "", value = "", more = ""] = found;
  const [name = ""] = option.split(/, | </).filter((part) => part.startsWith("--"));
  return `${name} ${JSON.stringify(value)} is not valid.${more}`.trimStart();
}

/**
 * A word after a command that has others below it, and takes no argument itself. Commander says that there are too many arguments
 * then, or of an option that only the meant command has.
 */
function noSuchCommand(command: Command, word: string) {
  const names = command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());
  const near = nearMatch(word, names);
  return {
    what: `${pathOf(command)} has no command "${word}"`,
    meant: near === undefined ? "" : `Did you mean ${near}?`,
  };
}

/** The words that name a command: `docform runs show`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/**
 * Builds the command line. Only commands that `typed` names get their options and arguments, because setting
 * up all of them takes longer than most commands run.
 */
export function programOf(groups: readonly CommandGroup[], run: Run, typed?: readonly string[]): Command {
  const program = new Command("docform")
    .description("Keeps a documentation platform as Git says it should be")
    .version(version, "-V, --version")
    .usage("<command> [options]")
    .helpCommand(false)
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => run.io.stdout.write(text),
      writeErr: () => {},
      getOutHelpWidth: () => columnsOf(run.io.stdout) ?? 100,
    })
    .configureHelp({ formatHelp: programHelp });
  program.exitOverride((problem) => refuse(program, problem));
  for (const { title, commands } of groups)
    for (const entry of commands) {
      const command = addCommand(program, title, entry, run);
      if (isNamed(entry, typed)) addOptions(command, entry);
    }
  return program;
}

function isNamed({ name }: CommandEntry, typed: readonly string[] | undefined): boolean {
  const [first = ""] = name.split(" ");
  return typed === undefined || typed.includes(first);
}

function addOptions(command: Command, entry: CommandEntry): void {
  for (const [name, about] of Object.entries(entry.arguments ?? {})) command.argument(name, about);
  entry.options?.(command);
}

function addCommand(program: Command, title: string, entry: CommandEntry, run: Run): Command {
  const words = entry.name.split(" ");
  const parent = program.commands.find((one) => words.length > 1 && one.name() === words[0]) ?? program;
  const command = parent
    .command(words.at(-1) ?? "", { hidden: entry.isHidden === true })
    .description(entry.summary)
    .helpGroup(`${parent === program ? title : headingOf(parent)}:`)
    .configureHelp({ formatHelp: (one, helper) => commandHelp(one, helper, entry) });
  command.exitOverride((problem) => refuse(command, problem, entry));
  command.action(async () => {
    const options = command.optsWithGlobals<object>();
    if ("format" in options && options.format === "json") run.form = entry.errors ?? "json";
    const { io, unguarded } = run;
    refuseUncheckedTls(io.env);
    // A worker has no end: each of its units is a trace.
    const span = entry.name === "worker" ? untraced : (io.span ?? untraced);
    const call = { io, unguarded, words: command.args, options, command };
    run.code = await span(`docform ${entry.name}`, {}, () => entry.run(call));
  });
  return command;
}

/** A token would go to whoever is on the way. */
function refuseUncheckedTls(env: Run["io"]["env"]): void {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return;
  throw stop("DF4010", "NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of certificates", {
    hint: "take it out; for an authority of your own, name its file in NODE_EXTRA_CA_CERTS",
  });
}

/** The heading of the commands below one. */
function headingOf(parent: Command): string {
  return parent.name().replace(/^./, (first) => first.toUpperCase());
}

/** Help and version end a command line too; everything else of commander is wrong usage. */
function refuse(command: Command, problem: CommanderError, entry?: CommandEntry): never {
  if (problem.exitCode === 0) throw problem;
  throw new UsageError(command, problem, entry);
}

/** All commands, in the order of help. */
export const commandGroups: readonly CommandGroup[] = [
  manifestCommands,
  planCommands,
  runCommands,
  platformCommands,
  serviceCommands,
  setUpCommands,
  helpCommands,
];
