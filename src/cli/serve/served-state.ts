import { join, resolve } from "node:path";
import { type Io, timeOf } from "../../io/io.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { parseYaml } from "../../manifest/read/parse-yaml.ts";
import type { Entry, Tree } from "../../manifest/read/tree.ts";
import { type Diagnostic, hasErrors, type Source } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { Stop, stop } from "../../model/stop.ts";
import {
  createStore,
  decodeState,
  encodeState,
  type SavedState,
  type Store,
} from "../../platform/store/data-file.ts";
import { mergeSeeds } from "../../rehearsal/merge-seeds.ts";
import { readSeedTree } from "../../rehearsal/seed-tree.ts";
import { holderText } from "../../runs/project-lock.ts";
import { takeLock } from "../../state/lock.ts";
import { compareText } from "../../text/json.ts";

/** An open data file: its state, the clock of its platform, and the store that saves it. */
interface Data {
  readonly saved: SavedState;
  readonly clock: () => number;
  readonly store: Store;
  /** Was the file there before? */
  readonly isOld: boolean;
  /** Lets another server have the file. */
  readonly release: () => Promise<void>;
}

/** A clock that begins at a time: a platform lives in the time of its seed, and stands still while nobody serves it. */
export function clockFrom({ monotonic }: Pick<Io, "monotonic">, start: number): () => number {
  const opened = monotonic();
  return () => start + Math.floor(monotonic() - opened);
}

/** Opens a data file, or creates it with the state from `begin`. Throws `Stop` when it cannot be used. */
export async function openData(io: Io, name: string, begin: () => Promise<SavedState>): Promise<Data> {
  const file = resolve(io.cwd, name);
  const path = (await io.disk.realPath(file).catch(() => undefined)) ?? file;
  const release = await lockData(io, path, name);
  try {
    return { ...(await openLocked(io, path, name, begin)), release };
  } catch (problem) {
    await release();
    throw problem;
  }
}

async function openLocked(
  io: Io,
  path: string,
  name: string,
  begin: () => Promise<SavedState>,
): Promise<Omit<Data, "release">> {
  const old = await readOld(io, path, name);
  const saved = old ?? (await begin());
  const clock = clockFrom(io, saved.savedAt);
  const write = createWriter(io, path, await identityOf(io, path));
  const store = createStore(() => encodeState({ state: saved.state, savedAt: clock() }), write);
  if (old === undefined) {
    store.changed();
    await store.written();
  }
  return { saved, clock, store, isOld: old !== undefined };
}

/**
 * Takes the lock of a data file: what a second server answered would be lost. Throws `Stop` while another server has it.
 * The lock of a server of this machine that is gone is taken over.
 */
async function lockData(io: Io, path: string, name: string): Promise<() => Promise<void>> {
  const file = `${path}.lock`;
  const { host, pid, process } = io.machine;
  const id = Buffer.from(io.randomBytes(4)).toString("hex");
  const mine = {
    id,
    command: "serve",
    host,
    pid,
    at: timeOf(io),
    ...(process === undefined ? {} : { process }),
  };
  const lock = await takeLock(io, file, mine).catch((problem: unknown) => {
    throw stop("DF5004", `cannot write ${name}.lock: ${whyFileFailed(problem)}`);
  });
  if ("release" in lock) return lock.release;
  const by = lock.holder === undefined ? "" : `: ${holderText(lock.holder)}`;
  const hint = `name another file with --data; if that server surely runs no more, remove ${name}.lock`;
  throw stop("DF5005", `another server has ${name}${by}`, { hint });
}

async function readOld({ disk }: Io, file: string, name: string): Promise<SavedState | undefined> {
  const bytes = await disk.read(file).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === "ENOENT") return undefined;
    throw stop("DF5004", `cannot read the data file ${name}: ${whyFileFailed(problem)}`);
  });
  if (bytes === undefined) return undefined;
  const result = decodeState(new TextDecoder().decode(bytes));
  if (result.ok) return result;
  const hint = "name another file with --data, or move this one away to start with an empty one";
  throw stop("DF5005", `${name} cannot be used: ${result.problem}`, { hint });
}

/**
 * A writer that replaces the whole file through a draft file next to it. A killed server leaves the draft,
 * and the next server removes it. It stops writing when another program changed the file, so that no change
 * is lost.
 */
function createWriter(io: Io, path: string, found: string | undefined): (text: string) => Promise<void> {
  const draft = `${path}.tmp`;
  let mine = found;
  return async (text) => {
    if ((await identityOf(io, path)) !== mine) {
      const hint = "two servers cannot share a data file";
      throw stop("DF5005", `${path} was changed by somebody else`, { hint });
    }
    await io.disk.remove(draft);
    await writeWhole(io, path, text, { draft });
    mine = await identityOf(io, path);
  };
}

/** The identity of a file on disk, which changes with each write; undefined when there is no file. */
async function identityOf({ disk }: Io, path: string): Promise<string | undefined> {
  return (await disk.status(path).catch(() => undefined))?.identity;
}

/** The state that a seed describes, and its time: a file, or the files of a folder. Without one, an empty platform, now. */
export async function seededState(io: Io, path: string | undefined): Promise<SavedState> {
  const files = path === undefined ? [] : await readFiles(io, path);
  const [first = nothing, ...more] = files.flatMap(({ documents }) => documents);
  const { seed, problems } = mergeSeeds([first, ...more]);
  if (problems.length > 0) throw wrongData(files, problems);
  const result = readSeedTree(seed, [first, ...more]);
  if (!result.ok) throw wrongData(files, result.problems);
  return { state: result.state, savedAt: path === undefined ? io.now() : Date.parse(result.now) };
}

const nowhere: Source = { file: "", line: 1, column: 1 };

const organizations: Entry = {
  key: "organizations",
  source: nowhere,
  value: { type: "list", source: nowhere, items: [] },
};

/** An empty platform. */
const nothing: Tree = { type: "map", source: nowhere, entries: [organizations] };

async function readFiles(io: Io, path: string): Promise<readonly DataFile[]> {
  const files = (await isFolder(io, resolve(io.cwd, path))) ? await filesOf(io, path) : [path];
  return Promise.all(files.map((file) => readData(io, file, "seed")));
}

async function isFolder({ disk }: Io, path: string): Promise<boolean> {
  const found = await disk.status(path).catch(() => undefined);
  return found?.type === "folder";
}

/** The seed files in a folder, by name. */
async function filesOf(io: Io, folder: string): Promise<readonly string[]> {
  const names = await io.disk.names(resolve(io.cwd, folder)).catch((problem: unknown) => {
    throw stop("DF5004", `cannot read the seed ${folder}: ${whyFileFailed(problem)}`);
  });
  const files = names.filter((name) => /^[^.].*\.(ya?ml|json)$/i.test(name)).sort(compareText);
  if (files.length > 0) return files.map((name) => join(folder, name));
  throw stop("DF5005", `${folder}: there is no YAML or JSON file in the folder`);
}

/** A YAML or JSON file that is no manifest, such as a seed. */
interface DataFile {
  readonly file: string;
  readonly text: string;
  readonly documents: readonly Tree[];
}

/** Reads a file. Throws `Stop` when it cannot be read, or is no YAML; `what` names it then. */
export async function readData(io: Io, file: string, what: string): Promise<DataFile> {
  const text = await readText(io, file, what);
  const { documents, diagnostics } = parseYaml(file, text);
  const read = { file, text, documents };
  if (hasErrors(diagnostics)) throw wrongData([read], diagnostics);
  return read;
}

async function readText(io: Io, file: string, what: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await io.disk.read(resolve(io.cwd, file)));
  } catch (problem) {
    throw stop("DF5004", `cannot read the ${what} ${file}: ${whyFileFailed(problem)}`);
  }
}

/** A `Stop` with the diagnostics of data files and the texts around their positions. */
export function wrongData(files: readonly DataFile[], diagnostics: readonly Diagnostic[]): Stop {
  const sources = new Map(files.map(({ file, text }) => [file, text]));
  return new Stop(diagnostics, { sources, files: [...sources.keys()] });
}
