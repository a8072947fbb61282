// compile-ahead.cjs DIST: keeps what V8 makes of the built modules: of all of them what runs when they are loaded, and what
// some command lines need. In a process of its own, with no flags but those of the command.
const { mkdirSync, readdirSync, writeFileSync } = require("node:fs");
const { dirname, join, resolve } = require("node:path");

const dist = resolve(process.argv[2]);
const example = join(__dirname, "../examples/acme");
const lines = [
  ["validate", "-C", example],
  ["fmt", "--check", "-C", example],
  ["--version"],
  ["--help"],
  ["completion", "bash"],
  ["__complete", "--", "plan", "--form"],
];

const { compiledFile, loadCompiled } = require(join(dist, "cli.cjs"));
const scripts = new Map();
loadCompiled((file, script) => scripts.set(file, script));
process.on("beforeExit", next);
next();

/** Each line runs once the one before it has ended. */
function next() {
  if (process.exitCode) throw new Error(`${process.argv.slice(2).join(" ")} ended with ${process.exitCode}`);
  const line = lines.shift();
  if (line === undefined) return keep();
  process.argv.splice(2, process.argv.length, ...line);
  delete require.cache[join(dist, "docform.cjs")];
  // Later, so that there is something to wait for: else Node would end now.
  setImmediate(() => require(join(dist, "docform.cjs")));
}

function keep() {
  process.off("beforeExit", next);
  for (const name of readdirSync(join(dist, "chunks"))) require(join(dist, "chunks", name));
  for (const [file, script] of scripts) {
    mkdirSync(dirname(compiledFile(file)), { recursive: true });
    writeFileSync(compiledFile(file), script.createCachedData());
  }
}
