import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Report } from "../check/report.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { ProjectFiles } from "./project-files.ts";
import { readText, unreadable } from "./read-text.ts";
import type { Tree } from "./tree.ts";
import { limits } from "./yaml-limits.ts";

/** What reading one file gave, before anything is noted: files are read side by side. */
export interface YamlRead {
  readonly file: string;
  readonly text?: string;
  readonly documents: readonly Tree[];
  readonly diagnostics: readonly Diagnostic[];
  readonly complete: boolean;
}

/** Reads one file inside the project. */
export async function readYaml(io: ProjectFiles, file: string): Promise<YamlRead> {
  const read = await readText(io, file, limits.bytes);
  if ("text" in read) return { file, text: read.text, ...parseYaml(file, read.text) };
  return { file, documents: [], diagnostics: [unreadable(file, read)], complete: false };
}

/** Reads files in their order: enough at once to keep the disk busy, and few enough for the limit of open files. */
export async function readAllYaml(io: ProjectFiles, files: readonly string[]): Promise<readonly YamlRead[]> {
  const results: YamlRead[] = [];
  for (let from = 0; from < files.length; from += 64)
    results.push(...(await Promise.all(files.slice(from, from + 64).map((file) => readYaml(io, file)))));
  return results;
}

/** Notes the text and the mistakes of a file. What it may have declared is not called unknown elsewhere. */
export function register(read: YamlRead, report: Report, sources: Map<string, string>): readonly Tree[] {
  if (read.text !== undefined) sources.set(read.file, read.text);
  report.add(read.diagnostics);
  if (!read.complete) report.lose();
  return read.documents;
}
