import { resolve } from "node:path";
import { type Diagnostic, error, hasErrors } from "../core/diagnostic.ts";
import type { DiagnosticCode } from "../core/diagnostic-codes.ts";
import { whyFileFailed } from "../core/file-problem.ts";
import type { Json } from "../core/json.ts";
import type { Io } from "../io.ts";
import { parseYaml } from "../manifest/parse-yaml.ts";
import { toJson } from "../manifest/tree.ts";
import { Stop } from "./stop.ts";

/** The documents of a YAML or JSON file, as data. Throws `Stop` when it cannot be read; `what` names it then. */
export async function readDocuments(io: Io, file: string, what: string): Promise<readonly Json[]> {
  const { documents, diagnostics } = parseYaml(file, await readText(io, file, what));
  if (hasErrors(diagnostics)) throw new Stop(diagnostics);
  return documents.map(toJson);
}

async function readText(io: Io, file: string, what: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await io.disk.read(resolve(io.cwd, file)));
  } catch (problem) {
    throw new Stop([error("DF5004", `cannot read the ${what} ${file}: ${whyFileFailed(problem)}`)]);
  }
}

/** What is wrong at a place of a file that is no manifest. */
export function problemAt(
  code: DiagnosticCode,
  { file, path }: { readonly file: string; readonly path: string },
  message: string,
  hint: string,
): Diagnostic {
  return error(code, `${file}: ${path === "" ? "" : `${path}: `}${message}`, { hint });
}
