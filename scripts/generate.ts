// Runs twice: the first run lists a new kind, the second one writes its schema and page.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { diagnosticCodes } from "../src/model/diagnostic-codes.ts";
import { diagnosticDocs, runExamples } from "./diagnostic-docs/diagnostic-docs.ts";
import { generatedFiles } from "./generated-files.ts";

const diagnostics = diagnosticDocs(diagnosticCodes, await runExamples(diagnosticCodes));
for (const [file, text] of [...generatedFiles(process.cwd()), ...diagnostics]) {
  mkdirSync(dirname(join(process.cwd(), file)), { recursive: true });
  writeFileSync(join(process.cwd(), file), text);
}
