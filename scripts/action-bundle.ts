import { buildSync } from "esbuild";

/** The program of the GitHub Action in one file. It is committed, since GitHub runs what it finds at a commit. */
export function actionBundle(): string {
  const { outputFiles } = buildSync({
    entryPoints: ["action/main.ts"],
    banner: { js: "// Made by `npm run generate` from action/main.ts: change that." },
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
