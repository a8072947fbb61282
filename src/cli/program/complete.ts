import type { Argument, Command, Option } from "commander";
import { isRepeatable } from "./options.ts";

/** A completion candidate and its description. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** The completion of one word: a list of candidates, or `files` when the shell shall complete file names. */
export type Offer = readonly Candidate[] | "files";

/** The options typed so far that locate the project. */
export interface Place {
  /** Project folder. */
  readonly directory: string;
  readonly env?: string;
}

/** Returns the candidates for a placeholder such as `address`. */
export type ValuesOf = (placeholder: string, place: Place) => Promise<Offer>;

/** The candidates for the last, perhaps incomplete, word: commands, options or values. */
export async function complete(
  program: Command,
  words: readonly string[],
  valuesOf: ValuesOf,
): Promise<Offer> {
  const typed = words.slice(0, -1);
  const begun = words.at(-1) ?? "";
  const read = readWords(program, typed);
  const offered = await offerFor(read, begun, valuesOf);
  return offered === "files" ? offered : offered.filter(({ value }) => value.startsWith(begun));
}

/** A command line as far as it goes. */
interface Typed {
  readonly command: Command;
  /** Arguments so far. */
  readonly count: number;
  /** The option that the next word is the value of. */
  readonly open: Option | undefined;
  readonly given: readonly Option[];
  /** After `--`, no word is an option. */
  readonly isLiteral: boolean;
  readonly place: Place;
}

function readWords(program: Command, words: readonly string[]): Typed {
  const begin: Typed = {
    command: program,
    count: 0,
    open: undefined,
    given: [],
    isLiteral: false,
    place: { directory: "." },
  };
  return words.reduce(readWord, begin);
}

function readWord(typed: Typed, word: string): Typed {
  if (typed.open !== undefined) return { ...withValue(typed, typed.open, word), open: undefined };
  if (typed.isLiteral) return { ...typed, count: typed.count + 1 };
  if (word === "--") return { ...typed, isLiteral: true };
  if (word.startsWith("-")) return readOption(typed, word);
  const below = typed.command.commands.find((one) => one.name() === word);
  return below === undefined ? { ...typed, count: typed.count + 1 } : { ...typed, command: below };
}

function readOption(typed: Typed, word: string): Typed {
  const [flag = "", ...value] = word.split("=");
  const option = optionOf(typed.command, flag);
  if (option === undefined) return typed;
  const given = { ...typed, given: [...typed.given, option] };
  if (!option.required) return given;
  return value.length === 0 ? { ...given, open: option } : withValue(given, option, value.join("="));
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => flag === long || flag === short);
}

function withValue(typed: Typed, option: Option, value: string): Typed {
  if (option.long === "--directory") return { ...typed, place: { ...typed.place, directory: value } };
  if (option.long === "--env") return { ...typed, place: { ...typed.place, env: value } };
  return typed;
}

async function offerFor(typed: Typed, begun: string, valuesOf: ValuesOf): Promise<Offer> {
  if (typed.open !== undefined) return valuesFor(typed.open, typed.place, valuesOf);
  const [flag = "", ...value] = begun.split("=");
  const assigned = value.length > 0 && !typed.isLiteral ? optionOf(typed.command, flag) : undefined;
  if (assigned !== undefined) {
    const values = await valuesFor(assigned, typed.place, valuesOf);
    return values === "files" ? [] : values.map((one) => ({ ...one, value: `${flag}=${one.value}` }));
  }
  if (begun.startsWith("-") && !typed.isLiteral) return optionsLeft(typed);
  const { command, count } = typed;
  const argument = command.registeredArguments[count] ?? lastIfVariadic(command);
  const values = argument === undefined ? [] : await valuesFor(argument, typed.place, valuesOf);
  return values === "files" ? values : [...(count === 0 ? commandsBelow(command) : []), ...values];
}

function lastIfVariadic(command: Command): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return last?.variadic === true ? last : undefined;
}

async function valuesFor(one: Option | Argument, place: Place, valuesOf: ValuesOf): Promise<Offer> {
  if (one.argChoices !== undefined) return one.argChoices.map((value) => ({ value, about: "" }));
  return valuesOf(placeholderOf(one), place);
}

/** The name between the brackets: `address` of `--target <address>`. */
export function placeholderOf(one: Option | Argument): string {
  if (!("flags" in one)) return one.name();
  return /[<[]([^>\].]+)/.exec(one.flags)?.[1] ?? "";
}

/** The subcommands of a command that are not hidden from help. */
export function commandsBelow(command: Command): readonly Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((one) => ({ value: one.name(), about: one.description() }));
}

/** Options that were not given yet, or that may be given again. */
function optionsLeft({ command, given }: Typed): readonly Candidate[] {
  const isLeft = (option: Option): boolean => !given.includes(option) || isRepeatable(option);
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => isLeft(option))
    .flatMap(({ long, description }) => (long ? [{ value: long, about: description }] : []));
}
