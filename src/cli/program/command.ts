import type { Command } from "commander";
import type { Io } from "../../io/io.ts";
import type { ExitCode } from "../../model/stop.ts";
import type { DiagnosticsForm } from "../../project/output.ts";

/** The parsed call of a command. */
export interface Call<Options extends object = object> {
  /** The input and output of the call, with secrets masked. */
  readonly io: Io;
  /** For the embedded platform, which hands out tokens of its own, and for files that are written as they were. */
  readonly unguarded: Io;
  /** The positional arguments. */
  readonly words: readonly string[];
  readonly options: Options;
  /** The commander object that parsed the line. */
  readonly command: Command;
}

/** A command line and a description of its effect. */
export type Example = readonly [line: string, does: string];

/**
 * A command as data, for parsing, help and completion. The placeholder of an argument or option (`<address>`,
 * `<run>`, `<file>`) selects its completion source.
 */
export interface CommandEntry<Options extends object = object> {
  /** One word, or two for a command below another one. */
  readonly name: string;
  readonly summary: string;
  /** Of its own help, before everything else in it. */
  readonly examples: readonly Example[];
  /** The positional arguments (`<id>`, `[file]` or `[words...]`) with their descriptions. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Adds its options. */
  readonly options?: (command: Command) => Command;
  /** Words at the end of its help. */
  readonly notes?: string;
  /** The form of errors with `--format json`; a JSON document by default. */
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

/** The state of one docform run, from which errors are reported. */
export interface Run {
  /** The input and output of the run, with secrets masked. */
  readonly io: Io;
  readonly unguarded: Io;
  code: ExitCode;
  /** The form in which errors are shown. */
  form: DiagnosticsForm;
}
