import type { Io } from "../../io/io.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { CheckForm } from "../../project/check-forms.ts";
import { checkProject, renderChecked } from "../../project/check-project.ts";
import type { CommonOptions } from "../../project/options.ts";

/** `docform validate`: the manifests and the policies; no network, no token. */
export async function validate(io: Io, options: CommonOptions<CheckForm>): Promise<ExitCode> {
  const checked = await checkProject(io, options);
  io.stdout.write(await renderChecked(io, options.format, options, checked));
  return hasErrors(checked.diagnostics) ? exitCode.error : exitCode.done;
}
