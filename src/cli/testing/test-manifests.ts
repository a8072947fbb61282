import { resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { shown } from "../../io/shown.ts";
import { namedFiles } from "../../manifest/read/named-files.ts";
import { diskFiles } from "../../manifest/read/project-files.ts";
import { resultsOf } from "../../manifest-tests/results.ts";
import { runTests } from "../../manifest-tests/run-tests.ts";
import { type TestForm, testForms } from "../../manifest-tests/test-forms.ts";
import { type Updated, updateTests } from "../../manifest-tests/update-tests.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { fitted, pathsFrom, styleFor } from "../../project/output.ts";
import { renderTestsText } from "../../render/text/tests-text.ts";
import { renderFileDiff } from "../../render/text/text-diff.ts";

/** Options of `docform test`. */
export interface TestOptions extends CommonOptions<TestForm> {
  readonly only?: string;
  readonly update?: boolean;
}

/**
 * `docform test [FILE …]`: runs manifest tests, each on an embedded platform of its own: no network, no token.
 * `io.disk` must not mask: a file keeps its own values.
 */
export async function testManifests(
  io: Io,
  names: readonly string[],
  options: TestOptions,
): Promise<ExitCode> {
  const folder = resolve(io.cwd, options.directory);
  const files = diskFiles(folder, io.disk);
  const named = await namedFiles(io, folder, files, names);
  const ran = await runTests({ io, folder, files, options, named, only: options.only });
  const updated = options.update === true ? await updateTests(io, folder, files, ran) : nothing;
  const results = resultsOf(ran, updated.tests);
  if (options.format === "text") showDiffs(io, updated);
  const seen = shown(io, results);
  const text = (): string => fitted(io.stdout, renderTestsText(seen, styleFor(io.stdout, io.env)));
  io.stdout.write(await testForms[options.format](results, { text, seen, pathOf: pathsFrom(io, options) }));
  return results.failed > 0 ? exitCode.error : exitCode.done;
}

const nothing: Updated = { tests: new Set(), files: [] };

/** A test that says something else now must not pass unseen. */
function showDiffs(io: Io, { files }: Updated): void {
  const style = styleFor(io.stdout, io.env);
  for (const { path, before = "", text } of files) io.stdout.write(renderFileDiff(path, before, text, style));
}
