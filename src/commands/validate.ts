import { hasErrors } from "../core/diagnostic.ts";
import type { Io } from "../io.ts";
import { renderDiagnosticsJson } from "../render/diagnostics-json.ts";
import { renderDiagnosticsText } from "../render/diagnostics-text.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import type { CommonOptions } from "./options.ts";
import { styleFor, withAdvice } from "./output.ts";
import { readProject } from "./project.ts";

/** `docform validate`: the manifests only; no network, no token. */
export async function validate(io: Io, options: CommonOptions): Promise<ExitCode> {
  const { diagnostics: found, sources, files, desired } = await readProject(io, options);
  const diagnostics = withAdvice(found);
  if (options.format === "json") io.stdout.write(renderDiagnosticsJson(diagnostics));
  else if (diagnostics.length > 0) {
    const style = styleFor(io.stdout, io.env);
    io.stdout.write(renderDiagnosticsText(diagnostics, sources, { style, fileCount: files.length }));
  } else {
    io.stdout.write(`Valid: ${desired.resources.length} resources in ${files.length} files.\n`);
  }
  return hasErrors(diagnostics) ? exitCode.error : exitCode.done;
}
