import { resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../core/diagnostic.ts";
import type { Io } from "../io.ts";
import { kinds } from "../kinds/kinds.ts";
import { diskFiles } from "../manifest/disk-files.ts";
import { loadProject, type Project } from "../manifest/load-project.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import { hideValues } from "./hidden-texts.ts";
import type { CommonOptions } from "./options.ts";
import { showDiagnostics } from "./output.ts";

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

/** Loads the project of a command, with everything that is wrong in it. */
export async function readProject(io: Io, options: CommonOptions): Promise<Project> {
  const folder = resolve(io.cwd, options.directory);
  const project = await loadProject(folder, diskFiles(folder, io.disk), io.env, kinds, options.env);
  hideValues(io, project.desired);
  return project;
}

/** Loads the project of a command that needs it whole. Throws `Stop` when there is an error in it. */
export async function openProject(io: Io, options: CommonOptions): Promise<Project> {
  const project = await readProject(io, options);
  if (hasErrors(project.diagnostics)) throw new Stop(project.diagnostics, project);
  if (project.diagnostics.length > 0 && options.logLevel !== "error")
    showDiagnostics(io, "text", project.diagnostics, project);
  return project;
}
