import { relative, resolve, sep } from "node:path";
import { type Diagnostic, hasErrors } from "../core/diagnostic.ts";
import type { Io } from "../io.ts";
import type { Project } from "../manifest/load-project.ts";
import { renderDiagnosticsGithub } from "../render/diagnostics-github.ts";
import { renderDiagnosticsGitlab } from "../render/diagnostics-gitlab.ts";
import { renderDiagnosticsJson } from "../render/diagnostics-json.ts";
import { renderDiagnosticsJunit } from "../render/diagnostics-junit.ts";
import { renderDiagnosticsSarif } from "../render/diagnostics-sarif.ts";
import { renderDiagnosticsText } from "../render/diagnostics-text.ts";
import { version } from "../version.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import type { CommonOptions } from "./options.ts";
import { styleFor, withAdvice } from "./output.ts";
import { readProject } from "./project.ts";
import { hash } from "./sha-256.ts";

/** `docform validate`: the manifests only; no network, no token. */
export async function validate(io: Io, options: CommonOptions): Promise<ExitCode> {
  const project = await readProject(io, options);
  const diagnostics = withAdvice(project.diagnostics);
  io.stdout.write(rendered(io, options, project, diagnostics));
  return hasErrors(diagnostics) ? exitCode.error : exitCode.done;
}

/** What is wrong, in the form that is asked for. */
function rendered(
  io: Io,
  { format, directory }: CommonOptions,
  project: Project,
  diagnostics: readonly Diagnostic[],
): string {
  const pathOf = (file: string): string =>
    relative(io.cwd, resolve(io.cwd, directory, file))
      .split(sep)
      .join("/");
  switch (format) {
    case "json":
      return renderDiagnosticsJson(diagnostics);
    case "github":
      return renderDiagnosticsGithub(diagnostics, { pathOf });
    case "gitlab":
      return renderDiagnosticsGitlab(diagnostics, { pathOf, hash });
    case "sarif":
      return renderDiagnosticsSarif(diagnostics, { pathOf, hash, version });
    case "junit":
      return renderDiagnosticsJunit(diagnostics, { pathOf, files: project.files });
    default:
      return textOf(io, project, diagnostics);
  }
}

function textOf(io: Io, { desired, files, sources }: Project, diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0)
    return `Valid: ${desired.resources.length} resources in ${files.length} files.\n`;
  const style = styleFor(io.stdout, io.env);
  return renderDiagnosticsText(diagnostics, sources, { style, fileCount: files.length });
}
