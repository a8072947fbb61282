import { posix } from "node:path";
import { environmentNames } from "../manifest/load/project-settings.ts";
import { isAbsolute, isOutside, type ProjectFiles, projectFile } from "../manifest/read/project-files.ts";
import { type Reading, readText, readYaml } from "../manifest/read/read-file.ts";
import { didYouMean } from "../manifest/read/report.ts";
import { entryOf, scalarText, type Tree } from "../manifest/read/tree.ts";
import { limits } from "../manifest/read/yaml-limits.ts";
import { error } from "../model/diagnostic.ts";
import { mergeSeeds } from "../rehearsal/merge-seeds.ts";
import { readSeedTree } from "../rehearsal/seed-tree.ts";
import { type ManifestTest, placeAt } from "./test-files.ts";

/** The seeds of tests; a test without one is given nothing but its organizations. */
export type Seeds = ReadonlyMap<ManifestTest, Tree>;

/** Reads what tests are given. A wrong seed, overlay or environment goes to the report. */
export async function readGiven(reading: Reading, tests: readonly ManifestTest[]): Promise<Seeds> {
  const seeds = new Map<ManifestTest, Tree>();
  const environments = await environmentsIn(reading.io);
  const files = new Map<string, Tree | undefined>();
  for (const test of tests) {
    checkEnvironment(reading, test, environments);
    await isInProject(reading, test.tree, "overlay");
    const seed = await seedOf(reading, test, files);
    if (seed !== undefined) seeds.set(test, seed);
  }
  return seeds;
}

async function environmentsIn(io: ProjectFiles): Promise<readonly string[]> {
  const read = await readText(io, projectFile, limits.bytes);
  return "text" in read ? environmentNames(read.text) : [];
}

function checkEnvironment({ report }: Reading, { env, tree }: ManifestTest, names: readonly string[]): void {
  if (env === undefined || names.includes(env)) return;
  const hint = names.length === 0 ? "it lists no environments" : `it lists: ${names.join(", ")}`;
  const more = { source: placeAt(tree, "env"), ...didYouMean(env, names), hint };
  report.add(error("DF1011", `docform.yaml has no environment "${env}"`, more));
}

/** Says whether a path of a test names something in the project folder, and reports when not. */
async function isInProject({ io, report }: Reading, tree: Tree, key: "overlay" | "seed"): Promise<boolean> {
  const path = scalarText(entryOf(tree, key)?.value);
  if (path === undefined) return false;
  const more = { source: placeAt(tree, key), hint: "write the path from the project folder" };
  const isOut = isAbsolute(path) || isOutside(posix.normalize(path));
  const real = isOut ? ".." : await io.realPath(posix.normalize(path)).catch(() => path);
  if (real === undefined) report.add(error("DF1010", `there is no ${key} "${path}"`, more));
  else if (isOutside(real))
    report.add(error("DF1009", `${key}: "${path}" lies outside the project folder`, more));
  return real !== undefined && !isOutside(real);
}

async function seedOf(
  reading: Reading,
  { given, tree }: ManifestTest,
  files: Map<string, Tree | undefined>,
): Promise<Tree | undefined> {
  const written = entryOf(tree, "given")?.value;
  if (written === undefined || given.nothing === true) return undefined;
  if (given.seed === undefined) return valid(reading, [entryOf(written, "platform")?.value ?? written]);
  if (!(await isInProject(reading, written, "seed"))) return undefined;
  const file = posix.normalize(given.seed);
  if (!files.has(file)) files.set(file, await seedIn(reading, file));
  return files.get(file);
}

async function seedIn(reading: Reading, file: string): Promise<Tree | undefined> {
  const { documents, complete } = await readYaml(reading, file);
  if (!complete) return undefined;
  return valid(reading, documents.length === 0 ? [emptyIn(file)] : documents);
}

/** An empty file, in which organizations are missing. */
function emptyIn(file: string): Tree {
  return { type: "map", source: { file, line: 1, column: 1 }, entries: [] };
}

/** The seed that some documents make; undefined when it is wrong, which is reported. */
function valid({ report }: Reading, [first, ...more]: readonly Tree[]): Tree | undefined {
  if (first === undefined) return undefined;
  const { seed, problems } = mergeSeeds([first, ...more]);
  const read = problems.length > 0 ? { ok: false as const, problems } : readSeedTree(seed, [first, ...more]);
  if (read.ok) return seed;
  report.add(read.problems);
  return undefined;
}
