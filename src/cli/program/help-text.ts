import type { Command, Help } from "commander";
import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import { nearMatch } from "../../text/near-match.ts";
import type { CommandEntry, Example } from "./command.ts";
import { commonOptions, ownOptions } from "./options.ts";
import { topics } from "./topics.ts";

const programExamples: readonly Example[] = [
  ["docform validate", "check the manifests; no network, no token"],
  ["docform plan", "show what would change"],
  ["docform apply", "change it, after asking"],
  ["docform undo", "take back what the last run did, after asking"],
  ["docform drift", "show what on the platform is not as declared"],
  ["docform api --list", "list the operations of the API, to call any of them"],
  ["docform serve --seed live.yaml", "try docform on an embedded platform"],
];

/** A heading with a table of names and descriptions. */
interface Table {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, about: string])[];
}

/** The help of docform as a whole: examples, then the commands in groups, then topics. */
export function programHelp(program: Command, helper: Help): string {
  const rows = Object.entries(topics).map(([name, { summary }]) => [name, summary] as const);
  const tables = [
    ...commandsOf(program, helper),
    { title: "Topics (docform help TOPIC):", rows },
    ...optionsOf(program, helper),
  ];
  return page([headOf(program, helper), examplesOf(programExamples), ...columns(tables, helper)]);
}

/** The help of one command: examples first, and its own options before the common ones. */
export function commandHelp(command: Command, helper: Help, { examples, notes = "" }: CommandEntry): string {
  const places = helper.visibleArguments(command);
  const rows = places.map((one) => [one.name(), helper.argumentDescription(one)] as const);
  const tables = [
    { title: "Arguments:", rows },
    ...commandsOf(command, helper),
    ...optionsOf(command, helper),
  ];
  return page([headOf(command, helper), examplesOf(examples), ...columns(tables, helper), notes]);
}

function page(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function headOf(command: Command, helper: Help): string {
  return `Usage: ${helper.commandUsage(command)}\n\n${command.description()}`;
}

function examplesOf(examples: readonly Example[]): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, does]) => `  ${line.padEnd(width)}  ${does}`);
  return ["Examples:", ...lines].join("\n");
}

function commandsOf(command: Command, helper: Help): readonly Table[] {
  const visible = helper.visibleCommands(command);
  const groups = helper.groupItems([...command.commands], visible, (one) => one.helpGroup());
  return [...groups].map(([title, commands]) => ({
    title,
    rows: commands.map((one) => [one.name(), helper.subcommandDescription(one)] as const),
  }));
}

function optionsOf(command: Command, helper: Help): readonly Table[] {
  const visible = helper.visibleOptions(command);
  const groups = helper.groupItems(
    [...command.options],
    visible,
    (one) => one.helpGroupHeading ?? ownOptions,
  );
  const shared = [...groups.keys()].filter((title) => title !== ownOptions && title !== commonOptions);
  const inOrder = [ownOptions, ...shared, commonOptions].map(
    (title) => [title, groups.get(title) ?? []] as const,
  );
  return inOrder.map(([title, options]) => ({
    title,
    rows: options.map((one) => [helper.optionTerm(one), helper.optionDescription(one)] as const),
  }));
}

/** The tables of one page, all with the same columns. */
function columns(tables: readonly Table[], helper: Help): readonly string[] {
  const width = Math.max(...tables.flatMap(({ rows }) => rows.map(([name]) => name.length)));
  return tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) =>
      [title, ...rows.map(([name, about]) => helper.formatItem(name, width, about, helper))].join("\n"),
    );
}

/**
 * Runs a command that does nothing without one below it, such as `docform ci`: its help, as an error. A pipeline that
 * forgot the word would pass otherwise.
 */
export const askForCommand: CommandEntry["run"] = async ({ io, command }) => {
  io.stderr.write(command.helpInformation());
  return exitCode.error;
};

/** `docform help [COMMAND|TOPIC]`. */
export function showHelp(io: Io, words: readonly string[], help: Command): ExitCode {
  const topic = words.length === 1 ? topics[words.join()] : undefined;
  io.stdout.write(topic?.text ?? commandOf(words, help.parent ?? help).helpInformation());
  return exitCode.done;
}

/** The command that the words name, one below the other. Throws `Stop` for none. */
function commandOf(words: readonly string[], program: Command): Command {
  return words.reduce((command, word) => {
    const found = command.commands.find((one) => one.name() === word);
    if (found !== undefined) return found;
    const names = [...command.commands.map((one) => one.name()), ...Object.keys(topics)];
    const near = nearMatch(word, names);
    const hint = `${near === undefined ? "" : `Did you mean ${near}? Else `}see docform --help`;
    throw stop("DF5001", `there is no help on "${words.join(" ")}"`, { hint });
  }, program);
}
