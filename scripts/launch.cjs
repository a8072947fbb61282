#!/usr/bin/env node
// The command as it is installed: dist/cli.cjs. It loads the modules beside it with what V8 made of them when they were
// built (scripts/compile-ahead.cjs), where that is there: to compile them takes longer than most commands run. V8 refuses
// what was made by another version of it, or with other flags, and compiles as ever.
const { readFileSync } = require("node:fs");
const { basename, join } = require("node:path");
const { Script } = require("node:vm");

/** The file of what this version of V8 made of a module. */
function compiledFile(file) {
  return join(__dirname, "compiled", `${process.versions.v8}-${process.arch}`, `${basename(file)}.bin`);
}

function compiledCode(file) {
  try {
    return readFileSync(compiledFile(file));
  } catch {
    return undefined;
  }
}

/** Loads modules in this way from now on; `onScript` gets each. */
function loadCompiled(onScript) {
  require.extensions[".cjs"] = (module, file) => {
    const text = `(function (exports, require, module) { ${readFileSync(file, "utf8")}\n})`;
    const script = new Script(text, { filename: file, cachedData: compiledCode(file) });
    onScript?.(file, script);
    script.runInThisContext().call(module.exports, module.exports, (name) => module.require(name), module);
  };
}

if (require.main === module) {
  loadCompiled();
  require("./docform.cjs");
} else {
  module.exports = { compiledFile, loadCompiled };
}
