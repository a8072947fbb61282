import type { ExitCode } from "../commands/exit-code.ts";
import type { DiagnosticsForm } from "../commands/output.ts";
import type { Io } from "../io.ts";

/** What a command line leaves behind. */
export interface Run {
  /** What it writes holds no secret. */
  readonly io: Io;
  readonly unguarded: Io;
  code: ExitCode;
  /** How errors are shown. */
  form: DiagnosticsForm;
}
