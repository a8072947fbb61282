import { type Command, InvalidArgumentError, Option } from "commander";
import type { PlanScope } from "./make-plan.ts";

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
const logLevels = ["error", "warn", "info", "debug"] as const;

/** How much a command says on stderr. */
type LogLevel = (typeof logLevels)[number];

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

/** Options of commands that plan for some addresses, and let guards pass. */
export interface ScopeOptions {
  readonly target?: readonly string[];
  readonly allowDeletes?: number;
  readonly allowEmpty?: boolean;
  readonly allowExposure?: boolean;
  readonly allowOwnerless?: boolean;
}

/** Adds the options that say what a plan is for, and what may pass. */
export function withScopeOptions(command: Command): Command {
  return command
    .option(
      "--target <address>",
      "only this and what it depends on; may be given again",
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option(
      "--allow-deletes <n>",
      "let too many deletes pass, when there are exactly n",
      wholeNumber(0, 1_000_000),
    )
    .option("--allow-empty", "let deletes pass where the manifests declare nothing")
    .option("--allow-exposure", "let pass what opens something to more people")
    .option("--allow-ownerless", "let a team be left without an owner");
}

/** The scope of a plan, as the options say. */
export function scopeOf(options: ScopeOptions): PlanScope {
  const { target, allowDeletes, allowEmpty, allowExposure, allowOwnerless } = options;
  return {
    ...(target === undefined ? {} : { targets: target }),
    allowed: {
      ...(allowDeletes === undefined ? {} : { deletes: allowDeletes }),
      empty: allowEmpty === true,
      exposure: allowExposure === true,
      ownerless: allowOwnerless === true,
    },
  };
}

/** Reads a whole number of an option; throws what commander shows as a usage error. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
  };
}
