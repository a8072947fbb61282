import type { Project } from "../../manifest/load/load-project.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";

/** Diagnostics that end a command, with the project whose texts their code frames show, and the exit code. */
export class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly project: Pick<Project, "sources" | "files"> | undefined;
  readonly code: ExitCode;

  constructor(
    diagnostics: readonly Diagnostic[],
    project?: Stop["project"],
    code: ExitCode = exitCode.error,
  ) {
    super(diagnostics.map(({ message }) => message).join("\n"));
    this.diagnostics = diagnostics;
    this.project = project;
    this.code = code;
  }
}
