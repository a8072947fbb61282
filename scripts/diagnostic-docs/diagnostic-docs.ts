import type { DiagnosticInfos } from "../../src/model/codes/diagnostic-info.ts";
import { diagnosticPage } from "./diagnostic-page.ts";
import { diagnosticsIndex } from "./diagnostics-index.ts";
import { type ExampleRun, runExample } from "./run-example.ts";

/** The output of docform for the example of each code that has one. */
export async function runExamples(infos: DiagnosticInfos): Promise<ReadonlyMap<string, ExampleRun>> {
  const runs = new Map<string, ExampleRun>();
  for (const [name, { example }] of Object.entries(infos))
    if (!("notShown" in example)) runs.set(name, await runExample(example));
  return runs;
}

/** The pages of docs/reference/diagnostics, made from the codes and from what docform says to their examples. */
export function diagnosticDocs(
  infos: DiagnosticInfos,
  runs: ReadonlyMap<string, ExampleRun>,
): readonly (readonly [file: string, text: string])[] {
  return [
    ["docs/reference/diagnostics/README.md", diagnosticsIndex(infos)],
    ...Object.entries(infos).map(
      ([name, info]) =>
        [`docs/reference/diagnostics/${name}.md`, diagnosticPage(name, info, runs.get(name))] as const,
    ),
  ];
}
