// compile-ahead.cjs DIST: keeps what V8 makes of the built modules: of all of them what runs when they are loaded, and what
// some command lines need. In a process of its own, with no flags but those of the command.
const { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { dirname, join, resolve } = require("node:path");
const { startPlatform } = require("./start-platform.cjs");

const dist = resolve(process.argv[2]);
/** Command lines, each with the exit code that it ends with on the example, one after the other. */
const lines = [
  [0, "validate"],
  [0, "fmt", "--check"],
  [0, "--version"],
  [0, "--help"],
  [0, "completion", "bash"],
  [0, "__complete", "--", "plan", "--form"],
  [0, "plan", "--rehearse"],
  [2, "drift"],
];
// Each line listens for the end of the process.
process.setMaxListeners(2 * lines.length);

const project = mkdtempSync(join(tmpdir(), "docform-compile-"));
process.on("exit", () => rmSync(project, { recursive: true, force: true }));
cpSync(join(__dirname, "../examples/acme"), project, { recursive: true });
process.chdir(project);
startPlatform(join(dist, "cli.cjs"), "live.yaml", "inherit").then(({ server, url, token }) => {
  process.on("exit", () => server.kill());
  // A line has ended when nothing is left to wait for: the platform does not count.
  server.stdout.destroy();
  server.unref();
  Object.assign(process.env, { DOCFORM_BASE_URL: url, DOCFORM_TOKEN: token });
  const { compiledFile, loadCompiled } = require(join(dist, "cli.cjs"));
  const scripts = new Map();
  loadCompiled((file, script) => scripts.set(file, script));
  runAll(() => {
    for (const name of readdirSync(join(dist, "chunks"))) require(join(dist, "chunks", name));
    for (const [file, script] of scripts) {
      mkdirSync(dirname(compiledFile(file)), { recursive: true });
      writeFileSync(compiledFile(file), script.createCachedData());
    }
  });
});

/** Runs each line once the one before it has ended. */
function runAll(onEnd) {
  process.on("beforeExit", ended);
  next();

  function ended(code) {
    const [expected, ...args] = lines.shift();
    if (code !== expected) throw new Error(`docform ${args.join(" ")} ended with ${code}, not ${expected}`);
    process.exitCode = undefined;
    next();
  }

  function next() {
    if (lines.length === 0) {
      process.off("beforeExit", ended);
      return onEnd();
    }
    process.argv.splice(2, process.argv.length, ...lines[0].slice(1));
    delete require.cache[join(dist, "docform.cjs")];
    // Later, so that there is something to wait for: else Node would end now.
    setImmediate(() => require(join(dist, "docform.cjs")));
  }
}
