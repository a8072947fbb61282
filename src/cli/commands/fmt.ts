import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Io } from "../../io/io.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { kindsOf } from "../../kinds/kinds-of.ts";
import { formatYaml } from "../../manifest/format/format-yaml.ts";
import { findProjectFiles } from "../../manifest/load/load-project.ts";
import { namedFiles } from "../../manifest/read/named-files.ts";
import { parseYaml } from "../../manifest/read/parse-yaml.ts";
import { diskFiles, type ProjectFiles, projectFile } from "../../manifest/read/project-files.ts";
import { decodeText, readText, type TextRead, unreadable } from "../../manifest/read/read-file.ts";
import { limits } from "../../manifest/read/yaml-limits.ts";
import { manifestLayout, projectLayout } from "../../manifest/write/field-order.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { editionHere } from "../../project/edition.ts";
import type { CommonOptions } from "../../project/options.ts";
import { styleFor, warn } from "../../project/output.ts";
import { hideWritten, readProject } from "../../project/project.ts";
import { terminalText } from "../../render/safe-text.ts";
import { renderFileDiff } from "../../render/text/text-diff.ts";

/** Options of `docform fmt`. */
export interface FmtOptions extends CommonOptions {
  readonly check?: boolean;
  readonly diff?: boolean;
}

/** A file as it is, and in canonical form. */
interface Formatted {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly diagnostics: readonly Diagnostic[];
  /** It could not be read, so there are no lines to show. */
  readonly isUnread?: true;
}

/**
 * `docform fmt [FILE …]`: formats the named files, or all files of the project. It writes none when one of
 * them cannot be read. `-` formats stdin to stdout. `io.disk` must not mask: a file keeps its own values.
 */
export async function fmt(io: Io, names: readonly string[], options: FmtOptions): Promise<ExitCode> {
  const folder = resolve(io.cwd, options.directory);
  const files = diskFiles(folder, io.disk);
  const kinds = kindsOf(await editionHere(io, options)).all;
  const isStdin = names.includes("-");
  const all = isStdin
    ? [formatted("-", decodeText(await buffer(io.stdin())), kinds)]
    : await Promise.all(
        (await filesToFormat(io, folder, files, names)).map(async (file) =>
          formatted(file, await readText(files, file, limits.bytes), kinds),
        ),
      );
  if (options.diff === true || all.some(({ diagnostics }) => hasErrors(diagnostics)))
    await hideSecrets(io, options, all);
  report(io, all, options);
  const changed = all.filter(({ before, after }) => before !== after);
  if (isStdin && options.check !== true && options.diff !== true) io.stdout.write(all[0]?.after ?? "");
  else show(io, changed, options);
  if (!isStdin && options.check !== true && options.diff !== true)
    for (const { file, after } of changed) await write(io, folder, files, file, after);
  return options.check === true && changed.length > 0 ? exitCode.changes : exitCode.done;
}

/** The files that are named, with those in folders, relative to the project folder; all of the project without names. */
async function filesToFormat(
  io: Io,
  folder: string,
  files: ProjectFiles,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) {
    const project = await findProjectFiles(folder, files);
    if (hasErrors(project.diagnostics)) throw new Stop(project.diagnostics, project);
    return project.files;
  }
  const found: (readonly string[])[] = [];
  for (const path of await namedFiles(io, folder, files, names))
    found.push((await files.status(path))?.type === "folder" ? await files.listYaml(path) : [path]);
  return [...new Set(found.flat())];
}

/** `--diff` prints lines of files, so secret values of the project and of these files are masked first. */
async function hideSecrets(io: Io, options: FmtOptions, all: readonly Formatted[]): Promise<void> {
  await readProject(io, options);
  hideWritten(
    io,
    all.flatMap(({ file, before }) => parseYaml(file, before.replace(/^\uFEFF/, "")).documents),
  );
}

function formatted(file: string, read: TextRead, kinds: readonly Kind[]): Formatted {
  if ("problem" in read)
    return { file, before: "", after: "", diagnostics: [unreadable(file, read)], isUnread: true };
  const isProject = file === projectFile || (file === "-" && /^organizations\s*:/m.test(read.text));
  const layout = isProject ? projectLayout() : manifestLayout(kinds);
  const before = read.mark + read.text;
  const { text: after, diagnostics } = formatYaml(file, before, layout);
  return { file, before, after, diagnostics };
}

/** Prints the diagnostics of the files. An error ends the command before it writes anything. */
function report(io: Io, all: readonly Formatted[], options: FmtOptions): void {
  const diagnostics = all.flatMap((one) => one.diagnostics);
  const texts = {
    sources: new Map(
      all.flatMap(({ file, before, isUnread }) =>
        isUnread === true ? [] : [[file, before.replace(/^\uFEFF/, "")] as const],
      ),
    ),
    files: all.map(({ file }) => file),
  };
  if (hasErrors(diagnostics)) throw new Stop(diagnostics, texts);
  warn(io, options, diagnostics, texts);
}

function show(io: Io, changed: readonly Formatted[], { diff }: FmtOptions): void {
  const style = styleFor(io.stdout, io.env);
  for (const { file, before, after } of changed)
    io.stdout.write(diff === true ? renderFileDiff(file, before, after, style) : `${terminalText(file)}\n`);
}

/** A file that a link leads to is written where it is. */
async function write(
  io: Io,
  folder: string,
  files: ProjectFiles,
  file: string,
  after: string,
): Promise<void> {
  const path = resolve(folder, (await files.realPath(file)) ?? file);
  await writeWhole(io, path, after, { rights: { like: path } });
}
