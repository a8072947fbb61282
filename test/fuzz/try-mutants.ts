import { randomFrom } from "../laws/harness/random.ts";
import { createMemoryDisk } from "../simulation/machine/memory-disk.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import type { Files } from "./corpus.ts";
import { mutate } from "./mutate.ts";

/** A case that did not end as it should. */
export interface Failure {
  readonly seed: number;
  readonly problem: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** How the cases went: how many were valid, how often each code was told, what the slowest took. */
export interface Outcome {
  readonly failures: readonly Failure[];
  readonly valid: number;
  readonly codes: ReadonlyMap<string, number>;
  readonly slowest: { readonly seed: number; readonly milliseconds: number };
}

/**
 * Validates the mutants of these seeds with the command itself, each on a disk of its own. Times are CPU time of all
 * threads of the process; a case fails when it takes more than `most` milliseconds.
 */
export async function tryMutants(
  corpus: readonly Files[],
  seeds: Iterable<number>,
  most = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  const failures: Failure[] = [];
  const codes = new Map<string, number>();
  let [valid, slowest] = [0, { seed: 0, milliseconds: 0 }];
  for (const seed of seeds) {
    const files = mutate(corpus, randomFrom(seed));
    const before = process.cpuUsage();
    const told = await validate(files, seed);
    const { user, system } = process.cpuUsage(before);
    const milliseconds = (user + system) / 1000;
    if (milliseconds > slowest.milliseconds) slowest = { seed, milliseconds };
    const problem = milliseconds > most ? `took ${Math.round(milliseconds)} ms` : told.problem;
    if (problem !== undefined) failures.push({ seed, problem, files });
    for (const code of told.codes) codes.set(code, (codes.get(code) ?? 0) + 1);
    if (told.codes.length === 0) valid++;
  }
  return { failures, valid, codes, slowest };
}

interface Told {
  readonly codes: readonly string[];
  readonly problem?: string;
}

/** `docform validate`, as text or as JSON: valid, or diagnostics with places that are in the file. */
async function validate(files: ReadonlyMap<string, Uint8Array>, seed: number): Promise<Told> {
  const isJson = seed % 2 === 0;
  const argv = ["validate", "-C", "/project", ...(isJson ? ["--format", "json"] : [])];
  const surroundings = { cwd: "/project", disk: diskOf(files) };
  const { code, stdout, stderr } = await runDocform(argv, surroundings).catch((caught: unknown) => ({
    code: -1,
    stdout: "",
    stderr: String((caught as Error)?.stack ?? caught),
  }));
  const codes = [...new Set([...`${stdout}${stderr}`.matchAll(/\bDF\d{4}\b/g)].map(([found]) => found))];
  if (code === -1 || codes.includes("DF5009")) return { codes, problem: `${stdout}${stderr}`.slice(0, 2000) };
  if (code !== 0 && code !== 1) return { codes, problem: `exit code ${code}` };
  if ((code === 1) !== /"severity": ?"error"|^error\[/m.test(stdout + stderr))
    return { codes, problem: `exit code ${code} and ${JSON.stringify((stdout + stderr).slice(0, 500))}` };
  return { codes, ...(isJson ? problemOfJson(stdout, code) : {}) };
}

function problemOfJson(text: string, code: number): { readonly problem?: string } {
  const { valid, diagnostics } = JSON.parse(text) as {
    readonly valid: boolean;
    readonly diagnostics: readonly { readonly source?: { readonly line: number; readonly column: number } }[];
  };
  if (valid !== (code === 0)) return { problem: `valid is ${valid} at exit code ${code}` };
  const isNowhere = diagnostics.some(
    ({ source }) => source !== undefined && !(source.line > 0 && source.column > 0),
  );
  return isNowhere ? { problem: "a diagnostic has a place that cannot be" } : {};
}

function diskOf(files: ReadonlyMap<string, Uint8Array>) {
  const disk = createMemoryDisk(
    Object.fromEntries([...files.keys()].map((path) => [`/project/${path}`, ""])),
  );
  for (const [path, bytes] of files) {
    const file = disk.files.get(`/project/${path}`);
    if (file !== undefined) Object.assign(file, { bytes, flushed: bytes.length });
  }
  return disk.open(
    async (_, change) => change.whole(),
    () => undefined,
  );
}

/** A failure, with all that is needed to see it again. */
export function renderFailure({ seed, problem, files }: Failure): string {
  const texts = [...files].map(
    ([path, bytes]) => `--- ${path}\n${JSON.stringify(new TextDecoder().decode(bytes).slice(0, 3000))}`,
  );
  return [`seed ${seed}: ${problem}`, ...texts, `again: npm run fuzz -- --runs 1 --seed ${seed}`].join("\n");
}
