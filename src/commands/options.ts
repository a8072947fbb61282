import { type Command, InvalidArgumentError, Option } from "commander";

/** Options that every command of a project takes. */
export interface CommonOptions {
  /** Project folder. */
  readonly directory: string;
  readonly env?: string;
  readonly format: string;
  /** False with --no-input: never ask. */
  readonly input: boolean;
  readonly logLevel: LogLevel;
}

/** From the fewest to the most words on stderr. */
export const logLevels = ["error", "warn", "info", "debug"] as const;

/** How much a command says on stderr. */
export type LogLevel = (typeof logLevels)[number];

/** Adds the options that every command takes; the first format is the default. */
export function withCommonOptions(command: Command, formats: readonly [string, ...string[]]): Command {
  return command
    .option("-C, --directory <dir>", "project folder", ".")
    .option("--env <name>", "environment of docform.yaml")
    .addOption(
      new Option("--format <format>", "form of the result").choices([...formats]).default(formats[0]),
    )
    .option("--no-input", "never ask; fail instead")
    .addOption(
      new Option("--log-level <level>", "how much to say on stderr").choices([...logLevels]).default("info"),
    );
}

/** Reads a whole number of an option; throws what commander shows as a usage error. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}
