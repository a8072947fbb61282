import type { Argument, Command, Option } from "commander";
import { editions } from "../../contract/edition.ts";
import type { Io } from "../../io/io.ts";
import type { Candidate, Offer } from "../commands/completion.ts";
import { commandsBelow, completionValues, type Place } from "./completion-values.ts";
import { isRepeatable } from "./options.ts";

/** The candidates for the last, perhaps incomplete, word: commands, options or values. */
export async function complete(io: Io, program: Command, words: readonly string[]): Promise<Offer> {
  const begun = words.at(-1) ?? "";
  const typed = readWords(program, words.slice(0, -1));
  const valuesOf: ValuesOf = async (one) => {
    if (one.argChoices !== undefined) return one.argChoices.map((value) => ({ value, about: "" }));
    return (await completionValues[placeholderOf(one)]?.(io, typed.place, program, begun)) ?? [];
  };
  const offered = await offerFor(typed, begun, valuesOf);
  return offered === "files" ? offered : offered.filter(({ value }) => value.startsWith(begun));
}

/** Returns the candidates for the value of an option or argument. */
type ValuesOf = (one: Option | Argument) => Promise<Offer>;

/** A command line as far as it goes. */
interface Typed {
  readonly command: Command;
  /** Arguments so far. */
  readonly count: number;
  /** The option that the next word is the value of. */
  readonly open: Option | undefined;
  readonly given: readonly Option[];
  readonly place: Place;
}

function readWords(program: Command, words: readonly string[]): Typed {
  const begin: Typed = {
    command: program,
    count: 0,
    open: undefined,
    given: [],
    place: { directory: "." },
  };
  return words.reduce(readWord, begin);
}

function readWord(typed: Typed, word: string): Typed {
  if (typed.open !== undefined) return { ...withValue(typed, typed.open, word), open: undefined };
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
  const api = editions.find((edition) => option.long === "--api" && edition === value);
  if (api !== undefined) return { ...typed, place: { ...typed.place, api } };
  return typed;
}

async function offerFor(typed: Typed, begun: string, valuesOf: ValuesOf): Promise<Offer> {
  if (typed.open !== undefined) return valuesOf(typed.open);
  const [flag = "", ...value] = begun.split("=");
  const assigned = value.length > 0 ? optionOf(typed.command, flag) : undefined;
  if (assigned !== undefined) {
    const values = await valuesOf(assigned);
    return values === "files" ? [] : values.map((one) => ({ ...one, value: `${flag}=${one.value}` }));
  }
  if (begun.startsWith("-")) return optionsLeft(typed);
  const { command, count } = typed;
  const argument = command.registeredArguments[count] ?? lastIfVariadic(command);
  const values = argument === undefined ? [] : await valuesOf(argument);
  return values === "files" ? values : [...(count === 0 ? commandsBelow(command) : []), ...values];
}

function lastIfVariadic(command: Command): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return last?.variadic === true ? last : undefined;
}

/** The name between the brackets: `address` of `--target <address>`. */
export function placeholderOf(one: Option | Argument): string {
  if (!("flags" in one)) return one.name();
  return /[<[]([^>\].]+)/.exec(one.flags)?.[1] ?? "";
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
