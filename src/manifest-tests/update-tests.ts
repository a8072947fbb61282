import type { Io } from "../io/io.ts";
import { editText } from "../manifest/edit/edit-text.ts";
import type { ProjectFiles } from "../manifest/read/project-files.ts";
import { readText } from "../manifest/read/read-file.ts";
import { limits } from "../manifest/read/yaml-limits.ts";
import { type FileToWrite, writeFiles } from "../manifest/write/write-files.ts";
import { groupBy } from "../model/group-by.ts";
import type { RanTest } from "./run-tests.ts";

/** The tests whose files hold by now what was seen, and these files. */
export interface Updated {
  readonly tests: ReadonlySet<RanTest>;
  readonly files: readonly FileToWrite[];
}

/**
 * Writes what was seen into the expectations that failed, and leaves every other byte as it is. A test stays failed when
 * its manifests have errors, when it would then expect nothing, or when its file has a form that docform does not edit.
 * `io.disk` must not mask.
 */
export async function updateTests(
  io: Io,
  folder: string,
  files: ProjectFiles,
  ran: readonly RanTest[],
): Promise<Updated> {
  const byFile = groupBy(
    ran.filter(({ failures, writes }) => failures.length > 0 && writes !== undefined),
    ({ test }) => test.source.file,
  );
  const updated = new Set<RanTest>();
  const changed: FileToWrite[] = [];
  for (const [path, tests] of byFile) {
    const edited = await editedFile(files, path, tests);
    for (const one of edited.done) updated.add(one);
    if (edited.file !== undefined) changed.push(edited.file);
  }
  await writeFiles(io, folder, files, changed);
  return { tests: updated, files: changed };
}

interface EditedFile {
  readonly done: readonly RanTest[];
  readonly file?: FileToWrite;
}

async function editedFile(files: ProjectFiles, path: string, tests: readonly RanTest[]): Promise<EditedFile> {
  const read = await readText(files, path, limits.bytes);
  if (!("text" in read)) return { done: [] };
  const before = read.mark + read.text;
  const edits = new Map(
    tests.map((one) => [one, (one.writes ?? []).map((write) => ({ type: "setValue" as const, ...write }))]),
  );
  const { text, refused } = editText(path, before, [...edits.values()].flat());
  const wrong = new Set(refused.map(({ edit }) => edit));
  const done = tests.filter((one) => !(edits.get(one) ?? []).some((edit) => wrong.has(edit)));
  return { done, ...(text === before ? {} : { file: { path, text, before } }) };
}
