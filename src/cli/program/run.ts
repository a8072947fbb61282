import type { Io } from "../../io/io.ts";
import type { ExitCode } from "../project/exit-code.ts";
import type { DiagnosticsForm } from "../project/output.ts";

/** What a command line leaves behind. */
export interface Run {
  /** What it writes holds no secret. */
  readonly io: Io;
  readonly unguarded: Io;
  code: ExitCode;
  /** How errors are shown. */
  form: DiagnosticsForm;
}
