import { posix } from "node:path";
import type { ProjectFiles } from "../manifest/read/project-files.ts";
import { type Reading, readYaml } from "../manifest/read/read-file.ts";
import { type Entry, entryOf, type Tree, toJson, valueSource } from "../manifest/read/tree.ts";
import { checkValue } from "../manifest/schema/check-value.ts";
import { type Diagnostic, error, hasErrors, type Source } from "../model/diagnostic.ts";
import { type Expectations, type TestData, testSchema } from "./test-schema.ts";

/** A manifest test, and where its parts are written. */
export interface ManifestTest extends TestData {
  readonly tree: Tree;
  /** Where its name is written. */
  readonly source: Source;
}

/** The folder of a project that holds its tests. */
export const testsFolder = "tests";

const guide = "see docs/guides/manifest-tests.md";

/** Reads the tests in the named files and folders, or in the folder `tests`. Reports their mistakes. */
export async function readTests(
  reading: Reading,
  named: readonly string[],
): Promise<readonly ManifestTest[]> {
  const places = named.length === 0 ? [testsFolder] : named;
  const files = (await Promise.all(places.map((place) => filesAt(reading.io, place)))).flat();
  const tests: ManifestTest[] = [];
  for (const file of new Set(files)) {
    const { documents } = await readYaml(reading, file);
    const seed = documents.find(isSeed);
    if (seed === undefined)
      for (const tree of documents.flatMap(testsIn)) tests.push(...readTest(reading, tree));
    else reading.report.add(seedAmongTests(seed));
  }
  if (tests.length === 0 && !hasErrors(reading.report.diagnostics))
    reading.report.add(error("DF1010", `there are no tests in ${places.join(", ")}`, { hint: noTests }));
  return tests;
}

const noTests = `a test is a YAML file, such as ${testsFolder}/launch.yaml in the project folder; ${guide}`;

/** The file, or the files of a folder. Folders in it are for seeds and overlays. */
async function filesAt(io: ProjectFiles, place: string): Promise<readonly string[]> {
  const status = await io.status(place).catch(() => undefined);
  if (status?.type === "file" || (status === undefined && place !== testsFolder)) return [place];
  const start = place === "." ? 0 : place.length + 1;
  return (await io.listYaml(place)).filter((path) => !path.slice(start).includes("/"));
}

/** A document of a seed. A test has no organizations at its top. */
function isSeed(document: Tree): boolean {
  const has = (key: string): boolean => entryOf(document, key) !== undefined;
  return has("organizations") && !has("given") && !has("expect");
}

/** One error in place of one for each key that a test has not. */
function seedAmongTests(seed: Tree): Diagnostic {
  const { file } = seed.source;
  const moved = `${testsFolder}/seeds/${posix.basename(file)}`;
  return error("DF1005", `${file} looks like a seed, not like a test`, {
    source: placeAt(seed, "organizations"),
    hint: `move it into a folder below ${testsFolder}/, and name it in a test: given: { seed: ${moved} }`,
  });
}

function testsIn(document: Tree): readonly Tree[] {
  return document.type === "list" ? document.items : [document];
}

function readTest({ report }: Reading, tree: Tree): readonly ManifestTest[] {
  const source = { ...tree.source, length: 1 };
  const json = toJson(tree);
  const inForm = checkValue(testSchema, { name: "", source, value: tree }, json);
  report.add(inForm);
  if (inForm.length > 0) return [];
  const data = testSchema.parse(json);
  report.add([...wrongGiven(data, tree), ...wrongExpectations(data, tree)]);
  return [{ ...data, tree, source: placeAt(tree, "name") }];
}

function wrongGiven({ given }: TestData, tree: Tree): readonly Diagnostic[] {
  const count = Object.keys(given).length;
  if (count === 1) return [];
  const more = {
    source: placeAt(tree, "given"),
    hint: "write one of seed: FILE, platform: {…} and nothing: true",
  };
  if (count === 0) return [error("DF1006", "given says nothing of the platform", more)];
  return [error("DF1005", "given takes one of seed, platform and nothing", more)];
}

function wrongExpectations({ expect }: TestData, tree: Tree): readonly Diagnostic[] {
  const source = placeAt(tree, "expect");
  if (expectsNothing(expect)) {
    const hint =
      "write changes, calls, held, policies, blocked, waiting, diagnostics or converges below expect";
    return [error("DF1006", "the test expects nothing", { source, hint })];
  }
  if (expect.only === undefined || expect.changes !== undefined) return [];
  return [
    error("DF1006", "only is about changes, which are missing", {
      source,
      hint: "write changes: {} for none",
    }),
  ];
}

/** Would the test pass whatever comes? */
function expectsNothing({ changes = {}, only = false, ...others }: Expectations): boolean {
  return Object.keys(others).length === 0 && Object.keys(changes).length === 0 && !only;
}

/** An expectation of a test as it is written. */
export function expectationAt({ tree }: ManifestTest, key: keyof Expectations): Entry | undefined {
  return entryOf(entryOf(tree, "expect")?.value, key);
}

/** Where a part of a test is written; the test itself when it is not there. */
export function placeAt(tree: Tree, key: string): Source {
  const entry = entryOf(tree, key);
  return entry === undefined ? { ...tree.source, length: 1 } : valueSource(entry);
}
