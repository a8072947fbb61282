import { type Argument, type Command, InvalidArgumentError, type Option } from "commander";
import type { Io } from "../../io/io.ts";
import type { ExitCode } from "../../model/stop.ts";
import type { DiagnosticsForm } from "../../project/output.ts";
import { nearMatch } from "../../text/near-match.ts";

/** What a command is called with. */
export interface Call<Options extends object = object> {
  /** What it writes there holds no secret. */
  readonly io: Io;
  /** For the embedded platform, which hands out tokens of its own, and for files that are written as they were. */
  readonly unguarded: Io;
  /** What stands after its name and is no option. */
  readonly words: readonly string[];
  readonly options: Options;
  /** How the command line was read. */
  readonly command: Command;
}

/** A line to type, and what it does. */
export type Example = readonly [line: string, does: string];

/**
 * A command as data: all that the command line, its help and its completion know of it. The placeholder of an argument
 * or option (`<address>`, `<run>`, `<file>`) says what may stand there.
 */
export interface CommandEntry<Options extends object = object> {
  /** One word, or two for a command below another one. */
  readonly name: string;
  readonly summary: string;
  /** Of its own help, before everything else in it. */
  readonly examples: readonly Example[];
  /** What stands after the name: `<id>`, `[file]` or `[words...]`, and what it is. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Adds its options. */
  readonly options?: (command: Command) => Command;
  /** Words at the end of its help. */
  readonly notes?: string;
  /** How errors are shown with `--format json`; a document unless given. */
  readonly errors?: DiagnosticsForm;
  /** In no help, and not offered. */
  readonly isHidden?: boolean;
  /** Loads the command and runs it: nothing of it is loaded before. */
  run(call: Call<Options>): Promise<ExitCode>;
}

/** Commands that stand together in help. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}

/** What a command line leaves behind. */
export interface Run {
  /** What it writes holds no secret. */
  readonly io: Io;
  readonly unguarded: Io;
  code: ExitCode;
  /** How errors are shown. */
  form: DiagnosticsForm;
}

/** Lets options and arguments with choices name the nearest one: commander does that for commands and options only. */
export function checkChoices(command: Command): void {
  for (const option of command.options) checkChoice(option);
  for (const argument of command.registeredArguments) checkChoice(argument);
}

function checkChoice(one: Option | Argument): void {
  const { argChoices: choices, variadic } = one;
  if (choices === undefined || variadic) return;
  one.argParser((text: string) => {
    if (choices.includes(text)) return text;
    const near = nearMatch(text, choices);
    // The form in which commander itself names what was meant.
    const meant = near === undefined ? "" : `\n(Did you mean ${near}?)`;
    throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.${meant}`);
  });
}
