import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import type { ParsedYaml } from "./convert-yaml.ts";
import { parseYaml } from "./parse-yaml.ts";
import { isOutside, type ProjectFiles } from "./project-files.ts";
import type { Report } from "./report.ts";
import type { Tree } from "./tree.ts";
import { limits } from "./yaml-limits.ts";

/** The text of a file, or why there is none: words that end a sentence about the file. */
export type TextRead = { readonly text: string; readonly mark: "" | typeof byteOrderMark } | Unreadable;

interface Unreadable {
  readonly problem: string;
  readonly code: "DF1001" | "DF1003" | "DF1009";
  readonly isMissing?: true;
  readonly hint?: string;
}

/**
 * The text of a file inside the project folder, links followed: a link that leads out is refused.
 * A byte order mark is no part of it.
 */
export async function readText(io: ProjectFiles, path: string, limit: number): Promise<TextRead> {
  try {
    return await readAt(io, path, limit);
  } catch (caught) {
    return { problem: `cannot be read: ${whyFileFailed(caught)}`, code: "DF1009" };
  }
}

async function readAt(io: ProjectFiles, path: string, limit: number): Promise<TextRead> {
  if (isOfTool(path)) return ofTool;
  const real = await io.realPath(path);
  if (real === undefined) return { problem: "is not there", code: "DF1009", isMissing: true };
  if (isOutside(real)) return { problem: "lies outside the project folder", code: "DF1009" };
  if (isOfTool(real)) return ofTool;
  const status = await io.status(real);
  if (status?.type !== "file")
    return { problem: "is not a file that can be read", code: "DF1009", isMissing: true };
  if (status.bytes > limit) return { problem: `is larger than ${limit / 1024 / 1024} MiB`, code: "DF1003" };
  const read = decodeText(await io.read(real));
  // A link that was put in its place meanwhile may have led elsewhere.
  if ((await io.realPath(real)) !== real) return { problem: "was moved while it was read", code: "DF1009" };
  return read;
}

const ofTool: Unreadable = { problem: "lies in .git or .docform, which hold no content", code: "DF1009" };

/**
 * Is it a file of git or of docform? A pipeline leaves the token of the clone in `.git/config`. Systems differ in
 * whether the case of a name matters.
 */
function isOfTool(path: string): boolean {
  return path.split(/[/\\]/).some((name) => /^\.(?:git|docform)$/i.test(name));
}

/** Bytes as text, without the byte order mark. */
export function decodeText(bytes: Uint8Array): TextRead {
  try {
    const text = decoder.decode(bytes);
    const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
    return { text: text.slice(mark.length), mark };
  } catch {
    return { problem: "is not UTF-8 text", code: "DF1001", hint: "save the file as UTF-8" };
  }
}

/** Says of a YAML file why there is no text of it. */
export function unreadable(file: string, { problem, code, hint }: Unreadable): Diagnostic {
  const source = { file, line: 1, column: 1 };
  return error(code, `the file ${problem}`, { source, ...(hint === undefined ? {} : { hint }) });
}

const byteOrderMark = "\uFEFF";
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The files of a project, and what is found out while they are read. */
export interface Reading {
  readonly io: ProjectFiles;
  readonly report: Report;
  /** The text of each file. */
  readonly sources: Map<string, string>;
}

/** Reads one file inside the project. Declarations that it may have lost are not called unknown elsewhere. */
export async function readYaml({ io, report, sources }: Reading, file: string): Promise<ParsedYaml> {
  const read = await readText(io, file, limits.bytes);
  if ("text" in read) sources.set(file, read.text);
  const parsed =
    "text" in read
      ? parseYaml(file, read.text)
      : { documents: [], diagnostics: [unreadable(file, read)], complete: false };
  report.add(parsed.diagnostics);
  if (!parsed.complete) report.lose();
  return parsed;
}

/** Reads files in their order: enough at once to keep the disk busy, and few enough for the limit of open files. */
export async function readAllYaml(reading: Reading, files: readonly string[]): Promise<readonly Tree[]> {
  const documents: Tree[] = [];
  for (let from = 0; from < files.length; from += 64) {
    const parsed = await Promise.all(files.slice(from, from + 64).map((file) => readYaml(reading, file)));
    for (const one of parsed) documents.push(...one.documents);
  }
  return documents;
}
