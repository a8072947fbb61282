import { channel } from "node:diagnostics_channel";
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";

/**
 * With DOCFORM_COVERAGE_LOG=FOLDER, what platforms in tests answered is written down: a line of JSON for each
 * operation and status, once in each test file. `npm run coverage:api` reads it.
 */
const folder = process.env.DOCFORM_COVERAGE_LOG;

if (folder !== undefined) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${threadId}.jsonl`);
  const seen = new Set<string>();
  // Named in test/support/platform/test-platform.ts, which is not imported: this stands before every test file.
  channel("docform:answered").subscribe((message) => {
    const { operation, status } = JSON.parse(String(message)) as { operation?: string; status?: number };
    if (!operation || status === undefined) return;
    const line = JSON.stringify({ operation, status });
    if (seen.has(line)) return;
    seen.add(line);
    appendFileSync(file, `${line}\n`);
  });
}
