import { resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { loadSettingOrigins } from "../../manifest/origins/settings.ts";
import { diskFiles } from "../../manifest/read/project-files.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import { type ConfigDocument, originFormatVersion } from "../../model/documents/origin-document.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { printResult, showDiagnostics } from "../../project/output.ts";
import { hideSecrets } from "../../project/project.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import { renderConfigText } from "../../render/text/origin-text.ts";

/** `docform config`: each setting of docform.yaml as it holds, and where it is from. No network, no token. */
export async function showConfig(io: Io, options: CommonOptions<ResultForm>): Promise<ExitCode> {
  const folder = resolve(io.cwd, options.directory);
  const files = diskFiles(folder, io.disk);
  const read = await loadSettingOrigins(folder, files, io, options.env, options.var ?? []);
  const { settings, diagnostics } = read;
  hideSecrets(io, read.drafts);
  if (settings.length === 0) throw new Stop(diagnostics);
  const document: ConfigDocument = {
    formatVersion: originFormatVersion,
    ...(options.env === undefined ? {} : { environment: options.env }),
    settings: [...settings],
  };
  printResult(io, options, document, renderConfigText);
  if (diagnostics.length > 0) showDiagnostics(io, "text", diagnostics, read);
  return hasErrors(diagnostics) ? exitCode.error : exitCode.done;
}
