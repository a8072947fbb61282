// `npm run coverage:api`: runs the tests of the platform, notes what was answered, and writes docs/reference/api-coverage.md.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "../src/contract/operations.ts";
import {
  apiCoverage,
  notDocumented,
  notSeen,
  publishedFile,
  referenceFile,
  type SeenStatuses,
  seenFile,
} from "./api-coverage.ts";

const tests = [
  "src/platform",
  "test/platform/every-operation.test.ts",
  "test/cli/api-command.test.ts",
  "test/platform/api-transcript.test.ts",
];

/** Random runs are left out: the page would not be the same each time. */
const notRandom = ["--exclude", "src/platform/model.deep.test.ts"];

/** Runs the tests with a log, and returns its lines. */
function answersInTests(): readonly { readonly operation: string; readonly status: number }[] {
  const folder = mkdtempSync(join(tmpdir(), "docform-coverage-"));
  try {
    const { status } = spawnSync(
      process.execPath,
      ["node_modules/vitest/vitest.mjs", "run", ...tests, ...notRandom],
      {
        stdio: "inherit",
        env: { ...process.env, DOCFORM_COVERAGE_LOG: folder },
      },
    );
    if (status !== 0) console.error("Tests failed: what they answered counts all the same.");
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
    return texts.flatMap((text) => text.trim().split("\n")).map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const answers = answersInTests();
const seen: SeenStatuses = Object.fromEntries(
  Object.keys(operations).map((name) => {
    const statuses = answers.filter(({ operation }) => operation === name).map(({ status }) => status);
    return [name, [...new Set(statuses)].sort()];
  }),
);
const lines = Object.entries(seen).map(
  ([name, statuses]) => `  ${JSON.stringify(name)}: ${JSON.stringify(statuses).replaceAll(",", ", ")}`,
);
writeFileSync(seenFile, `{\n${lines.join(",\n")}\n}\n`);
const published = JSON.parse(readFileSync(publishedFile, "utf8"));
writeFileSync(
  "docs/reference/api-coverage.md",
  apiCoverage(readFileSync(referenceFile, "utf8"), seen, published),
);
for (const [name, statuses] of Object.entries(notSeen(seen)))
  console.log(`documented and not seen in tests: ${name} ${statuses.join(", ")}`);
for (const [name, statuses] of Object.entries(notDocumented(seen)))
  console.log(`seen in tests and not documented: ${name} ${statuses.join(", ")}`);
