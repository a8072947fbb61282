import type { Diagnostic } from "../core/diagnostic.ts";
import type { Project } from "../manifest/load-project.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";

/** Diagnostics that end a command, with the project whose texts their code frames show, and the exit code. */
export class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly project: Project | undefined;
  readonly code: ExitCode;

  constructor(diagnostics: readonly Diagnostic[], project?: Project, code: ExitCode = exitCode.error) {
    super(diagnostics.map(({ message }) => message).join("\n"));
    this.diagnostics = diagnostics;
    this.project = project;
    this.code = code;
  }
}
