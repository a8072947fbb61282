// What V8 makes of built modules, kept beside them for scripts/launch.cjs to load.
const { mkdirSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");

/**
 * Loads the modules of a folder through its `cli.cjs` from now on. The result keeps what V8 has made of them by then: what
 * ran when they were loaded, and since. V8 takes it later only where no flags were set here.
 */
function loadToKeep(folder) {
  const { compiledFile, loadCompiled } = require(join(folder, "cli.cjs"));
  const scripts = new Map();
  loadCompiled((file, script) => scripts.set(file, script));
  return () => {
    for (const [file, script] of scripts) {
      mkdirSync(dirname(compiledFile(file)), { recursive: true });
      writeFileSync(compiledFile(file), script.createCachedData());
    }
  };
}

module.exports = { loadToKeep };
