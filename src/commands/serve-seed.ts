import { join, resolve } from "node:path";
import { error } from "../core/diagnostic.ts";
import { whyFileFailed } from "../core/file-problem.ts";
import { compareText } from "../core/json.ts";
import type { Io } from "../io.ts";
import { readSeed } from "../platform/seed.ts";
import type { State } from "../platform/state.ts";
import { mergeSeeds, type SeedPart } from "./merge-seeds.ts";
import { problemAt, readDocuments } from "./read-data.ts";
import { Stop } from "./stop.ts";

/** The state that a seed describes: a file, or the files of a folder. Without one, an empty platform. */
export async function seededState(io: Io, seed: string | undefined): Promise<State> {
  const parts = seed === undefined ? [] : await readParts(io, seed);
  const { data, problems, placeOf } = mergeSeeds([...parts, ...(parts.length === 0 ? [nothing] : [])]);
  if (problems.length > 0) throw new Stop(problems.map((each) => seedProblem(each, each.message)));
  const result = readSeed(data);
  if (result.ok) return result.state;
  throw new Stop(result.problems.map(({ path, message }) => seedProblem(placeOf(path), message)));
}

const nothing: SeedPart = { file: "", data: { organizations: [] } };

function seedProblem(place: { readonly file: string; readonly path: string }, message: string) {
  return problemAt("DF5005", place, message, "see docs/seed.md");
}

async function readParts(io: Io, seed: string): Promise<readonly SeedPart[]> {
  const files = (await isFolder(io, resolve(io.cwd, seed))) ? await filesOf(io, seed) : [seed];
  const parts = await Promise.all(
    files.map(async (file) => (await readDocuments(io, file, "seed")).map((data) => ({ file, data }))),
  );
  return parts.flat();
}

async function isFolder({ disk }: Io, path: string): Promise<boolean> {
  const found = await disk.status(path).catch(() => undefined);
  return found?.type === "folder";
}

/** The seed files in a folder, by name. */
async function filesOf(io: Io, folder: string): Promise<readonly string[]> {
  const names = await io.disk.names(resolve(io.cwd, folder)).catch((problem: unknown) => {
    throw new Stop([error("DF5004", `cannot read the seed ${folder}: ${whyFileFailed(problem)}`)]);
  });
  const files = names.filter((name) => /^[^.].*\.(ya?ml|json)$/i.test(name)).sort(compareText);
  if (files.length > 0) return files.map((name) => join(folder, name));
  throw new Stop([error("DF5005", `${folder}: there is no YAML or JSON file in the folder`)]);
}
