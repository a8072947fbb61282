// Builds into dist, or a folder that is named: the command (cli.cjs, with chunks, so that a command loads only what it
// needs) and the client (client.js, with its types, unless --no-types).
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { build, transform } from "esbuild";
import { loadedTogether } from "./loaded-together.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "no-types": { type: "boolean" } },
});
const outdir = positionals[0] ?? "dist";
// zod has its messages in fifty languages; docform writes its own. commander can start programs, which takes long to load.
const lazyProcesses =
  'module.exports = { get spawn() { return process.getBuiltinModule("node:child_process").spawn; } };';
rmSync(outdir, { recursive: true, force: true });
/** Less to read and compile at each start; names stay, for traces. */
const form = {
  platform: "node",
  target: "node20",
  logLevel: "warning",
  minifySyntax: true,
  minifyWhitespace: true,
};
const shared = { ...form, outdir, bundle: true, format: "esm" };
const noLocales = leaveOut(/\/locales\/index\.js$/, "zod", "export {}");
const command = await build({
  ...shared,
  entryPoints: { docform: "src/cli.ts" },
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  outExtension: { ".js": ".cjs" },
  plugins: [noLocales, leaveOut(/^node:child_process$/, "commander", lazyProcesses), loadedTogether("src")],
  write: false,
});
for (const { path, text } of command.outputFiles) await writeAsCommonJs(path, text);
cpSync("scripts/launch.cjs", join(outdir, "cli.cjs"));
// Some dependencies are CommonJS and call require for Node's own modules.
const banner = {
  js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
};
await build({ ...shared, banner, entryPoints: { client: "src/client/public.ts" }, plugins: [noLocales] });
if (values["no-types"] !== true) emitTypes(join(outdir, "types"));

/**
 * Writes a module as CommonJS, which Node loads at once: of an ECMAScript module it waits for threads that open, look at
 * and read the file, and a command loads ten. esbuild itself cuts only ECMAScript modules into chunks.
 */
async function writeAsCommonJs(path, text) {
  const { code } = await transform(text, { ...form, format: "cjs", supported: { "dynamic-import": false } });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}

/** Puts something smaller in the place of what a package imports and docform never uses. */
function leaveOut(filter, by, contents) {
  const namespace = `instead-in-${by}`;
  const setup = ({ onResolve, onLoad }) => {
    onResolve({ filter }, ({ path, importer }) =>
      importer.includes(`/node_modules/${by}/`) ? { path, namespace } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, () => ({ contents, loader: "js" }));
  };
  return { name: namespace, setup };
}

/** Runs a script; ends with it when it fails, and then shows what it said. */
function runNode(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}

/** Declarations of the client and what it is made of. The compiler leaves `.ts` in their imports. */
function emitTypes(folder) {
  const tsc = "node_modules/typescript/bin/tsc";
  runNode(tsc, "-p", "tsconfig.types.json", "--outDir", folder);
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace(/(\bfrom |\bimport\()"(\.[^"]*)\.ts"/g, '$1"$2.js"'));
  }
}
