// `npm run api:watch -- VERSION`, or `-- --document FILE [--older]`: what another version of the API changes for docform.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApiDocument } from "../src/contract/openapi-document.ts";
import { operationsIn } from "../src/contract/operations.ts";
import { terminalText } from "../src/render/safe-text.ts";
import { compareApis, type Finding, groups, linesOf } from "./api-watch/compare.ts";
import type { Part } from "./api-watch/fields.ts";
import { kindsByOperation } from "./api-watch/kinds.ts";

const name = "@gitbook/api";

function readJson(file: string): Part {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The document of a version, from the registry of npm. */
function documentOf(version: string): Part {
  const folder = mkdtempSync(join(tmpdir(), "docform-api-"));
  const run = (command: string, ...args: readonly string[]): void => {
    const { status, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? stderr}`);
  };
  try {
    run("npm", "pack", `${name}@${version}`, "--loglevel=error", "--ignore-scripts");
    run("tar", "-xzf", `gitbook-api-${version}.tgz`, "package/spec/openapi.json");
    return readJson(join(folder, "package/spec/openapi.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [first = "", file = "", direction] = process.argv.slice(2);
const isFile = first === "--document";
if (isFile ? file === "" : !/^\d+\.\d+\.\d+$/.test(first)) {
  console.error("Usage: npm run api:watch -- VERSION, such as 0.203.0, or -- --document FILE [--older]");
  process.exit(1);
}
const folder = `node_modules/${name}`;
const version = String(readJson(`${folder}/package.json`).version);
const pinned = { version, document: readJson(`${folder}/spec/openapi.json`) };
const other = { version: isFile ? file : first, document: isFile ? readJson(file) : documentOf(first) };
const isBefore = isFile ? direction === "--older" : first.localeCompare(version, "en", { numeric: true }) < 0;
const [before, after] = isBefore ? [other, pinned] : [pinned, other];
const findings = compareApis(before.document, after.document, {
  used: openApiDocument(Object.values(operationsIn("gitbook"))),
  reference: openApiDocument(Object.values(operationsIn("reference"))),
  kinds: kindsByOperation(),
});
console.log(terminalText(`${name}: from ${before.version} to ${after.version}`));
for (const [group, title] of Object.entries(groups)) {
  const lines = linesOf(findings, group as Finding["group"]).map((line) => `\n  ${terminalText(line)}`);
  console.log(`\n${title}: ${lines.length === 0 ? "nothing" : lines.length}${lines.join("")}`);
}
process.exitCode = findings.some(({ group }) => group === "breaks") ? 2 : 0;
