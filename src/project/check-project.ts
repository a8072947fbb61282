import { hash } from "../io/hash.ts";
import type { Io } from "../io/io.ts";
import { shown } from "../io/shown.ts";
import { version } from "../io/version.ts";
import type { Project } from "../manifest/load/load-project.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { renderDiagnosticsText } from "../render/text/diagnostics-text.ts";
import { counted } from "../render/words.ts";
import { type CheckForm, checkForms } from "./check-forms.ts";
import type { CommonOptions } from "./options.ts";
import { fitted, pathsFrom, styleFor, withAdvice } from "./output.ts";
import { readPolicies, withTexts } from "./policies.ts";
import { readProject } from "./project.ts";

/** A project, and everything that is wrong in its manifests and policies. */
interface CheckedProject {
  readonly project: Project;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks the manifests and the policies of a project. */
export async function checkProject(io: Io, options: CommonOptions): Promise<CheckedProject> {
  const manifests = await readProject(io, options);
  const policies = await readPolicies(io, options);
  const project = withTexts(manifests, policies);
  const diagnostics = withAdvice([...manifests.diagnostics, ...policies.diagnostics]);
  return { project, diagnostics: shown(io, diagnostics) };
}

/** Renders diagnostics in a form of `checkForms`. Their paths are from where the command runs. */
export async function renderChecked(
  io: Io,
  form: CheckForm,
  options: CommonOptions,
  { project, diagnostics }: CheckedProject,
): Promise<string> {
  return checkForms[form](diagnostics, {
    text: () => checkedText(io, project, diagnostics),
    pathOf: pathsFrom(io, options),
    hash,
    version,
    files: project.files,
  });
}

function checkedText(
  io: Io,
  { desired, files, sources }: Project,
  diagnostics: readonly Diagnostic[],
): string {
  if (diagnostics.length === 0)
    return `Valid: ${counted(desired.resources.length, "resource")} in ${counted(files.length, "file")}.\n`;
  const style = styleFor(io.stdout, io.env);
  const text = renderDiagnosticsText(diagnostics, sources, { style, fileCount: files.length, mask: io.mask });
  return fitted(io.stdout, text);
}
