import type { Io } from "../io/io.ts";
import { type ProjectFiles, pathExists, projectFile } from "../manifest/read/project-files.ts";
import type { Reading } from "../manifest/read/read-file.ts";
import { createReport, inOrder } from "../manifest/read/report.ts";
import { error, hasErrors } from "../model/diagnostic.ts";
import { Stop } from "../model/stop.ts";
import type { CommonOptions } from "../project/options.ts";
import { readPolicies } from "../project/policies.ts";
import { readProject } from "../project/project.ts";
import { nearMatch } from "../text/near-match.ts";
import { readGiven, type Seeds } from "./given.ts";
import { judge, type Verdict } from "./judge.ts";
import { observe } from "./observe.ts";
import { type ManifestTest, readTests } from "./test-files.ts";
import { projectLoader } from "./test-projects.ts";

/** The tests to run: in the named files, else in the folder `tests`. */
export interface TestRequest {
  readonly io: Io;
  readonly folder: string;
  readonly files: ProjectFiles;
  readonly options: Pick<CommonOptions, "directory" | "env" | "var">;
  /** Files and folders, relative to the project folder. */
  readonly named: readonly string[];
  /** The name of the tests to run; all when left out. */
  readonly only?: string | undefined;
}

/** A test, and what came of it. */
export interface RanTest extends Verdict {
  readonly test: ManifestTest;
  readonly environment: string | undefined;
}

/** How many tests are in memory at the same time. */
const atOnce = 4;

/** Runs manifest tests. Throws `Stop` with everything that is wrong with the files of the tests. */
export async function runTests(request: TestRequest): Promise<readonly RanTest[]> {
  const { io, folder, files, options } = request;
  if (!(await pathExists(files, projectFile))) {
    const project = await readProject(io, options);
    throw new Stop(project.diagnostics, project);
  }
  const { tests, seeds } = await readAll(request);
  const { rules, diagnostics, ...texts } = await readPolicies(io, options);
  if (hasErrors(diagnostics)) throw new Stop(diagnostics, texts);
  const load = projectLoader(io, folder, files, options);
  return mapSome(tests, atOnce, async (test) => {
    const project = await load(test);
    const doesApply = test.expect.converges !== undefined;
    const given = { seed: seeds.get(test), rules, author: test.author, doesApply };
    const verdict = judge(test, await observe(io, project, given));
    return { ...verdict, test, environment: test.env ?? options.env };
  });
}

/** Reads the tests that are asked for, with what they are given. */
async function readAll({
  files,
  named,
  only,
}: TestRequest): Promise<{ tests: readonly ManifestTest[]; seeds: Seeds }> {
  const reading: Reading = { io: files, report: createReport(), sources: new Map() };
  const all = await readTests(reading, named);
  const tests = only === undefined ? all : all.filter(({ name }) => name === only);
  const seeds = await readGiven(reading, tests);
  if (tests.length === 0 && all.length > 0) reading.report.add(noSuchTest(only ?? "", all));
  const diagnostics = inOrder(reading.report.diagnostics);
  if (!hasErrors(diagnostics)) return { tests, seeds };
  throw new Stop(diagnostics, { sources: reading.sources, files: [...reading.sources.keys()] });
}

function noSuchTest(only: string, tests: readonly ManifestTest[]) {
  const names = tests.map(({ name }) => name);
  const near = nearMatch(only, names);
  const hint = near === undefined ? `there is "${names[0]}"` : `did you mean "${near}"?`;
  return error("DF5001", `no test has the name "${only}"`, { hint });
}

/** The results in the order of the items, a few of which are worked on at the same time. */
async function mapSome<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) results.set(at, await work(item));
  };
  await Promise.all(Array.from({ length: most }, worker));
  return items.flatMap((_, at) => {
    const result = results.get(at);
    return result === undefined ? [] : [result];
  });
}
