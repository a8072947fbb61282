// node scripts/release-notes.mjs [vX.Y.Z]: prints what CHANGELOG.md says of the version in package.json. Fails when the
// tag names another version, or the changelog has no entry: then nothing is released.
import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const tag = process.argv[2] ?? `v${version}`;
const entries = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
const notes = entries.find((entry) => /^\[(.*)\] - \d{4}-\d\d-\d\d\n/.exec(entry)?.[1] === version);
if (tag !== `v${version}`) fail(`the tag is ${tag}, and package.json says ${version}`);
else if (notes === undefined) fail(`CHANGELOG.md has no entry "## [${version}] - YYYY-MM-DD"`);
else console.log(notes.slice(notes.indexOf("\n") + 1).trim());

/** @param {string} problem */
function fail(problem) {
  console.error(problem);
  process.exitCode = 1;
}
