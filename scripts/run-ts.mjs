// Runs a TypeScript file of the project: `node scripts/run-ts.mjs FILE [argument …]`. Node 20 cannot by itself.
import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const [file, ...rest] = process.argv.slice(2);
const outfile = `node_modules/.cache/run-ts/${process.pid}.mjs`;
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  packages: "external",
  target: "node20",
  logLevel: "warning",
});
process.argv = [process.argv[0], file, ...rest];
try {
  await import(pathToFileURL(outfile).href);
} finally {
  rmSync(outfile, { force: true });
}
