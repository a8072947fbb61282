#!/usr/bin/env node
// The command as it is installed: dist/cli.cjs. Where Node can, it keeps what V8 made of the modules for the next start,
// beside them: who may write there may change docform, too.
const { enableCompileCache } = require("node:module");
const { join } = require("node:path");

enableCompileCache?.(join(__dirname, "compiled"));
require("./docform.cjs");
