import { resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { parseYaml } from "../../manifest/read/parse-yaml.ts";
import type { Tree } from "../../manifest/read/tree.ts";
import { type Diagnostic, error, hasErrors } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { Stop } from "./stop.ts";

/** A YAML or JSON file that is no manifest: a seed, say. */
export interface DataFile {
  readonly file: string;
  readonly text: string;
  readonly documents: readonly Tree[];
}

/** Reads a file. Throws `Stop` when it cannot be read, or is no YAML; `what` names it then. */
export async function readData(io: Io, file: string, what: string): Promise<DataFile> {
  const text = await readText(io, file, what);
  const { documents, diagnostics } = parseYaml(file, text);
  const read = { file, text, documents };
  if (hasErrors(diagnostics)) throw wrongData([read], diagnostics);
  return read;
}

async function readText(io: Io, file: string, what: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await io.disk.read(resolve(io.cwd, file)));
  } catch (problem) {
    throw new Stop([error("DF5004", `cannot read the ${what} ${file}: ${whyFileFailed(problem)}`)]);
  }
}

/** Ends a command with what is wrong with its files, whose texts are shown around it. */
export function wrongData(files: readonly DataFile[], diagnostics: readonly Diagnostic[]): Stop {
  const sources = new Map(files.map(({ file, text }) => [file, text]));
  return new Stop(diagnostics, { sources, files: [...sources.keys()] });
}
